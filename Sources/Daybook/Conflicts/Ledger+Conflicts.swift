import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

extension Ledger {
  /// The conflicts of all entities, of those of a kind, or those that touch one entity, by kind and id.
  ///
  /// A pure function of the events held: machines that hold the same list the same. O(entities that several machines
  /// wrote, and deleted ones with what belongs to them); of kinds with unique fields, or with fields that were
  /// renamed, also O(their entities).
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

  /// Whether the viewer may see all that takes part.
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
    // Events of these may write nothing that a query finds.
    if let kind, StubRules.protectedKinds.contains(kind) { return }
    guard let kind, schemas[kind] == nil, loaded.records.kind(kind) == nil else { return }
    throw view.unknownKind(kind, loaded.records)
  }
}

/// What looking for settled conflicts begins with.
private struct SettledStart: ~Copyable, Sendable {
  let session: ReadSession
  /// Of all writes, overwritten ones too, to the entities that several machines wrote.
  var history: Records
  let replicaNames: [ReplicaID: String]
}

extension EntityConflict {
  /// All that take part.
  var names: Set<EntityName> {
    Set(
      [.init(kind: kind, id: entity)] + others.map { .init(kind: $0.kind, id: $0.entity) }
        + sides.map { .init(kind: $0.kind, id: $0.entity) })
  }
}
