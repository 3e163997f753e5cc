import Crypto
package import DaybookModel
package import DaybookRecords

/// A write of one machine that another, without knowing of it, overwrote or contradicted. Everything stays as it is
/// until somebody resolves the conflict.
package struct ViewConflict: Sendable {
  package enum Cause: Sendable, Equatable {
    /// Values of one field.
    case field
    /// An edge linked here and unlinked there.
    case link
    /// A source that has the entity on one machine and has lost it on another.
    case presence
    /// A deleted entity made anew, which hides what another machine wrote about it, or although another machine
    /// restored it as it was.
    case recreated
    /// Deleted here and written there, and the write won.
    case revived
    /// The same, and the delete won.
    case deleted
    /// A delete hides writes to the entity that do not themselves state that it exists.
    case hiddenEdit
    /// A delete hides writes to an entity that is hidden with its owner.
    case hiddenChild
    /// Entities of one kind with the same values in fields that must be unique.
    case unique(fields: [String], values: [String])
    /// A deleted entity, and another whose existence forbids the delete under its delete rule.
    case denied(relation: String)
  }

  package struct Entity: Sendable, Hashable {
    package var kind: String
    package var id: String
  }

  /// One of the conflicting writes.
  package struct Side: Sendable {
    /// Which entity it wrote.
    package var entity: Entity
    /// The field or relation it wrote; nil where it set whether the entity exists.
    package var what: String?
    /// An edge's target.
    package var to: String?
    /// The field's value, in the present schema's terms; otherwise whether the entity exists or is linked.
    package var value: JSONValue
    package var write: RegisterWrite
    /// Whether `what` names no field, but the entity's presence in its source or the delete after which it was
    /// re-created.
    package var isState = false
  }

  package var cause: Cause
  /// The entities of the conflict, the main one first: for a hidden child, the child, then its owner; for a denied
  /// delete, the deleted entity, then the other; for a shared value, all that have it, beginning with the one that had
  /// it first.
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
  /// The name for programs.
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

extension ViewConflict {
  /// 12 hexadecimal digits: of the SHA-256 of cause, entities, register and the leaf hashes of the writes. So it is
  /// the same on every machine that holds these writes, and changes as soon as another write joins the conflict. (For a
  /// delete that won over edits: of the writes that set whether the entity exists.)
  package var id: String {
    let counted = cause == .deleted ? sides.filter { $0.what == nil } : sides
    let leaves = Set(counted.map(\.write.leafHash.description)).sorted()
    let named: JSONValue = .array([
      .string(cause.code), .array(entities.map { .array([.string($0.kind), .string($0.id)]) }),
      what.map { .string($0) } ?? .null, to.map { .string($0) } ?? .null,
      .array(leaves.map { .string($0) }),
    ])
    var text: [UInt8] = []
    for byte in SHA256.hash(data: named.canonicalBytes).prefix(Self.idSizeBytes) {
      text.append(hexadecimal: UInt64(byte), width: 2)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let idSizeBytes = 6

  /// By kind and id of the entity, then by cause and register: the same on every machine.
  static func precedes(_ left: ViewConflict, _ right: ViewConflict) -> Bool {
    let (a, b) = (left.sortNames, right.sortNames)
    for (a, b) in zip(a, b) where !a.utf8.elementsEqual(b.utf8) {
      return a.utf8.lexicographicallyPrecedes(b.utf8)
    }
    return a.count < b.count
  }

  private var sortNames: [String] {
    [entities.first?.kind ?? "", entities.first?.id ?? "", String(rank), what ?? "", to ?? ""]
      + entities.dropFirst().flatMap { [$0.kind, $0.id] }
  }

  private var rank: Int {
    switch cause {
    case .revived, .deleted: 0
    case .recreated: 1
    case .hiddenEdit: 2
    case .hiddenChild: 3
    case .presence: 4
    case .field: 5
    case .link: 6
    case .unique: 7
    case .denied: 8
    }
  }
}
