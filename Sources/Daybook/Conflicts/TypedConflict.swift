public import DaybookModel
public import DaybookView

/// A conflict of an entity of a known kind: ``LedgerConflicts/list(of:as:)-(E.Type,_)`` lists them.
public struct TypedConflict<E: Entity>: Sendable, Identifiable {
  /// The untyped conflict, also for one that is not about a field: a delete against an edit, a shared value.
  public let conflict: EntityConflict

  /// See ``EntityConflict/id``.
  public var id: String { conflict.id }
  /// The entity.
  public var ref: Ref<E> { Ref(conflict.entity) }
  /// The kind of conflict. Only one with the cause ``EntityConflict/Cause/field`` has ``sides(_:)``.
  public var cause: EntityConflict.Cause { conflict.cause }

  /// Whether it is about this field or relation.
  public func concerns<Value>(_ path: KeyPath<E, Value>) -> Bool {
    guard let name = PropertyNames.name(of: path), let field = conflict.field else { return false }
    return field == name || cause == .unique && field.split(separator: "+").contains { $0 == name }
  }

  /// The conflicting values of the field; the first one shows. Empty where the conflict is not about
  /// the value of this field. A value that this version cannot read is the field's default.
  public func sides<Value: Codable>(_ path: KeyPath<E, Value>) -> [Side<Value>] {
    guard cause == .field, concerns(path) else { return [] }
    return conflict.sides.map { side in
      Side(
        value: E.read(side.value, path), author: side.by, stamp: side.stamp, replica: side.replica,
        replicaName: side.replicaName)
    }
  }

  /// A value that was written, by whom, when and where.
  public struct Side<Value> {
    /// What was written, in the present schema's terms; the field's default where this version cannot read it.
    public let value: Value
    /// The author that the write names; nil: none.
    public let author: String?
    /// The write's own stamp, which names it in the log.
    public let stamp: Stamp
    /// The replica that wrote it.
    public let replica: ReplicaID
    /// What that machine is called.
    public let replicaName: String?
  }
}

extension TypedConflict.Side: Sendable where Value: Sendable {}
extension TypedConflict.Side: Equatable where Value: Equatable {}
