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
/// Texts are in single or double quotes. A path alone is a test for true. Names may be in back quotes. A day compared
/// with an instant means the whole day in the local zone.
public struct WhereParser {
  let tokens: [WhereToken]
  var index = 0
  private var depth = 0
  let resolver: PathResolver
  let times: TimeContext

  private static let depthMax = 64

  /// - Throws: ``LedgerError`` with code `usage`, with the place of the character and what to write instead; it does
  ///   not repeat typed text that may be a hidden value.
  public static func parse(
    _ text: String, kind: String, registry: SchemaRegistry, zone: TimeZoneRule = .system, now: Instant
  ) throws(LedgerError) -> Condition {
    let quoting = WhereQuoting(hides: registry.hidesAnything(reachableFrom: kind))
    do {
      var parser = WhereParser(
        tokens: try WhereLexer.tokens(text, quoting), resolver: PathResolver(registry: registry),
        times: TimeContext(zone: zone, now: now, quoting: quoting))
      return try parser.whole(Scope(kind: kind))
    } catch {
      throw LedgerError(
        .usage,
        "\(Remedy.condition): \(error.what) (at character \(error.position)\(quoting.hides ? "" : " of \(quoted(text))"))",
        advice: error.advice)
    }
  }

  private static func quoted(_ text: String) -> String {
    text.count <= 100 ? "\"\(text)\"" : "\"\(text.prefix(100))…\""
  }

  private init(tokens: [WhereToken], resolver: PathResolver, times: TimeContext) {
    (self.tokens, self.resolver, self.times) = (tokens, resolver, times)
  }

  /// Where paths begin: at an entity, or at an element of an array of nested values.
  struct Scope {
    var kind: String
    var element: FieldType?
  }

  var token: WhereToken { tokens[index] }

  mutating func advance() { if index < tokens.count - 1 { index += 1 } }

  func isKeyword(_ word: String) -> Bool {
    if case .word(let text) = token.content { text.lowercased() == word } else { false }
  }

  mutating func take(_ word: String) -> Bool {
    guard isKeyword(word) else { return false }
    advance()
    return true
  }

  mutating func expect(_ content: WhereToken.Content, _ what: String) throws(WhereError) {
    guard token.content == content else {
      throw WhereError("expected \(what), found \(found)", at: token.position)
    }
    advance()
  }

  var found: String {
    switch token.content {
    case .word(let text), .quotedName(let text): "'\(times.quoting(text))'"
    case .text(let text): "the text '\(times.quoting(text))'"
    case .number(let value): times.quoting(value)
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

  mutating func expression(_ scope: Scope) throws(WhereError) -> Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthMax else { throw WhereError("nested too deeply", at: token.position) }
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

  mutating func any(_ scope: Scope) throws(WhereError) -> Condition {
    let position = token.position
    let path = try path(scope)
    let inner: Scope
    switch path.target {
    case .field(.many(let kind)): inner = Scope(kind: kind)
    case .field(.array(let element)): inner = Scope(kind: scope.kind, element: element)
    case .untyped: inner = Scope(kind: "", element: .any)
    default:
      throw WhereError(
        "'any' needs a to-many relation or an array, and \(path.path) is neither", at: position)
    }
    try expect(.open, "'(' and a condition on \(path.path)")
    let condition = try expression(inner)
    try expect(.close, "')'")
    return .any(path.path, condition)
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
