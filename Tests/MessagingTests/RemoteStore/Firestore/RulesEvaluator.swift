import DaybookModel

@testable import Messaging

/// A value of the rules' language.
enum RulesValue: Equatable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case timestamp(String)
  case list([RulesValue])
  case set([RulesValue])
  case map([String: RulesValue])
  /// What `diff` gives: the keys that differ.
  case keys([String])

  /// - Parameter rules: say which field is an instant.
  init(_ value: JSONValue, isInstant: Bool = false) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .number(let text): self = .double(Double(text) ?? 0)
    case .string(let text): self = isInstant && Instant(text) != nil ? .timestamp(text) : .string(text)
    case .array(let values): self = .list(values.map { RulesValue($0) })
    case .object(let object):
      self = .map(Dictionary(uniqueKeysWithValues: object.map { ($0.key, RulesValue($0.value)) }))
    }
  }

  var elements: [RulesValue]? {
    switch self {
    case .list(let values), .set(let values): values
    default: nil
    }
  }
}

/// Decides a request by a file of rules, as Firestore would: what goes wrong on the way is a refusal.
struct RulesEvaluator {
  struct Failure: Error { var what: String }

  private let documents: RulesMatch
  private let service: RulesMatch

  init(_ text: String) throws {
    service = try RulesParser.parse(text)
    guard let documents = service.matches.first, service.matches.count == 1 else {
      throw Failure(what: "no documents")
    }
    self.documents = documents
  }

  struct Request {
    /// `read`, `create`, `update`
    var action: String
    var path: [String]
    var user: String
    var before: RulesValue?
    var after: RulesValue?
    var time = RulesValue.timestamp("now")
    /// The living or deleted documents of conversations, by id.
    var conversations: [String: RulesValue] = [:]
  }

  func allows(_ request: Request) -> Bool {
    for match in documents.matches where match.pattern.count == request.path.count {
      var names: [String: RulesValue] = ["database": .string("(default)")]
      var isSame = true
      for (pattern, part) in zip(match.pattern, request.path) {
        if pattern.hasPrefix("{") {
          names[String(pattern.dropFirst().dropLast())] = .string(part)
        } else if pattern != part {
          isSame = false
        }
      }
      guard isSame, let condition = match.allows[request.action] else { continue }
      let functions = documents.functions.merging(match.functions) { $1 }
      let scope = Scope(request: request, functions: functions, wildcards: names)
      if (try? scope.value(condition, [:], depth: 0)) == .bool(true) { return true }
    }
    return false
  }

  private struct Scope {
    let request: Request
    let functions: [String: RulesFunction]
    let wildcards: [String: RulesValue]

    func value(_ node: RulesNode, _ names: [String: RulesValue], depth: Int) throws -> RulesValue {
      // As many calls within one another as Firestore permits.
      guard depth <= 20 else { throw Failure(what: "calls nested too deeply") }
      func inner(_ node: RulesNode) throws -> RulesValue { try value(node, names, depth: depth) }
      switch node {
      case .null: return .null
      case .bool(let value): return .bool(value)
      case .int(let value): return .int(value)
      case .string(let text): return .string(text)
      case .list(let nodes): return .list(try nodes.map(inner))
      case .emptyMap: return .map([:])
      case .path: throw Failure(what: "a path is for get")
      case .name(let name): return try variable(name, names)
      case .not(let node): return .bool(try !truth(inner(node)))
      case .choice(let condition, let first, let second):
        return try truth(inner(condition)) ? inner(first) : inner(second)
      case .member(let node, let name):
        guard case .map(let map) = try inner(node), let value = map[name] else {
          throw Failure(what: "no member '\(name)'")
        }
        return value
      case .binary(let op, let left, let right):
        return try binary(op, try inner(left), right, inner)
      case .method(let node, let name, let arguments):
        return try method(name, of: try inner(node), try arguments.map(inner))
      case .call("get", let arguments):
        guard case .path(let parts)? = arguments.first, case .string(let id)? = try parts.last.map(inner),
          let data = request.conversations[id]
        else { throw Failure(what: "no such document") }
        return .map(["data": data])
      case .call(let name, let arguments):
        guard let function = functions[name], function.parameters.count == arguments.count else {
          throw Failure(what: "no function '\(name)' of \(arguments.count)")
        }
        var own = Dictionary(uniqueKeysWithValues: zip(function.parameters, try arguments.map(inner)))
        for item in function.lets { own[item.name] = try value(item.value, own, depth: depth + 1) }
        return try value(function.result, own, depth: depth + 1)
      }
    }

