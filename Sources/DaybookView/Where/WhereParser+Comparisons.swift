import DaybookModel

// The leaves of an expression: a path and its comparison.

extension WhereParser {
  mutating func test(_ scope: Scope) throws(WhereError) -> Condition {
    let position = token.position
    let path = try path(scope)
    if case .comparison(let comparison) = token.content {
      advance()
      return try compare(path, comparison, scope)
    }
    if take("contains") {
      return .contains(path.path, try containsValue(path))
    }
    if take("is") {
      let isNegated = take("not")
      guard take("null") else {
        throw WhereError(
          "expected 'null', found \(found)", at: token.position, advice: "compare values with '='")
      }
      return isNegated ? .not(.isNull(path.path)) : .isNull(path.path)
    }
    if isKeyword("not"), index + 1 < tokens.count, tokens[index + 1].content == .word("in") {
      advance()
      advance()
      return .not(try list(path, scope))
    }
    if take("in") { return try list(path, scope) }
    switch path.target {
    case .field(.bool), .untyped: return .compare(path.path, .equal, true)
    default:
      throw WhereError(
        "expected a comparison after \(path.path), found \(found)",
        at: token.content == .end ? position : token.position,
        advice: "for example \(path.path) = …, \(path.path) is null")
    }
  }

  private mutating func compare(
    _ path: ResolvedPath, _ comparison: Condition.Comparison, _ scope: Scope
  ) throws(WhereError) -> Condition {
    if path.isToMany {
      throw WhereError(
        "\(path.path) leads to many entities and cannot be compared", at: token.position,
        advice: "write: \(path.path) contains 'id', or any \(path.path) (…)")
    }
    if let other = fieldName(path, scope) {
      advance()
      return .compareFields(path.path, comparison, other)
    }
    let position = token.position
    let literal = try literal()
    return try times.condition(path, comparison, literal, at: position)
  }

  /// The path on the right side, where a bare word is one.
  private func fieldName(_ path: ResolvedPath, _ scope: Scope) -> Condition.Path? {
    let text: String
    switch token.content {
    case .word(let word): text = word
    case .quotedName(let name): return (try? resolve(Condition.Path(stringLiteral: name), scope))?.path
    default: return nil
    }
    if ["true", "false", "null"].contains(text.lowercased()) { return nil }
    if case .field(.enumeration(let known)) = path.target, known.contains(text) { return nil }
    return (try? resolve(Condition.Path(stringLiteral: text), scope))?.path
  }

  private mutating func list(_ path: ResolvedPath, _ scope: Scope) throws(WhereError) -> Condition {
    try expect(.open, "'(' and values")
    var values: [JSONValue] = []
    var ranges: [Condition] = []
    while token.content != .close {
      let position = token.position
      switch try times.condition(path, .equal, try literal(), at: position) {
      case .compare(_, _, let value): values.append(value)
      case .isNull: values.append(.null)
      case let range: ranges.append(range)
      }
      if token.content != .comma { break }
      advance()
    }
    try expect(.close, "',' or ')'")
    if ranges.isEmpty { return .isIn(path.path, values) }
    return .or(ranges + (values.isEmpty ? [] : [.isIn(path.path, values)]))
  }

  private mutating func containsValue(_ path: ResolvedPath) throws(WhereError) -> JSONValue {
    let position = token.position
    let literal = try literal()
    switch (path.target, literal) {
    case (.field(.array(let element)), _):
      let item = ResolvedPath(
        path: path.path, target: .field(element), mayBeHidden: path.mayBeHidden)
      guard case .compare(_, _, let value) = try times.condition(item, .equal, literal, at: position) else {
        throw WhereError("\(path.path) contains no such values", at: position)
      }
      return value
    case (.field(.string), .text(let text)), (.field(.enumeration), .text(let text)),
      (.field(.many), .text(let text)), (.field(.one), .text(let text)), (.id, .text(let text)),
      (.field(.dictionary), .text(let text)):
      return .string(text)
    case (.untyped, .text(let text)), (.field(.any), .text(let text)): return .string(text)
    case (.untyped, .number(let value)), (.field(.any), .number(let value)): return value
    case (.field(.string), _), (.field(.many), _):
      throw WhereError("'contains' needs a text in quotes here", at: position)
    default:
      throw WhereError("\(path.path) is not a text, an array or a relation", at: position)
    }
  }

  private mutating func literal() throws(WhereError) -> WhereLiteral {
    let position = token.position
    let value: WhereLiteral
    switch token.content {
    case .text(let text): value = .text(text)
    case .number(let number): value = .number(number)
    case .date(let reading): value = .date(reading)
    case .relative(let isDay, let shifts): value = .date(times.reading(isDay: isDay, shifts))
    case .word(let word):
      switch word.lowercased() {
      case "true": value = .bool(true)
      case "false": value = .bool(false)
      case "null": value = .null
      default: value = .word(word)
      }
    default: throw WhereError("expected a value, found \(found)", at: position)
    }
    advance()
    return value
  }

  // MARK: Paths

  mutating func path(_ scope: Scope) throws(WhereError) -> ResolvedPath {
    let position = token.position
    let path: Condition.Path
    switch token.content {
    case .word(let text):
      path = Condition.Path(text.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
    case .quotedName(let text): path = Condition.Path([text])
    default:
      throw WhereError(
        "expected a field, found \(found)", at: position,
        advice: "a condition begins with a field: state = 'done'")
    }
    do {
      let resolved = try resolve(path, scope)
      advance()
      return resolved
    } catch {
      throw WhereError(error.what, at: position, advice: error.advice)
    }
  }

  func resolve(
    _ path: Condition.Path, _ scope: Scope
  ) throws(PathResolver.Problem) -> ResolvedPath {
    guard let element = scope.element else { return try resolver.resolve(path, of: scope.kind) }
    return try resolver.resolve(path, within: element)
  }
}
