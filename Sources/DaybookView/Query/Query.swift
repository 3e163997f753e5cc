public import DaybookModel

/// Which entities of one kind, in which order, with which fields.
public struct Query: Sendable, Equatable {
  public var kind: String
  /// Nil: all.
  public var condition: Condition?
  /// The first decides; ties go by the next, at last by id.
  public var sort: [SortKey] = []
  public var limit: Int?
  public var offset = 0
  /// Nil: all fields. The id is always there.
  public var fields: [String]?
  /// Counts the entities by this field's values.
  public var groupBy: String?
  /// Counts only.
  public var isCount = false
  /// Also what is deleted, hidden with its owner or gone from its source.
  public var includesDeleted = false

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
  public var isDescending: Bool
  /// Texts compare without regard to case and diacritics first; otherwise by their bytes.
  public var isFolded = false

  public init(_ path: String, descending: Bool = false) {
    (self.path, isDescending) = (path, descending)
  }
}

/// What a query came to.
public struct QueryResult: Sendable, Equatable {
  /// Empty for counts and groups.
  public var rows: [Row] = []
  /// How many entities the condition holds for, before limit and offset.
  public var count = 0
  /// Set when the query groups: values in the order of their sorting, with how many have them.
  public var groups: [Group]?

  package init() {}

  public struct Group: Sendable, Equatable {
    public var value: JSONValue
    public var count: Int

    package init(value: JSONValue, count: Int) { (self.value, self.count) = (value, count) }
  }
}

/// A condition on an entity.
public indirect enum Condition: Sendable, Equatable {
  case compare(Path, Comparison, JSONValue)
  /// One field against another.
  case compareFields(Path, Comparison, Path)
  /// Equal to one of the values.
  case isIn(Path, [JSONValue])
  /// A text that holds the text, whatever its case and diacritics; an array or a to-many relation that
  /// holds the value.
  case contains(Path, JSONValue)
  /// A text that holds the text or begins with it, byte for byte.
  case matches(Path, TextMatch, String)
  case isNull(Path)
  /// At least one entity at the other end of a to-many relation for which the condition holds.
  case any(Path, Condition)
  case and([Condition])
  case or([Condition])
  case not(Condition)
  case constant(Bool)

  public enum Comparison: String, Sendable {
    case equal = "=", notEqual = "!=", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
  }

  public enum TextMatch: Sendable { case holds, begins }

  /// A field, led to across to-one relations: `person.manager.name`; also into nested values.
  public struct Path: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public var names: [String]

    public init(_ names: [String]) { self.names = names }
    public init(stringLiteral value: String) {
      names = value.split(separator: ".").map(String.init)
    }
    public var description: String { names.joined(separator: ".") }
  }
}
