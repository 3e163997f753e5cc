import DaybookLog
public import DaybookModel
import DaybookRecords
public import DaybookView

/// A ledger's past: what every event changed, who wrote what shows, the log itself, and undoing.
///
///     for step in try await ledger.history.steps(of: recipe) { print(step.author ?? "", step.stamp) }
///     if let last = try await ledger.history.lastChange(by: "ann") { print(last.entries.count) }
public struct LedgerHistory: Sendable {
  let ledger: Ledger
}

extension Ledger {
  /// Every change that was ever made, and ways to take it back.
  public nonisolated var history: LedgerHistory { LedgerHistory(ledger: self) }
}

extension LedgerHistory {
  /// Every change of an entity, in the order of the stamps, with the values before and after. Costs what
  /// ``steps(kind:id:as:)`` costs, which also lists the changes of what belongs to the entity.
  ///
  ///     for step in try await ledger.history.steps(of: recipe) where step.changed(\.servings) {
  ///       print(step.author ?? "", step.before(\.servings) ?? 0, step.after(\.servings) ?? 0)
  ///     }
  ///
  /// - Throws: ``LedgerError``: with a viewer `refused` where that viewer may not see the entity, or it does not exist.
  public func steps<E: Entity>(
    of ref: Ref<E>, as viewer: Viewer? = nil
  ) async throws -> [EntityStep<E>] {
    var steps: [EntityStep<E>] = []
    try await self.steps(kind: E.kind, id: ref.savedID, as: viewer) { step in
      if let own = EntityStep(step, of: ref) { steps.append(own) }
      return true
    }
    return steps
  }

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
  public func steps(
    kind: String, id: String, as viewer: Viewer? = nil, _ body: (Step) throws -> Bool
  ) async throws {
    let start = try await ledger.historyStart(kind, id, as: viewer)
    let session = start.session
    let members = try await ledger.read(in: session) { session in
      var belongings = CascadeClosure(around: kind, ledger.schemas)
      if !belongings.isEmpty { try session.forEachFrame { belongings.note($0) } }
      let members = belongings.members(of: EntityName(kind: kind, id: id))
      return (all: members, owners: belongings.owners(of: members))
    }
    let sight = await ledger.sight(of: members.owners, for: viewer)
    let names = Dictionary(grouping: members.owners, by: \.kind).mapValues { Set($0) }
    var fold = HistoryFold(of: members.all, owners: members.owners, again: start.causes, ledger.schemas)
    try await ledger.read(in: session) { session in
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
  public func steps(
    kind: String, id: String, as viewer: Viewer? = nil
  ) async throws -> [Step] {
    var steps: [Step] = []
    try await self.steps(kind: kind, id: id, as: viewer) { step in
      steps.append(step)
      return true
    }
    return steps
  }

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
  public func steps(
    kinds: Set<String> = [], at cut: Cut = .now, as viewer: Viewer? = nil, _ body: (Step) throws -> Bool
  ) async throws {
    let start = try await ledger.stepsStart()
    let session = start.session
    func isWanted(_ content: borrowing FrameContent, _ event: Int) -> Bool {
      content.isEvent(event, of: kinds)
    }
    let selection = try await ledger.read(in: session) { try $0.selection(cut) }
    var names: Set<EntityName> = []
    if viewer != nil {
      try await ledger.read(in: session) { session in
        try session.forEachFrame { frame in
          frame.forEachRun(of: selection) { run in
            run.forEach(where: isWanted) { names.insert($0.content.name(of: $0.event)) }
          }
        }
      }
    }
    let sight = await ledger.sight(of: names, for: viewer)
    var fold = StepFold(again: start.causes, .empty)
    try await ledger.read(in: session) { session in
      try session.forEachEvent(where: isWanted, within: selection) { held in
        let entry = held.entry
        let mutation = entry.event.mutation
        let changes = fold.fold(entry.event, held)
        guard sight.allows(entry) else { return true }
        return try body(Step(entry: entry, kind: mutation.kind, id: mutation.id, changes: changes))
      }
    }
  }
}

// MARK: The log

extension LedgerHistory {
  /// Lists events in the order of their stamps, until `body` returns false. Read from the files, so it shows the events
  /// themselves, whatever their merged result. Others read and write meanwhile: see <doc:Concurrency>.
  ///
  /// The events of one replica are streamed; with several, those that the filter lets through are held in
  /// memory to be put in order. O(size of the log). With a viewer, only events about entities that the viewer may see
  /// now, deleted or not; the log is then read twice.
  public func log(
    _ filter: LogFilter = LogFilter(), as viewer: Viewer? = nil, _ body: (LogEntry) throws -> Bool
  ) async throws {
    let session = try await ledger.logStart(as: viewer)
    try await ledger.log(filter, as: viewer, session, isHeldOnly: false, body)
  }

  /// Lists the existing events, and then delivers new ones as they arrive, each event once. ``LogFilter/limit`` applies
  /// only to the existing ones.
  public func logAndFollow(
    _ filter: LogFilter = LogFilter(), as viewer: Viewer? = nil, _ body: (LogEntry) throws -> Void
  ) async throws -> AsyncThrowingStream<LogEntry, any Error> {
    let (coming, session) = try await ledger.followStart(filter, as: viewer)
    // Events that the files have gained since then count as new, not as existing.
    try await ledger.log(filter, as: viewer, session, isHeldOnly: true) { entry in
      try body(entry)
      return true
    }
    return coming
  }

  /// The events that are new from now on, as ``log(_:as:_:)`` shows them, this machine's and those of others
  /// (``LogFilter/limit`` is ignored). If several arrive together, the one with the earlier stamp comes first.
  ///
  /// - Throws: to the stream's consumer, when the folder can no longer be read.
  public func follow(_ filter: LogFilter = LogFilter(), as viewer: Viewer? = nil) async
    -> AsyncThrowingStream<LogEntry, any Error>
  {
    await ledger.follow(filter, as: viewer)
  }

  /// An author's last change, on whichever machine it was made: the events of the last commit that are this author's.
  /// Events that a command records besides its work (a reading, or an import's source) are not a change by themselves;
  /// an undo is one, like any other commit. Nil if there is none. O(size of the log).
  public func lastChange(
    by author: String, as viewer: Viewer? = nil
  ) async throws -> AuthoredChange? {
    var filter = LogFilter()
    filter.by = author
    var last: LogEntry?
    try await log(filter, as: viewer) { entry in
      if !Self.recordKinds.contains(entry.event.mutation.kind) { last = entry }
      return true
    }
    guard let last else { return nil }
    // In a forked replica, two commits may have the same number.
    let stamps = try await ledger.events(ofCommitWith: last.event.stamp).map { Set($0.map(\.stamp)) }
    filter = LogFilter()
    filter.replica = last.replica
    var commit: [LogEntry] = []
    try await log(filter, as: viewer) { entry in
      if stamps?.contains(entry.event.stamp) ?? (entry.commit == last.commit) { commit.append(entry) }
      return true
    }
    let own = commit.filter { $0.event.mutation.by == author }
    return AuthoredChange(entries: own, isWholeCommit: own.count == commit.count)
  }

  private static let recordKinds: Set<String> = [Access.kind, Source.kind]
}

// MARK: Taking back

extension LedgerHistory {
  /// Undoes an event, or the whole commit that it belongs to: writes, as ordinary events of one commit, the former
  /// values. A field gets its former value, a link is unlinked and an unlinked one linked again, a deleted entity is
  /// restored and one that was made is deleted. Values that have been written again since are left as they are, and the
  /// receipt names them. An undo can be undone like any other commit.
  ///
  /// Reads the log as it would be without the events. O(size of the ledger), in time and memory.
  ///
  /// - Parameters:
  ///   - stamp: the event's, of any replica.
  ///   - wholeCommit: whether to undo all events of its commit; by default only this one.
  ///   - options: their `why` is by default "undo <stamp>".
  /// - Throws: ``LedgerError``: `not-found` when the ledger holds no such event; else as
  ///   ``Ledger/append(_:options:)``, when a rule forbids what was there before.
  @discardableResult
  public func undo(
    _ stamp: Stamp, wholeCommit: Bool = false, options: AppendOptions = AppendOptions()
  ) async throws -> UndoReceipt {
    try await undo([stamp], wholeCommits: wholeCommit, options: options)
  }

  /// Undoes several events at once, or the commits that they belong to, as one commit: writes the values from before
  /// all of them. (If you undo them one by one, each undo leaves what the previous undo wrote.)
  ///
  /// - Parameters:
  ///   - stamps: in any order; none writes nothing.
  ///   - wholeCommits: whether to undo all events of their commits; by default only those with the stamps.
  ///   - options: their `why` is by default "undo <first stamp> and <count> more", for whole commits "undo commit …".
  @discardableResult
  public func undo(_ stamps: [Stamp], wholeCommits: Bool = false, options: AppendOptions = AppendOptions())
    async throws -> UndoReceipt
  {
    try await ledger.undo(stamps, wholeCommits: wholeCommits, options: options)
  }

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
  ///   ``Ledger/append(_:options:)``, when a rule forbids what was there before.
  @discardableResult
  public func revert(kind: String, id: String, to cut: Cut, options: AppendOptions = AppendOptions())
    async throws -> UndoReceipt
  {
    try await ledger.revert(kind: kind, id: id, to: cut, options: options)
  }
}
