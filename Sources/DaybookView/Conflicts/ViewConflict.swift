package import DaybookModel
package import DaybookRecords

/// Something that one machine wrote and another, not knowing of it, wrote over or against. Everything stays as it
/// is until somebody resolves it.
package struct ViewConflict: Sendable {
  package enum Cause: Sendable, Equatable {
    /// Values of one field.
    case field
    /// An edge linked here and unlinked there.
    case link
    /// A source that has the entity and has lost it.
    case presence
    /// A deleted entity made anew, which hides what another machine wrote of it, or it brought it back as it was.
    case recreated
    /// Deleted here and written there, and the write won.
    case revived
    /// The same, and the delete won.
    case deleted
    /// A delete hides writes of the entity that do not themselves say it is there.
    case hiddenEdit
    /// A delete hides writes of an entity that goes with its owner.
    case hiddenChild
    /// Entities of one kind with the same values in fields that must be unique.
    case unique(fields: [String], values: [String])
    /// A deleted entity and one that its delete rule says must not have been there any more.
    case denied(relation: String)
  }

  package struct Entity: Sendable, Hashable {
    package var kind: String
    package var id: String
  }

  /// One of the writes that stand against one another.
  package struct Side: Sendable {
    /// Which entity it wrote.
    package var entity: Entity
    /// The field or relation it wrote; nil where it said whether the entity is there.
    package var what: String?
    /// An edge's target.
    package var to: String?
    /// The field's value, as the present schema means it; else whether the entity is there, or linked.
    package var value: JSONValue
    package var write: RegisterWrite
    /// Whether `what` names no field, but the entity's presence in its source or the delete after which it was
    /// re-created.
    package var isState = false
  }

  package var cause: Cause
  /// The one that it is about first: of a hidden child the child, then its owner; of a denied delete the
  /// deleted one, then the other; of a shared value all that have it, the one that had it first before the others.
  package var entities: [Entity]
  /// The field, the relation, or fields joined by `+`; nil where it is about the entity as a whole.
  package var what: String?
  package var to: String?
  /// What shows first: the winner.
  package var sides: [Side]
  /// Whether the entity is deleted, hidden or gone.
  package var isGone = false
}

extension ViewConflict.Cause {
  /// The name that programs know it by.
  package var code: String {
    switch self {
    case .field: "field"
    case .link: "link"
    case .presence: "presence"
    case .recreated: "recreated"
    case .revived: "revived"
    case .deleted: "deleted"
    case .hiddenEdit: "hidden-edit"
    case .hiddenChild: "hidden-child"
    case .unique: "unique"
    case .denied: "denied"
    }
  }
}
