import DaybookModel
import DaybookRecords
public import DaybookView

/// The conflicts of a ledger: writes of several machines that disagree, and ways to decide between them.
///
///     for conflict in try await ledger.conflicts.list(of: Person.self) {
///       try await ledger.conflicts.resolve(conflict, keep: .winner)
///     }
public struct LedgerConflicts: Sendable {
  let ledger: Ledger
}

extension Ledger {
  /// Writes that disagree, made by machines that did not see one another's.
  public nonisolated var conflicts: LedgerConflicts { LedgerConflicts(ledger: self) }
}

extension LedgerConflicts {
  /// The conflicts of all entities, of those of a kind, or those that touch one entity, by kind and id.
  ///
  /// A pure function of the events held: machines that hold the same events list the same conflicts. O(entities that
  /// several machines wrote, and deleted ones with what belongs to them); for kinds with unique or renamed fields, also
  /// O(their entities).
  ///
  /// - Throws: ``LedgerError``: `not-found` for a kind that nobody registered or wrote.
  public func list(kind: String? = nil, id: String? = nil, as viewer: Viewer? = nil) async throws
    -> [EntityConflict]
  {
    try await ledger.openConflicts(kind: kind, id: id, as: viewer)
  }

  /// The open conflicts of all entities of a kind. See ``list(kind:id:as:)``.
  public func list<E: Entity>(of type: E.Type, as viewer: Viewer? = nil) async throws -> [TypedConflict<E>] {
    try await list(kind: E.kind, as: viewer).filter { $0.kind == E.kind }.map { TypedConflict(conflict: $0) }
  }

  /// The open conflicts of one entity.
  public func list<E: Entity>(of ref: Ref<E>, as viewer: Viewer? = nil) async throws -> [TypedConflict<E>] {
    try await list(kind: E.kind, id: ref.savedID, as: viewer)
      .filter { $0.kind == E.kind && $0.entity == ref.savedID }.map { TypedConflict(conflict: $0) }
  }

  /// The conflict with an id, or the one whose id begins so.
  /// - Throws: ``LedgerError`` with code `not-found`; for a settled conflict, the error says by whom. With a viewer,
  ///   `refused` if the viewer may not see the conflict or it does not exist.
  public func conflict(
    _ id: String, as viewer: Viewer? = nil
  ) async throws -> EntityConflict {
    if let viewer {
      let found = try await list(as: viewer).filter { !id.isEmpty && $0.id.hasPrefix(id) }
      guard found.count == 1 else { throw LedgerError.noAccess(viewer, to: "the conflict", id) }
      return found[0]
    }
    if let found = try await ledger.describedConflict(id) { return found }
    if !id.isEmpty, let settled = try await settled().last(where: { $0.conflict.id.hasPrefix(id) }) {
      throw LedgerError(.notFound, settled.text)
    }
    throw LedgerError(.notFound, "there is no conflict '\(id)'", advice: "see '\(Remedy.conflicts)'")
  }

  /// How many there are. Costs what listing them costs.
  public func count() async throws -> Int {
    try await ledger.conflictCount()
  }

  /// The conflicts of fields, links, presence, and of deletes with edits, that a later write settled. O(size of the
  /// log), and memory for all writes to entities that several machines wrote.
  public func settled(
    kind: String? = nil, id: String? = nil, as viewer: Viewer? = nil
  ) async throws -> [SettledConflict] {
    var start = try await ledger.settledStart(kind: kind, as: viewer)
    let names = start.replicaNames
    try await ledger.read(in: start.session) { session in
      try session.forEachFrame { frame in
        start.history.apply(
          frame.content, commits: frame.commits, branch: frame.branch, firstLeaf: frame.firstLeaf)
      }
    }
    let found = View(registry: ledger.schemas).settledConflicts(kind: kind, id: id, in: start.history)
    let settled = found.map { found in
      SettledConflict(
        conflict: EntityConflict(found.conflict, ledger.schemas) { names[$0] },
        settling: EntityConflict.Side(found.settling, ledger.schemas) { names[$0] })
    }
    let sight = await ledger.sight(of: Set(settled.flatMap(\.conflict.names)), for: viewer)
    return settled.filter { $0.conflict.names.allSatisfy { sight.allows($0.kind, $0.id) } }
  }
}

// MARK: Resolving

extension LedgerConflicts {
  /// Decides a conflict, by writing ordinary events that win on every machine, whatever the clocks: they are written
  /// even if the value shows already, their author has seen all sides, and they count as later than any side. If
  /// another machine writes meanwhile without knowing of the resolution, that is a new conflict.
  ///
  /// Keeping a delete deletes the entity once more; bringing the entity back restores it, or, for a hidden child, its
  /// owner. Where a value is shared, it is cleared in the other entities; where a rule forbids the delete, keeping it
  /// clears the reference. Costs what ``list(kind:id:as:)`` costs.
  ///
  /// - Parameters:
  ///   - conflict: its id, or a beginning of the id that no other conflict shares.
  ///   - choice: the side or the value to keep; one that does not fit the conflict is refused.
  ///   - options: their `why` is by default "resolve <id>".
  /// - Throws: ``LedgerError``: `not-found` when there is no such conflict (any more), `usage` for a choice that does
  ///   not fit it; else as ``Ledger/append(_:options:)``, when a rule forbids what was chosen.
  @discardableResult
  public func resolve(
    _ conflict: String, keep choice: ConflictChoice, options: AppendOptions = AppendOptions()
  ) async throws -> AppendReceipt {
    try await ledger.resolve(conflict, keep: choice, options: options)
  }

  /// Decides a conflict about a field by keeping a value: one of its sides, or another one. See
  /// ``resolve(_:keep:options:)``.
  ///
  ///     for conflict in try await ledger.conflicts.list(of: Person.self) where conflict.concerns(\.name) {
  ///       try await ledger.conflicts.resolve(conflict, \.name, keep: longest(conflict.sides(\.name)).value)
  ///     }
  ///
  /// - Throws: ``LedgerError``: `usage` where the conflict is not about the value of this field, `not-found` where it is
  ///   no longer open.
  @discardableResult
  public func resolve<E: Entity, Value: Codable>(
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
  public func resolve<E: Entity>(
    _ conflict: TypedConflict<E>, keep choice: ConflictChoice, by author: String? = nil, why: String? = nil,
    as viewer: Viewer? = nil
  ) async throws -> AppendReceipt {
    try await resolve(conflict.id, keep: choice, options: AppendOptions(by: author, why: why, as: viewer))
  }
}
