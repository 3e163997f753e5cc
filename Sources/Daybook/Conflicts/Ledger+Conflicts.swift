import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

extension Ledger {
  /// See ``LedgerConflicts/list(kind:id:as:)``.
  func openConflicts(
    kind: String?, id: String?, as viewer: Viewer?
  ) throws -> [EntityConflict] {
    try requireFresh()
    try requireKind(kind, as: viewer)
    return view.conflicts(kind: kind, id: id, in: loaded.records).map { described($0) }
      .filter { allows($0, to: viewer) }
  }

  /// See ``LedgerConflicts/count()``.
  func conflictCount() throws -> Int {
    try requireFresh()
    return view.conflicts(in: loaded.records).count
  }

  func settledStart(kind: String?, as viewer: Viewer?) throws -> SettledStart {
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
struct SettledStart: ~Copyable, Sendable {
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
  /// See ``LedgerConflicts/resolve(_:keep:options:)``.
  func resolve(
    _ conflict: String, keep choice: ConflictChoice, options: AppendOptions
  ) async throws -> AppendReceipt {
    if !options.isDryRun { try publishLacking() }
    let id = try await conflicts.conflict(conflict, as: options.viewer).id
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

  func describedConflict(_ id: String) throws -> EntityConflict? {
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
  var text: String {
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
