public import DaybookModel

/// What a field holds.
public indirect enum FieldType: Sendable, Equatable {
  /// Any text, compared by its bytes.
  case string
  /// True or false.
  case bool
  /// An integer of 64 bits with a sign.
  case int
  /// A finite number as a double.
  case double
  /// A number with up to 38 digits that are kept exactly: a `Decimal`, or a `Duration` in seconds.
  case decimal
  /// UTC milliseconds, `2026-11-21T06:13:00.123Z`.
  case instant
  /// A day such as `1980-03-01`, without a zone.
  case day
  /// A UUID as lower-case text.
  case uuid
  /// Base64, or `{"$blob":"<sha256>","size":n}` for large ones.
  case data
  /// An enumeration that is stored as a text, with the values this version knows.
  case enumeration([String])
  /// The id of an entity of the kind.
  case one(String)
  /// Edges to entities of the kind.
  case many(String)
  /// A list of values of one type, in order.
  case array(FieldType)
  /// Values of one type by text keys, as a JSON object.
  case dictionary(FieldType)
  /// A nested struct.
  case object([FieldSchema])
  /// Any JSON value.
  case any
}

/// One field of a kind, as the struct has it.
public struct FieldSchema: Sendable, Equatable {
  /// The name of the struct's property, which is also the stored name.
  public var name: String
  /// The type without its optionality.
  public var type: FieldType
  /// Whether null is a value of the field; for other fields, writing null restores the default.
  public var isOptional: Bool
  /// What the field reads as while nobody wrote it.
  public var defaultValue: JSONValue
  /// Whether the view computes it; writing it is refused.
  public var isProjection = false
  /// The fields from which it is computed when one of them is written; empty for a field that is not ``Derived``.
  public var derivedFrom: [String] = []
  /// Whether output masks it unless somebody asks for it.
  public var isSensitive = false
  /// Whether a search for words ignores it.
  public var isUnsearched = false
  /// For an instant, whether it may be a day without a time: see ``Days``.
  public var mayBeDay = false
  /// The policy for writes of several machines that had not seen one another; nil: the latest shows.
  public var merge: MergePolicy?
  /// For data, whether the struct holds its name instead of its content: see ``Blob``.
  package var isBlob = false
  /// Whether it reads as the time of the entity's first or last write while nobody wrote it; nil: neither.
  public var stampDefault: StampDefault?

  /// Which write's time an instant reads as while nobody wrote it.
  public enum StampDefault: Sendable, Equatable {
    /// The entity's first write: see ``FirstWritten``.
    case first
    /// The entity's last write: see ``LastWritten``.
    case last
  }

  package init(name: String, type: FieldType, isOptional: Bool, defaultValue: JSONValue) {
    (self.name, self.type) = (name, type)
    (self.isOptional, self.defaultValue) = (isOptional, defaultValue)
  }
}

/// What happens to the related entity when the side that declares the rule is deleted.
public enum DeleteRule: String, Sendable {
  /// The related entity is hidden too, while its owner is gone.
  case cascade
  /// The reference reads as null, the edge as absent, while its target is gone.
  case nullify
  /// The delete is refused while related entities exist.
  case deny
}

/// A relation, stored on the side that declares it with ``One`` or ``Many``.
public struct RelationSchema: Sendable, Equatable {
  /// The name of the field on the owner.
  public var name: String
  /// The kind that stores it.
  public var owner: String
  /// The kind that it refers to; it may be of another system.
  public var target: String
  /// True for edges (``Many``), false for a reference in a field (``One``).
  public var isToMany: Bool
  /// The name of the same relation on the target, where it has one.
  public var inverse: String?
  /// Whether the inverse reads as many.
  public var isInverseToMany = true
  /// What happens to the target if the owner is deleted.
  public var onDelete: DeleteRule = .nullify
  /// What happens to the owner if the target is deleted.
  public var onTargetDelete: DeleteRule = .nullify
  /// Whether the owner is about the target, and is erased with it.
  public var isAbout = false
}

/// How one kind is read and written: the struct's fields and the schema's declarations together.
public struct KindSchema: Sendable {
  public var kind: String
  /// The kind's own version, or else its system's; each event records it as `v`.
  public var version: Int64
  /// The fields in the order of the struct, including `id` and the relations.
  public var fields: [FieldSchema] = []
  /// The relations it stores.
  public var relations: [RelationSchema] = []
  /// The relations that others store and that it reads by their inverse names.
  public var inverses: [RelationSchema] = []
  /// The field whose normalised value the id is derived from.
  public var key: NaturalKey?
  /// Sets of fields whose values no two entities share; the natural key's is among them.
  public var uniques: [[String]] = []
  /// What `dismiss` and `restore` write; nil where no ``Dismissal`` declares it.
  public var dismissal: DismissalRule?
  /// Where imports find the entity that a deleted one turned out to be.
  public var successor: SuccessorRule?
  /// Whether its entities hold personal data.
  public var isPersonal = false
  /// Another name of `id`.
  public var idAlias: String?
  /// Former names, none of which is the name of a present field.
  public var renames: [FieldRename] = []
  /// Fields declared with ``Indexed``, each by itself; keys and unique fields are indexed without it.
  public var indexed: [String] = []
  /// The fields of the entities that exist without events, by id.
  public var provided: [String: JSONObject] = [:]
  /// The merge policies of fields.
  public var merges: [String: MergePolicy] = [:]

  /// Whether people or another system assign the ids: see ``GivenIDs``.
  public var hasGivenIDs = false

  /// What ``Names`` declares.
  package var declaredNaming: NamingRule?
  /// The fields that have ``upcasts``.
  var upcastFields: [String] = []
  var code = Code.known(KindCode())

  package init(kind: String, version: Int64) { (self.kind, self.version) = (kind, version) }

  /// The field with this present name; nil if there is none. O(fields).
  public func field(_ name: String) -> FieldSchema? { fields.first { $0.name == name } }
}

/// A former name of a field.
public struct FieldRename: Sendable, Equatable {
  /// The name under which old events hold it.
  public var former: String
  /// The present name.
  public var name: String
}

/// What `dismiss` and `restore` write to a field.
public struct DismissalRule: Sendable, Equatable {
  /// What is written to the field.
  public enum Value: Sendable, Equatable {
    /// This value; null clears the field.
    case value(JSONValue)
    /// The time of the event.
    case now
  }

  /// The field that is written, by its stored name.
  public var field: String
  /// What `dismiss` writes.
  public var dismissed: Value
  /// What `restore` writes.
  public var restored: Value
}
