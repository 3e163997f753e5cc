import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

// What must hold of a request before it is written, and a dry run, which writes nothing.

extension Ledger {
  /// Checks a request and works out its events, but writes nothing.
  ///
  /// - Parameter time: the time to use; by default the clock's.
  func plan(_ request: CommitRequest, at time: Instant? = nil) throws -> AppendReceipt {
    try requireFresh()
    let (asked, batch) = try asked(request, isWritten: false)
    try requireRight(to: asked, batch, request.options)
    let now = time ?? options.now()
    let replica = session?.replica ?? ReplicaID(rawValue: 0)
    var clock = session?.clock ?? HybridClock(replica: replica)
    for branch in loaded.report.branches { if let stamp = branch.lastStamp { clock.adopt(stamp, now: now) } }
    var planner = MutationPlanner(schemas: schemas, replica: replica)
    planner.blobs = blobSource
    var receipt = AppendReceipt()
    do {
      let bodies = try planner.plan(
        asked, loaded.records, PlanRequest(request.options, batch, in: options.zone)
      ) { clock.next(now: now) }
      try requireAccess(bodies, as: request.options.viewer)
      receipt.events = bodies.events()
    } catch let refusal as MutationRefusal {
      throw told(refusal, of: asked, to: request.options.viewer)
    }
    return receipt
  }

  /// Refuses mutations of what the viewer may not see, or of entities that were written since.
  func requireRight(
    to asked: MutationBuffer, _ batch: DraftedBatch?, _ options: AppendOptions
  ) throws {
    if options.viewer != nil { try requireReach(asked.mutations(), as: options.viewer) }
    if let expected = options.expect { try requireUnmoved(asked, batch, since: expected) }
  }

  /// Also checks entities that are saved unchanged: another writer may have written the same values.
  private func requireUnmoved(_ asked: MutationBuffer, _ batch: DraftedBatch?, since expected: Stamp) throws {
    let places = asked.entries.map { DraftedBatch.Place(kind: asked.text($0.kind), id: asked.text($0.id)) }
    let saved = batch?.saved.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) } ?? []
    for place in places + saved {
      guard let entity = loaded.records.entity(place.kind, place.id) else { continue }
      let last = loaded.records.lastStamp(entity)
      try requireTellable(last, place)
      guard last > expected else { continue }
      throw LedgerError(
        .moved, "\(place.kind) \(place.id) was written at \(last), after the stamp that was expected",
        advice: "read it again, then decide")
    }
  }

  /// What is written after a stamp ahead of the clock has an earlier one, so an expectation would not notice it.
  private func requireTellable(_ last: Stamp, _ place: DraftedBatch.Place) throws {
    let now = options.now()
    guard last.milliseconds - HybridClock.adoptionMaxMilliseconds > now.milliseconds else { return }
    throw LedgerError(
      .refused,
      "it is not known whether \(place.kind) \(place.id) was written since: its last stamp, \(last), is ahead of this machine's clock",
      advice: "correct the clocks; until that time, write without an expected stamp")
  }
}

extension PlanRequest {
  init(_ options: AppendOptions, _ batch: DraftedBatch?, in zone: TimeZoneRule) {
    self.init(by: options.by, why: options.why, resolving: batch?.resolving)
    (keepsUnknownFields, exceedsBounds, self.zone) = (options.keepsUnknownFields, options.exceedsBounds, zone)
    (mayErase, mayWriteDevices) = (options.mayErase, options.mayWriteDevices)
  }
}
