package import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookView

extension Ledger {
  /// The mutations of a batch against the present state, for the viewer who writes it.
  func drafted(_ batch: Batch, as viewer: Viewer?) throws -> DraftedBatch {
    var draft = DraftedBatch()
    draft.viewer = viewer
    for item in batch.items { try add(item, to: &draft) }
    draft.settleIDs(schemas)
    draft.orderEdges(schemas)
    for index in draft.edges { try requireOwner(of: draft.mutations[index], in: draft) }
    return draft
  }

  /// A request's mutations, as the planner reads them, and, where the present state decided them, how they were worked
  /// out.
  ///
  /// - Parameter isWritten: whether large values are stored in separate files.
  func asked(_ request: CommitRequest, isWritten: Bool) throws -> (MutationBuffer, DraftedBatch?) {
    var batch: DraftedBatch?
    var asked = MutationBuffer()
    if request.content.isPlain {
      for item in request.content.items {
        switch item {
        case .mutations(let mutations) where asked.isEmpty: asked = mutations
        case .mutations(let mutations): for mutation in mutations.mutations() { try asked.append(mutation) }
        case .mutation(let mutation): try asked.append(isWritten ? storingLargeData(mutation) : mutation)
        default: break
        }
      }
    } else {
      let drafted = try drafted(request.content, as: request.options.viewer)
      for mutation in drafted.mutations {
        try asked.append(isWritten ? storingLargeData(mutation) : mutation)
      }
      batch = drafted
    }
    if isWritten, asked.hasLargeValue { asked = try MutationBuffer(storingLargeData(asked.mutations())) }
    return (asked, batch)
  }

  private func add(_ item: BatchItem.Content, to draft: inout DraftedBatch) throws {
    switch item {
    case .mutation(let mutation): draft.append(mutation)
    case .mutations(let mutations): draft.append(mutations.mutations())
    case .edge(let mutation): draft.append(edge: mutation)
    case .entity(let value): try save(value, in: &draft)
    case .keyed(let value): try saveByKey(value, in: &draft)
    case .update(let update): try self.update(update, in: &draft)
    case .field(let write): try self.write(write, in: &draft)
    case .expectation(let expectation):
      try requireReach([Mutation(.upsert, kind: expectation.kind, id: expectation.id)], as: draft.viewer)
      try requireUnmoved(expectation)
    case .undo(let undo): draft.append(undo.mutations(on: loaded.records, schemas))
    case .resolution(let id, let choice):
      let (written, rules) = try mutations(resolving: id, choice)
      draft.append(written)
      draft.resolving = rules
    case .transaction(let body): try run(body, in: &draft)
    }
  }

  /// Lends the ledger as it is now to the transaction, and adds its changes to the draft.
  private func run(_ body: (inout Transaction) throws -> Void, in draft: inout DraftedBatch) throws {
    swap(&drafting, &draft)
    defer { swap(&drafting, &draft) }
    var transaction = Transaction(
      ledger: self,
      reads: TransactionReads(
        settle: { batch in for item in batch.items { try self.add(item, to: &self.drafting) } },
        row: { kind, id in try self.row(kind, id, in: self.drafting) },
        query: { query in
          try self.requireUntouched(query.kind, by: self.drafting)
          try self.requireOpen(query.kind, to: self.drafting.viewer)
          return try self.view(for: self.drafting.viewer).fetch(query, in: self.loaded.records)
        }))
    try body(&transaction)
    try transaction.settle()
  }

  /// A query finds what is in the records, not what this commit has written.
  private func requireUntouched(_ kind: String, by draft: DraftedBatch) throws {
    guard draft.touched.keys.contains(where: { $0.kind == kind }) else { return }
    throw LedgerError(
      .usage, "a query of \(kind) does not find what this transaction has written",
      advice: "query before you write, or read single entities with get")
  }

  /// An entity with what this commit has written of it so far; nil if it does not exist.
  func row(_ kind: String, _ id: String, in draft: DraftedBatch) throws -> Row? {
    let id = draft.current(id)
    let row = view(for: draft.viewer).row(kind, id, in: loaded.records)
    let written = draft.mutations(of: kind, id)
    if written.isEmpty { return row }
    guard let schema = schemas[kind] else {
      throw LedgerError(.usage, "\(kind) belongs to no system this ledger was opened with")
    }
    let deleted = view.row(kind, id, includesDeleted: true, in: loaded.records)
    var pending = PendingRow(schema: schema, id: id, row: row, held: deleted)
    for mutation in written { try pending.apply(mutation) }
    return pending.row
  }

  /// Refuses an edge of an entity that neither exists nor is made by the same commit.
  private func requireOwner(of edge: Mutation, in draft: DraftedBatch) throws {
    let place = draft.owner(of: edge, schemas)
    if schemas[place.kind]?.provided[place.id] != nil { return }
    let isThere = loaded.records.entity(place.kind, place.id).map { loaded.records.life(of: $0).isAlive }
    let isMade = draft.mutations(of: place.kind, place.id).contains { $0.op == .upsert || $0.op == .restore }
    if isThere == true || isMade { return }
    if let viewer = draft.viewer { throw LedgerError.noAccess(viewer, to: edge.kind, edge.id) }
    throw LedgerError(
      .notFound, "there is no \(place.kind) \(place.id) to \(edge.op.rawValue) from",
      advice: "make it first, or in the same commit")
  }
}

extension Ledger {
  /// Writes mutations as one commit, as ``append(_:options:)`` does, from their bytes.
  package nonisolated func append(
    _ mutations: MutationBuffer, options: AppendOptions = AppendOptions()
  ) async throws -> AppendReceipt {
    try await commit(CommitRequest(content: Batch(mutations), options: options))
  }
}
