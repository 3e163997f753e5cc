import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

// For callers that plan a write from what they read in the log, and must not let others write meanwhile. All other
// callers read the log in their own ``ReadSession``.

extension Ledger {
  /// See ``ReadSession/forEachFrame(replicas:erasures:_:)``.
  func forEachFrame(
    replicas: Set<ReplicaID>? = nil, erasures: Erasures? = nil, _ body: (HeldFrame) throws -> Void
  ) throws {
    let session = try readSession()
    defer { note(session) }
    try session.forEachFrame(replicas: replicas, erasures: erasures, body)
  }
}

extension Ledger {
  /// Refuses an entity that the viewer may not see, or that is not there.
  func requireSight(of kind: String, _ id: String, as viewer: Viewer?) throws {
    guard let viewer, !allows(kind, id, to: viewer) else { return }
    throw LedgerError.noAccess(viewer, to: kind, id)
  }

  func historyStart(_ kind: String, _ id: String, as viewer: Viewer?) throws -> StepsStart {
    try refreshWhole()
    try requireSight(of: kind, id, as: viewer)
    return StepsStart(session: try readSession(), causes: Records.causes(of: loaded.records))
  }

  func stepsStart() throws -> StepsStart {
    StepsStart(session: try freshSession(), causes: Records.causes(of: loaded.records))
  }
}

/// The starting state for folding the log again.
struct StepsStart: ~Copyable, Sendable {
  let session: ReadSession
  let causes: Records
}

extension Sight {
  /// The part of a step that the viewer may see: nil for a step about an entity that they may not see; a cause that
  /// they may not see is left out.
  func told(_ step: Step) -> Step? {
    if isWhole { return step }
    guard allows(step.entry), allows(step.kind, step.id) else { return nil }
    var step = step
    for index in step.changes.indices {
      if let cause = step.changes[index].cause, !allows(cause.kind, cause.id) {
        step.changes[index].cause = nil
      }
    }
    return step
  }
}

extension Ledger {
  /// See ``LedgerHistory/revert(kind:id:to:options:)``.
  func revert(
    kind: String, id: String, to cut: Cut, options: AppendOptions
  ) async throws -> UndoReceipt {
    if !options.isDryRun { try publishLacking() }
    try refreshWhole()
    try requireSight(of: kind, id, as: options.viewer)
    guard let entity = loaded.records.entity(kind, id), loaded.records.lastWrite(entity) != nil else {
      throw LedgerError(
        .notFound, "there is no \(kind) '\(id)'", advice: "see '\(Remedy.deleted.of(kind))'")
    }
    let session = try readSession()
    let later = try await read(in: session) { try $0.events(of: EntityName(kind: kind, id: id), behind: cut) }
    guard !later.isEmpty else { return UndoReceipt(undone: []) }
    var options = options
    options.why = options.why ?? "revert to its state \(cut)"
    return try await takeBack(later, options)
  }
}
