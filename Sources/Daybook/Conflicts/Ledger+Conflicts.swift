import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

extension Ledger {
  /// The conflicts of all entities, of those of a kind, or those that touch one entity, by kind and id.
  ///
  /// A pure function of the events held: machines that hold the same events list the same conflicts. O(entities that
  /// several machines wrote, and deleted ones with what belongs to them); for kinds with unique or renamed fields, also
  /// O(their entities).
  ///
  /// - Throws: ``LedgerError``: `not-found` for a kind that nobody registered or wrote.
  public func conflicts(
    kind: String? = nil, id: String? = nil, as viewer: Viewer? = nil
  ) throws -> [EntityConflict] {
    try requireFresh()
    try requireKind(kind, as: viewer)
    return view.conflicts(kind: kind, id: id, in: loaded.records).map { described($0) }
      .filter { allows($0, to: viewer) }
  }

  /// How many there are. Costs what listing them costs.
  public func conflictCount() throws -> Int {
    try requireFresh()
    return view.conflicts(in: loaded.records).count
  }

  /// The conflicts of fields, links, presence, and of deletes with edits, that a later write settled. O(size of the
  /// log), and memory for all writes to entities that several machines wrote.
  public nonisolated func settledConflicts(
    kind: String? = nil, id: String? = nil, as viewer: Viewer? = nil
  ) async throws -> [SettledConflict] {
    var start = try await settledStart(kind: kind, as: viewer)
    let names = start.replicaNames
    try await read(in: start.session) { session in
      try session.forEachFrame { frame in
        start.history.apply(
          frame.content, commits: frame.commits, branch: frame.branch, firstLeaf: frame.firstLeaf)
      }
    }
    let found = View(registry: schemas).settledConflicts(kind: kind, id: id, in: start.history)
    let settled = found.map { found in
      SettledConflict(
        conflict: EntityConflict(found.conflict, schemas) { names[$0] },
        settling: EntityConflict.Side(found.settling, schemas) { names[$0] })
    }
    let sight = await sight(of: Set(settled.flatMap(\.conflict.names)), for: viewer)
    return settled.filter { $0.conflict.names.allSatisfy { sight.allows($0.kind, $0.id) } }
  }

  private func settledStart(kind: String?, as viewer: Viewer?) throws -> SettledStart {
    try requireFresh()
    try requireKind(kind, as: viewer)
    var names: [ReplicaID: String] = [:]
    for branch in loaded.branches.keys { names[branch.replica] = replicaName(branch.replica) }
    return SettledStart(
      session: try readSession(), history: Records.history(of: loaded.records), replicaNames: names)
  }

  /// Whether the viewer may see every entity in the conflict.
  func allows(_ conflict: EntityConflict, to viewer: Viewer?) -> Bool {
    viewer == nil || conflict.names.allSatisfy { allows($0.kind, $0.id, to: viewer) }
  }

  func described(_ found: ViewConflict) -> EntityConflict {
    EntityConflict(found, schemas) { replicaName($0) }
  }

