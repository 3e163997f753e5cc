public import DaybookModel

/// What a field holds.
public indirect enum FieldType: Sendable, Equatable {
  case string, bool, int, double
  /// A number with up to 38 digits that are kept exactly: a `Decimal`, or a `Duration` in seconds.
  case decimal
  /// UTC milliseconds, `2026-11-21T06:13:00.123Z`.
  case instant
  /// `1980-03-01`, no zone.
  case day
  case uuid
  /// Base64, or `{"$blob":"<sha256>","size":n}` for large ones.
  case data
  /// An enumeration that is stored as a text, with the values this version knows.
  case enumeration([String])
  /// The id of an entity of the kind.
  case one(String)
  /// Edges to entities of the kind.
  case many(String)
  case array(FieldType)
  case dictionary(FieldType)
  /// A nested struct.
  case object([FieldSchema])
  /// Any JSON value.
  case any
}

/// One field of a kind, as the struct has it.
public struct FieldSchema: Sendable, Equatable {
  public var name: String
  public var type: FieldType
  public var isOptional: Bool
  /// What the field reads as while nobody wrote it.
  public var defaultValue: JSONValue
  /// Computed by the view; writing it is refused.
  public var isProjection = false
  /// The fields it is worked out from when one of them is written; empty for one that is not ``Derived``.
  public var derivedFrom: [String] = []
  /// Masked in output unless somebody asks for it.
  public var isSensitive = false
  /// Passed over by a search for words.
  public var isUnsearched = false
  /// Of an instant, whether it may be a day without a time: see ``Days``.
  public var mayBeDay = false
  /// How it reads while several machines have written it that had not seen one another; nil: the latest shows.
  public var merge: MergePolicy?
  /// Of data, whether the struct holds its name in the place of its content: see ``Blob``.
  package var isBlob = false
  /// Reads as the entity's first or last write while nobody wrote it.
  public var stampDefault: StampDefault?

  public enum StampDefault: Sendable, Equatable { case first, last }

  package init(name: String, type: FieldType, isOptional: Bool, defaultValue: JSONValue) {
    (self.name, self.type) = (name, type)
    (self.isOptional, self.defaultValue) = (isOptional, defaultValue)
  }
}

/// What happens to the related entity when the side that declares the rule is deleted.
public enum DeleteRule: String, Sendable {
  /// It is hidden too, while its owner is gone.
  case cascade
  /// The reference reads as null, the edge as absent, while its target is gone.
  case nullify
  /// The delete is refused while there are related entities.
  case deny
}

/// A relation, stored on the side that declares it with ``One`` or ``Many``.
public struct RelationSchema: Sendable, Equatable {
  public var name: String
  /// The kind that stores it.
  public var owner: String
  public var target: String
  public var isToMany: Bool
  /// The name of the same relation on the target, where it has one.
  public var inverse: String?
  /// Whether the inverse reads as many.
  public var isInverseToMany = true
  /// What happens to the target when the owner is deleted.
  public var onDelete: DeleteRule = .nullify
  /// What happens to the owner when the target is deleted.
  public var onTargetDelete: DeleteRule = .nullify
  /// Whether the owner is about the target, and is erased with it.
  public var isAbout = false
}

/// How one kind is read and written: the struct's fields and the schema's declarations together.
public struct KindSchema: Sendable {
  public var kind: String
  public var version: Int64
  /// In the order of the struct; `id` and the relations included.
  public var fields: [FieldSchema] = []
  /// The relations it stores.
  public var relations: [RelationSchema] = []
  /// The relations that others store and that it reads by their inverse names.
  public var inverses: [RelationSchema] = []
  /// The field whose normalised value the id is derived from.
  public var key: NaturalKey?
  /// Sets of fields whose values no two entities share; the natural key's is among them.
  public var uniques: [[String]] = []
  public var dismissal: DismissalRule?
  /// Where imports find the entity that a deleted one turned out to be.
  public var successor: SuccessorRule?
  /// Whether its entities hold personal data.
  public var isPersonal = false
  /// Another name of `id`.
  public var idAlias: String?
  public var renames: [FieldRename] = []
  public var indexed: [String] = []
  /// The fields of the entities that are there without an event, by id.
  public var provided: [String: JSONObject] = [:]
  /// How fields read that several machines wrote at once.
  public var merges: [String: MergePolicy] = [:]

  /// Whether people or another system give the ids: see ``GivenIDs``.
  public var hasGivenIDs = false

  /// What ``Names`` declares.
  package var declaredNaming: NamingRule?
  /// The fields that have ``upcasts``.
  var upcastFields: [String] = []
  var code = Code.known(KindCode())

  package init(kind: String, version: Int64) { (self.kind, self.version) = (kind, version) }

  public func field(_ name: String) -> FieldSchema? { fields.first { $0.name == name } }
}

/// A former name of a field.
public struct FieldRename: Sendable, Equatable {
  public var former: String
  public var name: String
}

/// What `dismiss` and `restore` write to a field.
public struct DismissalRule: Sendable, Equatable {
  public enum Value: Sendable, Equatable {
    case value(JSONValue)
    /// The time of the event.
    case now
  }

  public var field: String
  public var dismissed: Value
  public var restored: Value
}
