public import DaybookModel

/// Reads the one expression of `--where`:
///
///     expression = term { or term }        term = factor { and factor }
///     factor     = not factor | ( expression ) | any path ( expression ) | test
///     test       = path [ comparison value | [not] in ( value, … ) | contains value | is [not] null ]
///     comparison = = | != | < | <= | > | >=
///     value      = text | number | true | false | null | date | path
///     date       = 2026-11-21[T06:13[:00[.123]][Z|+01:00]] | (now|today) { (+|-) number (d|h|m|w) }
///
/// Texts stand in single or double quotes. A path alone is a test for true. Names may stand in back
/// quotes. A day compared with an instant stands for the whole of it in the local zone.
public struct WhereParser {
  private let tokens: [WhereToken]
  private var index = 0
  private var depth = 0
  private let resolver: PathResolver
  private let times: TimeContext

  private static let depthMax = 64

  /// - Throws: ``LedgerError`` with code `usage`, naming the character and what to write instead.
  public static func parse(
    _ text: String, kind: String, registry: SchemaRegistry, zone: TimeZoneRule = .system, now: Instant
  ) throws(LedgerError) -> Condition {
    do {
      var parser = WhereParser(
        tokens: try WhereLexer.tokens(text), resolver: PathResolver(registry: registry),
        times: TimeContext(zone: zone, now: now))
      return try parser.whole(Scope(kind: kind))
    } catch {
      throw LedgerError(
        .usage, "--where: \(error.what) (at character \(error.position) of \(quoted(text)))",
        advice: error.advice)
    }
  }

  private static func quoted(_ text: String) -> String {
    text.count <= 100 ? "\"\(text)\"" : "\"\(text.prefix(100))…\""
  }

  private init(tokens: [WhereToken], resolver: PathResolver, times: TimeContext) {
    (self.tokens, self.resolver, self.times) = (tokens, resolver, times)
  }

  /// What paths begin at: an entity, or an element of an array of nested values.
  struct Scope {
    var kind: String
    var element: FieldType?
  }

  private var token: WhereToken { tokens[index] }

  private mutating func advance() { if index < tokens.count - 1 { index += 1 } }

  private func isKeyword(_ word: String) -> Bool {
    if case .word(let text) = token.content { text.lowercased() == word } else { false }
  }

  private mutating func take(_ word: String) -> Bool {
    guard isKeyword(word) else { return false }
    advance()
    return true
  }

  private mutating func expect(_ content: WhereToken.Content, _ what: String) throws(WhereError) {
    guard token.content == content else {
      throw WhereError("expected \(what), found \(found)", at: token.position)
    }
    advance()
  }

  private var found: String {
    switch token.content {
    case .word(let text), .quotedName(let text): "'\(text)'"
    case .text(let text): "the text '\(text)'"
    case .number(let value): "\(value)"
    case .date, .relative: "a date"
    case .comparison(let comparison): "'\(comparison.rawValue)'"
    case .open: "'('"
    case .close: "')'"
    case .comma: "','"
    case .end: "the end"
    }
  }

  // MARK: Structure

  private mutating func whole(_ scope: Scope) throws(WhereError) -> Condition {
    let condition = try expression(scope)
    guard token.content == .end else {
      throw WhereError("expected 'and', 'or' or the end, found \(found)", at: token.position)
    }
    return condition
  }

  private mutating func expression(_ scope: Scope) throws(WhereError) -> Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthMax else { throw WhereError("nested too deep", at: token.position) }
    var parts = [try term(scope)]
    while take("or") { parts.append(try term(scope)) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func term(_ scope: Scope) throws(WhereError) -> Condition {
    var parts = [try factor(scope)]
    while take("and") { parts.append(try factor(scope)) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func factor(_ scope: Scope) throws(WhereError) -> Condition {
    var isNegated = false
    while take("not") { isNegated.toggle() }
    let condition = try primary(scope)
    return isNegated ? .not(condition) : condition
  }

  private mutating func primary(_ scope: Scope) throws(WhereError) -> Condition {
    if token.content == .open {
      advance()
      let condition = try expression(scope)
      try expect(.close, "')'")
      return condition
    }
    if isKeyword("any"), index + 1 < tokens.count, tokens[index + 1].isName {
      advance()
      return try any(scope)
    }
    if isKeyword("true") || isKeyword("false"), !isPathNext(scope) {
      defer { advance() }
      return .constant(isKeyword("true"))
    }
    return try test(scope)
  }

  private func isPathNext(_ scope: Scope) -> Bool {
    guard case .word(let text) = token.content else { return false }
    return (try? resolve(Condition.Path(stringLiteral: text), scope)) != nil
      && resolver.registry[scope.kind] != nil
  }

  private mutating func any(_ scope: Scope) throws(WhereError) -> Condition {
    let position = token.position
    let path = try path(scope)
    let inner: Scope
    switch path.target {
    case .field(.many(let kind)): inner = Scope(kind: kind)
    case .field(.array(let element)): inner = Scope(kind: scope.kind, element: element)
    case .untyped: inner = Scope(kind: "", element: .any)
    default:
      throw WhereError(
        "'any' needs a to-many relation or an array, and \(path.path) is none", at: position)
    }
    try expect(.open, "'(' and a condition on \(path.path)")
    let condition = try expression(inner)
    try expect(.close, "')'")
    return .any(path.path, condition)
  }

  // MARK: Tests

  private mutating func test(_ scope: Scope) throws(WhereError) -> Condition {
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
      let item = ResolvedPath(path: path.path, target: .field(element))
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
      throw WhereError("\(path.path) is no text, array or relation", at: position)
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

  private mutating func path(_ scope: Scope) throws(WhereError) -> ResolvedPath {
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

  private func resolve(
    _ path: Condition.Path, _ scope: Scope
  ) throws(PathResolver.Problem) -> ResolvedPath {
    guard let element = scope.element else { return try resolver.resolve(path, of: scope.kind) }
    return try resolver.resolve(path, within: element)
  }
}

extension WhereToken {
  fileprivate var isName: Bool {
    switch content {
    case .word, .quotedName: true
    default: false
    }
  }
}
