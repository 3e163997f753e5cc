public import DaybookModel
public import DaybookView

/// A conflict of an entity of a known kind: ``Ledger/conflicts(of:as:)-(E.Type,_)`` lists them.
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

extension Ledger {
  /// The open conflicts of all entities of a kind. See ``conflicts(kind:id:as:)``.
  public func conflicts<E: Entity>(of type: E.Type, as viewer: Viewer? = nil) throws -> [TypedConflict<E>] {
    try conflicts(kind: E.kind, as: viewer).filter { $0.kind == E.kind }.map { TypedConflict(conflict: $0) }
  }

  /// The open conflicts of one entity.
  public func conflicts<E: Entity>(of ref: Ref<E>, as viewer: Viewer? = nil) throws -> [TypedConflict<E>] {
    try conflicts(kind: E.kind, id: ref.savedID, as: viewer)
      .filter { $0.kind == E.kind && $0.entity == ref.savedID }.map { TypedConflict(conflict: $0) }
  }

  /// Decides a conflict about a field by keeping a value: one of its sides, or another one. See
  /// ``resolve(_:keep:options:)``.
  ///
  ///     for conflict in try await ledger.conflicts(of: Person.self) where conflict.concerns(\.name) {
  ///       try await ledger.resolve(conflict, \.name, keep: longest(conflict.sides(\.name)).value)
  ///     }
  ///
  /// - Throws: ``LedgerError``: `usage` where the conflict is not about the value of this field, `not-found` where it is
  ///   no longer open.
  @discardableResult
  public nonisolated func resolve<E: Entity, Value: Codable>(
    _ conflict: TypedConflict<E>, _ path: KeyPath<E, Value>, keep value: Value, by author: String? = nil,
    why: String? = nil, as viewer: Viewer? = nil
  ) async throws -> AppendReceipt {
    let name = try E.storedName(of: path)
    guard conflict.cause == .field, conflict.conflict.field == name else {
      throw LedgerError(
        .usage, "the conflict \(conflict.id) is not about the value of \(E.kind).\(name)",
        advice: "resolve it with resolve(_:keep:), by its winner, its loser or an entity")
    }
    let json = try FieldEncoder.json(value, path: [FieldName(stringValue: name)])
    return try await resolve(
      conflict.id, keep: .value(json), options: AppendOptions(by: author, why: why, as: viewer))
  }

  /// Decides a conflict of any cause. See ``resolve(_:keep:options:)``.
  @discardableResult
  public nonisolated func resolve<E: Entity>(
    _ conflict: TypedConflict<E>, keep choice: ConflictChoice, by author: String? = nil, why: String? = nil,
    as viewer: Viewer? = nil
  ) async throws -> AppendReceipt {
    try await resolve(conflict.id, keep: choice, options: AppendOptions(by: author, why: why, as: viewer))
  }
}
