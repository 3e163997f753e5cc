public import DaybookModel
import DaybookRecords
package import DaybookView

/// Writes of several machines, made without seeing one another, that disagree or together break a rule. No value is
/// lost: the winner shows, and the conflict lists the others until somebody resolves it
/// (``LedgerConflicts/resolve(_:keep:options:)``) or simply writes anew after seeing them.
public struct EntityConflict: Sendable, Identifiable {
  /// The kind of conflict. Later versions may add others.
  public struct Cause: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A cause from its raw value, so that a literal can stand for one.
    public init(stringLiteral value: String) { rawValue = value }

    /// Several values of one field.
    public static let field: Cause = "field"
    /// Linked on one machine and unlinked on another.
    public static let link: Cause = "link"
    /// One machine reports that a source has the entity, another that the source has lost it.
    public static let presence: Cause = "presence"
    /// Deleted and made anew, which hides its former values, although another machine wrote or restored it meanwhile.
    public static let recreated: Cause = "recreated"
    /// Deleted on one machine and edited on another, and the edit won: the entity exists.
    public static let revived: Cause = "revived"
    /// The same, and the delete won.
    public static let deleted: Cause = "deleted"
    /// A delete hides links, syncs or dismissals, which do not themselves state that the entity exists.
    public static let hiddenEdit: Cause = "hidden-edit"
    /// An owner's delete hides an entity belonging to it that another machine made or wrote.
    public static let hiddenChild: Cause = "hidden-child"
    /// Several entities have the value of fields that must be unique.
    public static let unique: Cause = "unique"
    /// Deleted although a rule forbids it while another entity, also named here, exists.
    public static let denied: Cause = "denied"
  }

  /// One of the conflicting writes.
  public struct Side: Sendable, Equatable {
    /// Which entity it wrote.
    public var kind: String
    /// The id of that entity.
    public var entity: String
    /// The field or relation it wrote; nil where it set whether the entity exists.
    public var field: String?
    /// A link's target.
    public var to: String?
    /// The field's value, in the present schema's terms; otherwise whether the entity exists or is linked.
    public var value: JSONValue
    /// The author that the write names; nil: none.
    public var by: String?
    /// The write's own stamp, which names it.
    public var stamp: Stamp
    /// The stamp at which it counts, if not its own.
    public var at: Stamp?
    /// The replica that wrote it.
    public var replica: ReplicaID
    /// What that machine is called; nil where the replica's first event is not here.
    public var replicaName: String?
    /// Whether the field is one that output masks: see ``Disclosure``.
    public var isSensitive: Bool
  }

  /// 12 hexadecimal digits, the same on every machine that holds the same writes. It changes once a further write joins
  /// the conflict.
  public var id: String
  /// What made it a conflict, and so what a resolution decides about.
  public var cause: Cause
  public var kind: String
  /// The id of the entity that the conflict is about.
  public var entity: String
  /// The field, the relation, or several fields joined by `+`; nil where it is about the entity as a whole.
  public var field: String?
  /// A link's target.
  public var to: String?
  /// The others that it touches: a hidden child's owner, the one that a denied delete left behind, those that share
  /// a value.
  public var others: [Other]
  /// The side that shows first: the winner; for a shared value, the entity that had it first.
  public var sides: [Side]
  /// Whether the entity is deleted, hidden or gone, so that the conflict shows nowhere else.
  public var isGone: Bool
  /// Whether the kind holds personal data.
  public var isPersonal: Bool

  /// Another entity that a conflict touches.
  public struct Other: Sendable, Equatable {
    public var kind: String
    /// The id of that entity.
    public var entity: String
  }
}

/// A conflict that a later write settled, whose author had seen both sides.
public struct SettledConflict: Sendable {
  /// As it was listed while it was open.
  public var conflict: EntityConflict
  /// The write that settled it.
  public var settling: EntityConflict.Side
}

// A conflict as it is presented: what may be shown of it, and its description in words.

extension EntityConflict {
  /// With hidden values masked, and the targets of hidden relations.
  package func shown(_ disclosure: Disclosure) -> EntityConflict {
    var shown = self
    shown.sides = sides.map { $0.shown(disclosure) }
    if let field { shown.to = disclosure.text(to, of: field, kind: kind) }
    return shown
  }

  /// The cause in words. How many values there are is counted, so ask before they are masked.
  package var sentence: String {
    switch cause {
    case .field: "\(Set(sides.map(\.value.description)).count) values"
    case .link: "linked and unlinked"
    case .presence: "reported both as present in its source and as gone from it"
    case .recreated: "deleted and recreated, which hides writes that it had not seen"
    case .revived: "deleted on one side, edited on the other; it exists"
    case .deleted: "edited, and deleted: it is gone"
    case .hiddenEdit: "its delete hides writes that it had not seen"
    case .hiddenChild:
      "hidden with \(others.first.map { "\($0.kind) \($0.entity)" } ?? "its owner"), whose delete had not seen it"
    case .unique: "\(sides.count) have the same value"
    case .denied:
      "deleted, although \(others.first.map { "\($0.kind) \($0.entity)" } ?? "another entity") exists"
    default: cause.rawValue
    }
  }
}

extension EntityConflict.Side {
  package func shown(_ disclosure: Disclosure) -> Self {
    guard let field, isSensitive else { return self }
    var shown = self
    let hidden =
      field.split(separator: "+").map(String.init).first { disclosure.hides($0, of: kind) } ?? field
    shown.to = disclosure.text(to, of: hidden, kind: kind)
    // What is hidden is not whether it is linked.
    if to == nil { shown.value = disclosure.value(value, of: hidden, kind: kind) }
    return shown
  }
}

extension EntityConflict {
  init(_ found: ViewConflict, _ schemas: SchemaRegistry, name: (ReplicaID) -> String?) {
    let schema = found.entities.first.flatMap { schemas[$0.kind] }
    self.init(
      id: found.id, cause: Cause(rawValue: found.cause.code), kind: found.entities.first?.kind ?? "",
      entity: found.entities.first?.id ?? "", field: found.what, to: found.to,
      others: found.entities.dropFirst().map { Other(kind: $0.kind, entity: $0.id) },
      sides: found.sides.map { Side($0, schemas, name: name) }, isGone: found.isGone,
      isPersonal: schema?.isPersonal ?? true)
  }
}

extension EntityConflict.Side {
  init(_ side: ViewConflict.Side, _ schemas: SchemaRegistry, name: (ReplicaID) -> String?) {
    let stamp = side.write.stamp
    let fields = side.what?.split(separator: "+").map(String.init) ?? []
    self.init(
      kind: side.entity.kind, entity: side.entity.id, field: side.what, to: side.to, value: side.value,
      by: side.write.by, stamp: stamp, at: side.write.at, replica: stamp.replica,
      replicaName: name(stamp.replica),
      isSensitive: !side.isState && fields.contains { schemas.hides($0, of: side.entity.kind) })
  }
}
