/// The struct of a kind: a plain struct with a default for every field.
///
///     public struct Coverage: Entity {
///       public var id = ID()
///       public var person: Ref<Person>?
///       public var role: CoverageRole = .insured
///       public var survivorshipRights = false
///       public init() {}
///
///       public static let schema = Schema("sam.coverage") {
///         One(\.person, inverse: \Person.coverages)
///       }
///     }
///
/// The struct is the one source of the fields: names, types, optionality and defaults are read from
/// it when its system is registered, and a schema that disagrees is refused. Fields have plain Swift types: texts,
/// numbers, `Date`, `Decimal`, `Duration`, `UUID`, `URL`, `Data`, `Codable` enumerations and structs, and arrays,
/// dictionaries and optionals of these. Defaults must be constants: reading never uses the clock. Property names
/// are the stored names. A `Date` is stored to the millisecond, rounded to the nearest one, and must lie in the years 0
/// to 9999.
///
/// A value that was read remembers the state in which it was read: saving it writes the fields that differ from that
/// state, and no others.
public protocol Entity: Codable, Sendable, Identifiable, Referable where ID == Ref<Self> {
  var id: Ref<Self> { get set }
  /// A value with defaults and a new id.
  init()
  static var schema: EntitySchema<Self> { get }
}

extension Entity {
  /// The schema of this entity: ``EntitySchema`` of Self.
  public typealias Schema = EntitySchema<Self>

  /// The kind's name, `system.typeName`.
  public static var kind: String { schema.kind }

  /// A value with defaults and this id.
  public init(id: Ref<Self>) {
    self.init()
    self.id = Ref(id.savedID, Provenance())
  }

  /// A new value with defaults, changed by `configure`: `Person { $0.displayNameCache = "Ann Lee" }`. Its id is the
  /// one that its natural key gives, if it has one, otherwise a new one.
  public init(_ configure: (inout Self) throws -> Void) rethrows {
    self.init()
    id = Ref()
    try configure(&self)
    if id.isGenerated, let keyed = Self.schema.keyedID(of: self) {
      id = Ref(keyed, Provenance(generatedID: keyed))
    }
  }

  /// The same, with this id.
  public init(id: Ref<Self>, _ configure: (inout Self) throws -> Void) rethrows {
    self.init(id: id)
    try configure(&self)
  }
}

/// Gives an ``Entity`` the name `ID` before its own `id` has been read, so that `var id = ID()` works.
public protocol Referable {}

extension Referable where Self: Entity {
  /// The type of the entity's `id`; `ID()` makes a new one.
  public typealias ID = Ref<Self>
}
