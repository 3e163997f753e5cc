import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
public import DaybookView

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
  /// Every change of an entity and of what belongs to it, in the order of the stamps: what each event wrote, with
  /// before and after as the present schema reads them, and which of these entities it shows or hides. Others read and
  /// write meanwhile: see <doc:Concurrency>.
  ///
  /// What belongs to it is every entity that ever had an edge to it over which its delete hides that entity, and so on;
  /// the owners of those entities are followed too, as far as they hide or show one of them. References are given as
  /// they are stored, even if their target is gone; what is computed from other entities is not included. Reads the log
  /// twice, and folds only the events of those entities: O(size of the log) in time, and O(their events, and the
  /// cascade edges of the related kinds) in memory.
  ///
  /// - Throws: ``LedgerError``: with a viewer `refused` where that viewer may not see the entity, or it does not exist.
  ///   Events about entities that the viewer may not see are left out.
  public nonisolated func history(
    kind: String, id: String, as viewer: Viewer? = nil, _ body: (Step) throws -> Bool
  ) async throws {
    let start = try await historyStart(kind, id, as: viewer)
    let session = start.session
    let members = try await read(in: session) { session in
      var belongings = CascadeClosure(around: kind, schemas)
      if !belongings.isEmpty { try session.forEachFrame { belongings.note($0) } }
      let members = belongings.members(of: EntityName(kind: kind, id: id))
      return (all: members, owners: belongings.owners(of: members))
    }
    let sight = await sight(of: members.owners, for: viewer)
    let names = Dictionary(grouping: members.owners, by: \.kind).mapValues { Set($0) }
    var fold = HistoryFold(of: members.all, owners: members.owners, again: start.causes, schemas)
    try await read(in: session) { session in
      let erasers = try session.erasers(of: members.all)
      try session.forEachEvent(where: { $0.isEvent($1, about: names) }) { held in
        let leaf = held.content.leaves[held.content.events[held.event].leaf].hash
        for step in fold.steps(held) {
          guard var step = sight.told(step) else { continue }
          step.erasers = step.erased.map { .init(field: $0, events: erasers.events(of: [$0], in: leaf)) }
          if try !body(step) { return false }
        }
        return true
      }
    }
  }

  /// The same as a list.
  public nonisolated func history(
    kind: String, id: String, as viewer: Viewer? = nil
  ) async throws -> [Step] {
    var steps: [Step] = []
    try await history(kind: kind, id: id, as: viewer) { step in
      steps.append(step)
      return true
    }
    return steps
  }

  /// Refuses an entity that the viewer may not see, or that is not there.
  func requireSight(of kind: String, _ id: String, as viewer: Viewer?) throws {
    guard let viewer, !allows(kind, id, to: viewer) else { return }
    throw LedgerError.noAccess(viewer, to: kind, id)
  }

  private func historyStart(_ kind: String, _ id: String, as viewer: Viewer?) throws -> StepsStart {
    try refreshWhole()
    try requireSight(of: kind, id, as: viewer)
    return StepsStart(session: try readSession(), causes: Records.causes(of: loaded.records))
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
  fileprivate func told(_ step: Step) -> Step? {
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
  /// Reverts an entity to its state at a point of the past: reverses, in ordinary events of one commit, everything that
  /// was written to it since. An entity that did not exist then is deleted. What belongs to it is left as it is. That
  /// commit can be undone like any other.
  ///
  /// The receipt names what cannot be reverted: a server's values are the server's.
  ///
  /// - Parameters:
  ///   - kind: the entity's kind.
  ///   - id: the entity's whole id.
  ///   - cut: the point of the past; if nothing was written to the entity since, nothing is written.
  ///   - options: their `why` is by default "revert to its state <point>".
  /// - Throws: ``LedgerError``: `not-found` if nobody ever wrote the entity; else as
  ///   ``append(_:options:)``, when a rule forbids what was there before.
  @discardableResult
  public func revert(
    kind: String, id: String, to cut: Cut, options: AppendOptions = AppendOptions()
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

extension Ledger {
  /// What each event changed, in the order of the stamps, until `body` returns false: registers as they are stored,
  /// whatever the schemas say, each with its former value and whether the event's write shows.
  ///
  /// Others read and write meanwhile. O(events). The events of the replica that wrote most are streamed; those of
  /// others are held in memory for sorting. With a viewer, only the steps of entities that the viewer may see now.
  ///
  /// - Parameters:
  ///   - kinds: only events of these kinds; empty: of all.
  ///   - cut: which commits count.
  ///   - viewer: only steps of entities that this viewer may see now; nil: all.
  ///   - body: called with each step; false ends the reading, and so does an error, which is rethrown.
  public nonisolated func steps(
    kinds: Set<String> = [], at cut: Cut = .now, as viewer: Viewer? = nil, _ body: (Step) throws -> Bool
  ) async throws {
    let start = try await stepsStart()
    let session = start.session
    func isWanted(_ content: borrowing FrameContent, _ event: Int) -> Bool {
      content.isEvent(event, of: kinds)
    }
    let selection = try await read(in: session) { try $0.selection(cut) }
    var names: Set<EntityName> = []
    if viewer != nil {
      try await read(in: session) { session in
        try session.forEachFrame { frame in
          frame.forEachRun(of: selection) { run in
            run.forEach(where: isWanted) { names.insert($0.content.name(of: $0.event)) }
          }
        }
      }
    }
    let sight = await sight(of: names, for: viewer)
    var fold = StepFold(again: start.causes, .empty)
    try await read(in: session) { session in
      try session.forEachEvent(where: isWanted, within: selection) { held in
        let entry = held.entry
        let mutation = entry.event.mutation
        let changes = fold.fold(entry.event, held)
        guard sight.allows(entry) else { return true }
        return try body(Step(entry: entry, kind: mutation.kind, id: mutation.id, changes: changes))
      }
    }
  }

  private func stepsStart() throws -> StepsStart {
    StepsStart(session: try freshSession(), causes: Records.causes(of: loaded.records))
  }
}
