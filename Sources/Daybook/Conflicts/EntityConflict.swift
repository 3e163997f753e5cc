public import DaybookModel

/// Writes of several machines that had not seen one another and disagree, or that together broke a rule. Nothing
/// of it is lost: the winner shows, the others are here until somebody resolves it (``Ledger/resolve(_:keep:options:)``)
/// or simply writes anew, having seen them.
public struct EntityConflict: Sendable, Identifiable {
  /// What kind of conflict. Open: later versions may add to it.
  public struct Cause: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A cause from its raw value, so that a literal can be written for one.
    public init(stringLiteral value: String) { rawValue = value }

    /// Several values of one field.
    public static let field: Cause = "field"
    /// Linked on one machine and unlinked on another.
    public static let link: Cause = "link"
    /// A source has the entity by one machine's word and has lost it by another's.
    public static let presence: Cause = "presence"
    /// Deleted and made anew, which hides what it had before, though another machine wrote or restored it meanwhile.
    public static let recreated: Cause = "recreated"
    /// Deleted on one machine and edited on another, and the edit won: the entity is there.
    public static let revived: Cause = "revived"
    /// The same, and the delete won.
    public static let deleted: Cause = "deleted"
    /// A delete hides links, syncs or dismissals, which do not themselves say that the entity is there.
    public static let hiddenEdit: Cause = "hidden-edit"
    /// An owner's delete hides what another machine made or wrote of what belongs to it.
    public static let hiddenChild: Cause = "hidden-child"
    /// Several entities have the value of fields that must be unique.
    public static let unique: Cause = "unique"
    /// Deleted though a rule forbids it while another entity, here named too, is there.
    public static let denied: Cause = "denied"
  }

  /// One of the writes that stand against one another.
  public struct Side: Sendable, Equatable {
    /// Which entity it wrote.
    public var kind: String
    /// The id of that entity.
    public var entity: String
    /// The field or relation it wrote; nil where it said whether the entity is there.
    public var field: String?
    /// A link's target.
    public var to: String?
    /// The field's value, in the present schema's terms; else whether the entity is there, or linked.
    public var value: JSONValue
    /// Who.
    public var by: String?
    /// The write's own stamp, which names it.
    public var stamp: Stamp
    /// The stamp at which it counts, if not its own.
    public var at: Stamp?
    /// Where, and what that machine's replica is called.
    public var replica: ReplicaID
    /// What that machine is called; nil where the replica's first event is not here.
    public var replicaName: String?
    /// Whether the field is one that output masks: see ``Disclosure``.
    public var isSensitive: Bool
  }

  /// 12 hexadecimal digits, the same on every machine that holds the same writes. Another one once a further write
  /// joins the conflict.
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
  /// What shows first: the winner; of a shared value the one that had it first.
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