  private func replicaName(_ replica: ReplicaID) -> String? {
    let row = view.row(Replica.kind, replica.description, includesDeleted: true, in: loaded.records)
    return row?["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Refuses a kind that no system has and that no event names.
  package func requireKind(_ kind: String?, as viewer: Viewer? = nil) throws {
    if let kind { try requireOpen(kind, to: viewer) }
    // Events of these kinds may write nothing that a query finds.
    if let kind, StubRules.protectedKinds.contains(kind) { return }
    guard let kind, schemas[kind] == nil, loaded.records.kind(kind) == nil else { return }
    throw view.unknownKind(kind, loaded.records)
  }
}

/// The starting state of the search for settled conflicts.
private struct SettledStart: ~Copyable, Sendable {
  let session: ReadSession
  /// Of all writes, overwritten ones too, to the entities that several machines wrote.
  var history: Records
  let replicaNames: [ReplicaID: String]
}

extension EntityConflict {
  /// All entities in the conflict.
  var names: Set<EntityName> {
    Set(
      [.init(kind: kind, id: entity)] + others.map { .init(kind: $0.kind, id: $0.entity) }
        + sides.map { .init(kind: $0.kind, id: $0.entity) })
  }
}

extension Ledger {
  /// Decides a conflict, by writing ordinary events that win on every machine, whatever the clocks: they are written
  /// even if the value shows already, their author has seen all sides, and they count as later than any side. If
  /// another machine writes meanwhile without knowing of the resolution, that is a new conflict.
  ///
  /// Keeping a delete deletes the entity once more; bringing the entity back restores it, or, for a hidden child, its
  /// owner. Where a value is shared, it is cleared in the other entities; where a rule forbids the delete, keeping it
  /// clears the reference. Costs what ``conflicts(kind:id:as:)`` costs.
  ///
  /// - Parameters:
  ///   - conflict: its id, or a beginning of the id that no other conflict shares.
  ///   - choice: the side or the value to keep; one that does not fit the conflict is refused.
  ///   - options: their `why` is by default "resolve <id>".
  /// - Throws: ``LedgerError``: `not-found` when there is no such conflict (any more), `usage` for a choice that does
  ///   not fit it; else as ``append(_:options:)``, when a rule forbids what was chosen.
  @discardableResult
  public func resolve(
    _ conflict: String, keep choice: ConflictChoice, options: AppendOptions = AppendOptions()
  ) async throws -> AppendReceipt {
    if !options.isDryRun { try publishLacking() }
    let id = try await self.conflict(conflict, as: options.viewer).id
    var options = options
    options.why = options.why ?? "resolve \(id)"
    // A side was written already; only a given value is new.
    if case .value = choice {} else { options.exceedsBounds = true }
    var batch = Batch()
    batch.append(resolving: id, choice)
    do {
      return try await commit(CommitRequest(content: batch, options: options))
    } catch var error as LedgerError {
      // The line would count mutations that the caller did not write.
      error.line = nil
      throw error
    }
  }

  /// The conflict with an id, or the one whose id begins so.
  /// - Throws: ``LedgerError`` with code `not-found`; for a settled conflict, the error says by whom. With a viewer,
  ///   `refused` if the viewer may not see the conflict or it does not exist.
  public nonisolated func conflict(
    _ id: String, as viewer: Viewer? = nil
  ) async throws -> EntityConflict {
    if let viewer {
      let found = try await conflicts(as: viewer).filter { !id.isEmpty && $0.id.hasPrefix(id) }
      guard found.count == 1 else { throw LedgerError.noAccess(viewer, to: "the conflict", id) }
      return found[0]
    }
    if let found = try await describedConflict(id) { return found }
    if !id.isEmpty, let settled = try await settledConflicts().last(where: { $0.conflict.id.hasPrefix(id) }) {
      throw LedgerError(.notFound, settled.text)
    }
    throw LedgerError(.notFound, "there is no conflict '\(id)'", advice: "see '\(Remedy.conflicts)'")
  }

  private func describedConflict(_ id: String) throws -> EntityConflict? {
    try requireFresh()
    return try openConflict(id).map { described($0) }
  }

  private func openConflict(_ id: String) throws -> ViewConflict? {
    let found = view.conflicts(in: loaded.records).filter { $0.id.hasPrefix(id) }
    if let exact = found.first, found.count == 1, !id.isEmpty { return exact }
    guard found.count > 1 else { return nil }
    throw LedgerError(
      .usage, "\(found.count) conflicts begin with '\(id)'", advice: "give more of its id")
  }

  /// The mutations that carry out a choice on the present state.
  func mutations(
    resolving id: String, _ choice: ConflictChoice
  ) throws -> (mutations: [Mutation], Resolving) {
    guard let found = try openConflict(id) else {
      throw LedgerError(.notFound, "there is no conflict '\(id)' any more")
    }
    return try Resolution(conflict: found, choice: choice, schemas: schemas).mutations(on: loaded.records)
  }
}

extension SettledConflict {
  /// Who settled it, and with which result.
  fileprivate var text: String {
    let to = settling.isSensitive ? conflict.to.map { _ in Disclosure.mask } : conflict.to
    let place = [conflict.kind, conflict.entity, conflict.field, to].compactMap { $0 }
    var value = settling.value.description
    if settling.isSensitive { value = Disclosure.mask }
    if settling.field == nil { value = settling.value == true ? "there" : "deleted" }
    let author = settling.by.map { " by \($0)" } ?? ""
    return
      "the conflict \(conflict.id) of \(place.joined(separator: " ")) was settled at \(settling.stamp)\(author): it is now \(value)"
  }
}
