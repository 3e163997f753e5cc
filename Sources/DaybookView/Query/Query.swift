public import DaybookModel

/// Which entities of one kind, in which order, with which fields.
public struct Query: Sendable, Equatable {
  public var kind: String
  /// The condition that the entities must meet; nil: all.
  public var condition: Condition?
  /// The first decides; the next one breaks ties, and finally the id.
  public var sort: [SortKey] = []
  /// How many rows at most; nil: all. A negative one counts as 0. Counts and groups ignore it.
  public var limit: Int?
  /// How many of the sorted entities to skip before the first row; a negative one counts as 0.
  public var offset = 0
  /// The fields of each row; nil: all. The id is always included.
  public var fields: [String]?
  /// Counts the entities by this field's values.
  public var groupBy: String?
  /// Whether to count only, without rows.
  public var isCount = false
  /// Whether to include entities that are deleted, hidden with their owner or gone from their source.
  public var includesDeleted = false

  /// A query for whole rows of what shows: the other members have their defaults.
  public init(
    _ kind: String, where condition: Condition? = nil, sort: [SortKey] = [], limit: Int? = nil,
    offset: Int = 0
  ) {
    (self.kind, self.condition, self.sort) = (kind, condition, sort)
    (self.limit, self.offset) = (limit, offset)
  }
}

/// Nulls come last ascending and first descending.
public struct SortKey: Sendable, Equatable {
  /// A field, or a dotted path across to-one relations.
  public var path: String
  /// From the greatest to the least; false by default.
  public var isDescending: Bool
  /// Whether texts compare first without regard to case and diacritics; otherwise by their bytes.
  public var isFolded = false

  /// A key that compares texts by their bytes.
  public init(_ path: String, descending: Bool = false) {
    (self.path, isDescending) = (path, descending)
  }
}

/// The result of a query.
public struct QueryResult: Sendable, Equatable {
  /// The rows; empty for counts and groups.
  public var rows: [Row] = []
  /// How many entities the condition holds for, before limit and offset.
  public var count = 0
  /// Set if the query groups: the values in sorting order, each with its number of entities.
  public var groups: [Group]?

  package init() {}

  /// One value of the field that the query groups by.
  public struct Group: Sendable, Equatable {
    /// The value; null for entities where the field is null or an empty list. Each element of a list is a value.
    public var value: JSONValue
    /// How many entities have it, before limit and offset.
    public var count: Int

    package init(value: JSONValue, count: Int) { (self.value, self.count) = (value, count) }
  }
}

/// A condition on an entity.
public indirect enum Condition: Sendable, Equatable {
  /// A field compared with a value; an instant is a text such as `2026-11-21T06:13:00.123Z`.
  case compare(Path, Comparison, JSONValue)
  /// One field compared with another.
  case compareFields(Path, Comparison, Path)
  /// Equal to one of the values.
  case isIn(Path, [JSONValue])
  /// A text that contains the text, whatever its case and diacritics; or an array or a to-many relation that contains
  /// the value.
  case contains(Path, JSONValue)
  /// A text that contains the text or begins with it, byte for byte.
  case matches(Path, TextMatch, String)
  /// The path reads as null: the field has no value, or a reference on the way has no target.
  case isNull(Path)
  /// At least one entity at the other end of a to-many relation for which the condition holds.
  case any(Path, Condition)
  /// All of the conditions hold; true if there are none.
  case and([Condition])
  /// At least one of the conditions holds; false if there are none.
  case or([Condition])
  /// The condition does not hold. There is no third truth value: null is simply unequal to every other value.
  case not(Condition)
  /// Holds for every entity, or for none.
  case constant(Bool)

  /// How a comparison's left side relates to its right; the raw value is the operator of a text condition.
  public enum Comparison: String, Sendable {
    /// Numbers compare by value, texts by bytes, false before true; other values, and those of different types, have no
    /// order and are only equal or not.
    case equal = "=", notEqual = "!=", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
  }

  /// How a text is matched with another, byte for byte.
  public enum TextMatch: Sendable {
    /// The text contains the other anywhere.
    case holds
    /// The text begins with the other.
    case begins
  }

  /// The path to a field, across to-one relations (`person.manager.name`) and into nested values.
  public struct Path: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// At least one name, such as `["person", "name"]`.
    public var names: [String]

    /// A path of these names, which are checked against the schema when the query runs.
    public init(_ names: [String]) { self.names = names }
    /// The names between the dots of the text.
    public init(stringLiteral value: String) {
      names = value.split(separator: ".").map(String.init)
    }
    public var description: String { names.joined(separator: ".") }
  }
}
