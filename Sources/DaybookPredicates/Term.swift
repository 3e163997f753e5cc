import DaybookModel
import DaybookView

/// The meaning of a part of a predicate.
indirect enum Term {
  case condition(Condition)
  case path(Place)
  /// A value that is known now; null for nil.
  case value(JSONValue)
  /// `path ?? value`
  case coalesced(Place, JSONValue)
  /// A condition at the end of an optional chain: nil where the field is null.
  case optional(Place, Condition)
  /// From the lower bound to the upper bound; either may be missing.
  case range(lower: JSONValue?, upper: JSONValue?, includesUpper: Bool)
}

/// A field of the entity that is a closure's argument, or of one that it refers to.
struct Place {
  /// The closure: 0 is the predicate's own.
  var scope: Int
  var names: [String]
  /// Whether the closure's argument is an entity, not a value.
  var isEntity: Bool

  func adding(_ name: String) -> Place {
    var place = self
    place.names.append(name)
    return place
  }

  /// The path as conditions name it: an entity itself is its id.
  var path: Condition.Path { Condition.Path(names.isEmpty && isEntity ? ["id"] : names) }
}

/// Why the ledger cannot answer a predicate.
struct Untranslatable: Error {
  var what: String
  var advice: String?
  /// Whether it is a property, and `what` already describes its error.
  var isProperty = false
}

extension Term {
  /// A condition on the term's value: `onPath` for a field, `onValue` for a known value.
  func condition(
    in scope: Int, _ onPath: (Condition.Path) throws -> Condition, _ onValue: (JSONValue) -> Bool
  ) throws -> Condition {
    switch self {
    case .path(let place): return try onPath(try place.path(in: scope))
    case .value(let value): return .constant(onValue(value))
    case .coalesced(let place, let value):
      let path = try place.path(in: scope)
      return .or([
        .and([.isNull(path), .constant(onValue(value))]), .and([.not(.isNull(path)), try onPath(path)]),
      ])
    case .condition, .optional, .range:
      throw Untranslatable(what: "a condition in the place of a field or a value")
    }
  }

  /// The term as a condition: of a field, that it is true.
  func asCondition(in scope: Int) throws -> Condition {
    if case .condition(let condition) = self { return condition }
    if case .optional(let place, let condition) = self {
      return .and([.not(.isNull(try place.path(in: scope))), condition])
    }
    return try condition(in: scope, { .compare($0, .equal, true) }, { $0 == true })
  }
}

extension Place {
  func path(in scope: Int) throws -> Condition.Path {
    guard self.scope == scope else {
      throw Untranslatable(
        what: "a closure that reads '\(path)' of the entity outside of it",
        advice: "read that value into a variable first")
    }
    return path
  }
}