    private func variable(_ name: String, _ names: [String: RulesValue]) throws -> RulesValue {
      if let value = names[name] ?? wildcards[name] { return value }
      switch name {
      case "resource": return request.before.map { .map(["data": $0]) } ?? .null
      case "request":
        var fields: [String: RulesValue] = [
          "auth": .map(["uid": .string(request.user)]), "time": request.time,
        ]
        if let after = request.after { fields["resource"] = .map(["data": after]) }
        return .map(fields)
      default: throw Failure(what: "'\(name)' is not known")
      }
    }

    private func truth(_ value: RulesValue) throws -> Bool {
      guard case .bool(let truth) = value else { throw Failure(what: "neither true nor false") }
      return truth
    }

    private func binary(
      _ op: String, _ left: RulesValue, _ right: RulesNode, _ inner: (RulesNode) throws -> RulesValue
    ) throws -> RulesValue {
      switch op {
      case "&&": return .bool(try truth(left) && truth(inner(right)))
      case "||": return .bool(try truth(left) || truth(inner(right)))
      case "==": return .bool(try left == inner(right))
      case "!=": return .bool(try left != inner(right))
      case "in":
        guard let elements = try inner(right).elements else { throw Failure(what: "'in' needs a list") }
        return .bool(elements.contains(left))
      case "is":
        guard case .string(let type) = try inner(right) else { throw Failure(what: "no type") }
        return .bool(Self.isOf(type, left))
      default:
        guard let (a, b) = Self.numbers(left, try inner(right)) else { throw Failure(what: "no numbers") }
        return .bool(op == "<" ? a < b : op == "<=" ? a <= b : op == ">" ? a > b : a >= b)
      }
    }

    private static func isOf(_ type: String, _ value: RulesValue) -> Bool {
      switch (type, value) {
      case ("string", .string), ("bool", .bool), ("int", .int), ("float", .double), ("number", .int),
        ("number", .double), ("list", .list), ("map", .map), ("timestamp", .timestamp), ("set", .set):
        true
      default: false
      }
    }

    private static func numbers(_ left: RulesValue, _ right: RulesValue) -> (Double, Double)? {
      func number(_ value: RulesValue) -> Double? {
        switch value {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
      }
      guard let a = number(left), let b = number(right) else { return nil }
      return (a, b)
    }

    private func method(_ name: String, of value: RulesValue, _ arguments: [RulesValue]) throws -> RulesValue
    {
      switch (value, name, arguments.count) {
      case (.map(let map), "get", 2):
        guard case .string(let key) = arguments[0] else { throw Failure(what: "no key") }
        return map[key] ?? arguments[1]
      case (.map(let map), "keys", 0): return .list(map.keys.sorted().map { .string($0) })
      case (.map(let map), "diff", 1):
        guard case .map(let other) = arguments[0] else { throw Failure(what: "no map") }
        return .keys(Set(map.keys).union(other.keys).filter { map[$0] != other[$0] }.sorted())
      case (.keys(let keys), "affectedKeys", 0): return .set(keys.map { .string($0) })
      case (.string(let text), "toUtf8", 0): return .list(text.utf8.map { .int(Int64($0)) })
      case (.string(let text), "size", 0): return .int(Int64(text.count))
      case (.map(let map), "size", 0): return .int(Int64(map.count))
      default: break
      }
      guard let own = value.elements else { throw Failure(what: "no method '\(name)'") }
      switch (name, arguments.first?.elements) {
      case ("size", nil): return .int(Int64(own.count))
      case ("toSet", nil): return .set(own.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
      case ("difference", let other?): return .set(own.filter { !other.contains($0) })
      case ("hasOnly", let other?): return .bool(own.allSatisfy(other.contains))
      case ("hasAny", let other?): return .bool(own.contains(where: other.contains))
      case ("hasAll", let other?): return .bool(other.allSatisfy(own.contains))
      default: throw Failure(what: "no method '\(name)'")
      }
    }
  }
}
