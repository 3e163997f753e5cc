/// The part of the language of Firestore's security rules that ours use, read as it is deployed.
indirect enum RulesNode {
  case null
  case bool(Bool)
  case int(Int64)
  case string(String)
  case list([RulesNode])
  case emptyMap
  case name(String)
  case path([RulesNode])
  case member(RulesNode, String)
  case method(RulesNode, String, [RulesNode])
  case call(String, [RulesNode])
  case not(RulesNode)
  case binary(String, RulesNode, RulesNode)
  case choice(RulesNode, RulesNode, RulesNode)
}

struct RulesFunction {
  var parameters: [String]
  var lets: [(name: String, value: RulesNode)] = []
  var result: RulesNode
}

/// What stands between the braces of a `match`.
struct RulesMatch {
  /// `messages`, `{message}`
  var pattern: [String] = []
  var functions: [String: RulesFunction] = [:]
  var allows: [String: RulesNode] = [:]
  var matches: [RulesMatch] = []
}

struct RulesParser {
  struct Failure: Error { var what: String }

  private var tokens: [String] = []
  private var next = 0

  /// All of a file: what is within `service cloud.firestore`.
  static func parse(_ text: String) throws -> RulesMatch {
    var parser = RulesParser(text)
    for token in ["rules_version", "=", "'2'", ";", "service", "cloud", ".", "firestore", "{"] {
      try parser.expect(token)
    }
    var service = RulesMatch()
    try parser.parseBlock(&service)
    guard parser.next == parser.tokens.count else { throw Failure(what: "something follows the service") }
    return service
  }

  private init(_ text: String) {
    var rest = Substring(text)
    while let first = rest.first {
      var token = String(first)
      if first.isWhitespace {
        rest.removeFirst()
        continue
      }
      if first == "'" {
        token = "'" + rest.dropFirst().prefix { $0 != "'" } + "'"
      } else if first.isLetter || first.isNumber || first == "_" {
        token = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      } else if let pair = ["&&", "||", "==", "!=", "<=", ">=", "$("].first(where: { rest.hasPrefix($0) }) {
        token = pair
      }
      tokens.append(token)
      rest.removeFirst(token.count)
    }
  }

  private var token: String { next < tokens.count ? tokens[next] : "" }

  private mutating func take() -> String {
    defer { next += 1 }
    return token
  }

  private mutating func takes(_ wanted: String) -> Bool {
    guard token == wanted else { return false }
    next += 1
    return true
  }

  private mutating func expect(_ wanted: String) throws {
    guard takes(wanted) else { throw Failure(what: "'\(wanted)' expected, not '\(token)' (token \(next))") }
  }

  /// Up to and with the brace that closes it.
  private mutating func parseBlock(_ block: inout RulesMatch) throws {
    while !takes("}") {
      switch take() {
      case "function":
        let name = take()
        block.functions[name] = try parseFunction()
      case "match":
        var inner = RulesMatch()
        while takes("/") {
          if takes("{") {
            inner.pattern.append("{\(take())}")
            try expect("}")
          } else {
            inner.pattern.append(take())
          }
        }
        try expect("{")
        try parseBlock(&inner)
        block.matches.append(inner)
      case "allow":
        let action = take()
        try expect(":")
        try expect("if")
        block.allows[action] = try parseExpression()
        try expect(";")
      case let other: throw Failure(what: "'\(other)' is not a statement")
      }
    }
  }

  private mutating func parseFunction() throws -> RulesFunction {
    try expect("(")
    var parameters: [String] = []
    while !takes(")") {
      parameters.append(take())
      _ = takes(",")
    }
    try expect("{")
    var lets: [(name: String, value: RulesNode)] = []
    while takes("let") {
      let name = take()
      try expect("=")
      lets.append((name, try parseExpression()))
      try expect(";")
    }
    try expect("return")
    let result = try parseExpression()
    try expect(";")
    try expect("}")
    return RulesFunction(parameters: parameters, lets: lets, result: result)
  }

  // MARK: expressions, the loosest first

  private mutating func parseExpression() throws -> RulesNode {
    let condition = try parseBinary(0)
    guard takes("?") else { return condition }
    let first = try parseExpression()
    try expect(":")
    return .choice(condition, first, try parseExpression())
  }

  private static let levels = [["||"], ["&&"], ["==", "!="], ["<", "<=", ">", ">=", "in", "is"]]

  private mutating func parseBinary(_ level: Int) throws -> RulesNode {
    guard level < Self.levels.count else { return try parseUnary() }
    var left = try parseBinary(level + 1)
    while Self.levels[level].contains(token) {
      let op = take()
      // What follows `is` is the name of a type.
      let right: RulesNode = op == "is" ? .string(take()) : try parseBinary(level + 1)
      left = .binary(op, left, right)
    }
    return left
  }

  private mutating func parseUnary() throws -> RulesNode {
    if takes("!") { return .not(try parseUnary()) }
    var node = try parsePrimary()
    while takes(".") {
      let name = take()
      node = takes("(") ? .method(node, name, try parseArguments()) : .member(node, name)
    }
    return node
  }

  private mutating func parseArguments(to end: String = ")") throws -> [RulesNode] {
    var arguments: [RulesNode] = []
    while !takes(end) {
      arguments.append(try parseExpression())
      _ = takes(",")
    }
    return arguments
  }

  private mutating func parsePrimary() throws -> RulesNode {
    let first = take()
    switch first {
    case "(":
      let inner = try parseExpression()
      try expect(")")
      return inner
    case "[": return .list(try parseArguments(to: "]"))
    case "{":
      try expect("}")
      return .emptyMap
    case "/":
      var parts = [try parsePart()]
      while takes("/") { parts.append(try parsePart()) }
      return .path(parts)
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: break
    }
    if first.hasPrefix("'") { return .string(String(first.dropFirst().dropLast())) }
    if let number = Int64(first) { return .int(number) }
    guard let letter = first.first, letter.isLetter || letter == "_" else {
      throw Failure(what: "'\(first)' is not a value (token \(next))")
    }
    return takes("(") ? .call(first, try parseArguments()) : .name(first)
  }

  private mutating func parsePart() throws -> RulesNode {
    guard takes("$(") else { return .string(take()) }
    let value = try parseExpression()
    try expect(")")
    return value
  }
}
