import DaybookLog
public import DaybookModel
import DaybookRecords
import DaybookReplication
public import DaybookView

/// An author's events in one commit.
public struct AuthoredChange: Sendable {
  /// In the order of the commit; at least one.
  public var entries: [LogEntry]
  /// Whether all events of the commit are this author's.
  public var isWholeCommit: Bool
}

extension Ledger {
  /// An author's last change, on whichever machine it was made: the events of the last commit that are this author's.
  /// Events that a command records besides its work (a reading, or an import's source) are not a change by themselves;
  /// an undo is one, like any other commit. Nil if there is none. O(size of the log).
  public nonisolated func lastChange(
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
    let stamps = try await events(ofCommitWith: last.event.stamp).map { Set($0.map(\.stamp)) }
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

extension Ledger {
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
  ///   ``append(_:options:)``, when a rule forbids what was there before.
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
  public func undo(
    _ stamps: [Stamp], wholeCommits: Bool = false, options: AppendOptions = AppendOptions()
  ) async throws -> UndoReceipt {
    if !options.isDryRun { try publishLacking() }
    try requireFresh()
    var undone: [Event] = []
    for stamp in stamps where !undone.contains(where: { $0.stamp == stamp }) {
      let whole = try commit(of: stamp, as: options.viewer)
      undone += wholeCommits ? whole : whole.filter { $0.stamp == stamp }
    }
    guard let first = stamps.first else { return UndoReceipt(undone: []) }
    try requireUndoable(undone)
    undone.sort { $0.stamp < $1.stamp }
    let others = stamps.count > 1 ? " and \(stamps.count - 1) more" : ""
    var options = options
    options.why = options.why ?? (wholeCommits ? "undo commit \(first)\(others)" : "undo \(first)\(others)")
    return try await takeBack(undone, options)
  }

  /// Refuses events of an erasure.
  package func requireUndoable(_ events: [Event]) throws(LedgerError) {
    guard let erasure = events.lazy.compactMap(\.erasure).first else { return }
    let isWithdrawn = loaded.erasing.events.contains { $0.erasure.id == erasure && $0.act == .withdrawn }
    throw LedgerError(
      .refused, "undo cannot withdraw an erasure",
      advice: isWithdrawn
        ? "the erasure is withdrawn already; to erase the same again, use '\(Remedy.erase)'"
        : "use '\(Remedy.withdraw) \(erasure)' while its texts still exist")
  }

  /// Writes the values from before some events, which ascend.
  func takeBack(_ undone: [Event], _ options: AppendOptions) async throws -> UndoReceipt {
    let undo = Undo(undone, former: try records(without: undone))
    var batch = Batch()
    batch.append(undo)
    var receipt = UndoReceipt(undone: undone)
    // Values that were allowed once may be written again.
    var options = options
    options.exceedsBounds = true
    receipt.written = try await commit(CommitRequest(content: batch, options: options))
    receipt.left = undo.left
    return receipt
  }

  /// The same, refused where the viewer may not see all of it.
  private func commit(of stamp: Stamp, as viewer: Viewer?) throws -> [Event] {
    let whole = try events(ofCommitWith: stamp)
    if let viewer, !(whole?.allSatisfy { allows($0.mutation.kind, $0.mutation.id, to: viewer) } ?? false) {
      throw LedgerError.noAccess(viewer, to: "the commit of", stamp.description)
    }
    guard let whole else {
      throw LedgerError(
        .notFound, "no event has the stamp \(stamp)", advice: "see '\(Remedy.log)'")
    }
    return whole
  }

  /// The events of the commit that has an event with this stamp.
  func events(ofCommitWith stamp: Stamp) throws -> [Event]? {
    try events(ofCommitBy: stamp.replica) { content, commit in
      content.commits[commit].events.contains { content.events[$0].line.stamp == stamp }
    }
  }

  /// The records from all other events.
  private func records(without undone: [Event]) throws -> Records {
    var former = try LedgerState.read(
      folder, descriptor, skipping: Set(undone.map(\.stamp)), erasures: appliedErasures, deciding: .caller)
    // Values in a missing file must not look as if the undone events had written them.
    try former.report.requireReadable(besides: Set(loaded.report.unreadable))
    try attachOwn(to: &former)
    return former.records
  }
}

/// The result of an undo.
public struct UndoReceipt: Sendable {
  /// The events that were to be taken back.
  public var undone: [Event]
  /// What was written for it; without a commit if everything was already as before.
  public var written = AppendReceipt()
  /// The writes that were not undone because of newer writes.
  public var left: [LeftWrite] = []
}

/// A write that was not undone.
public struct LeftWrite: Sendable, Equatable, CustomStringConvertible {
  public var kind: String
  public var id: String
  /// A field's name, a link as `relation → id`, or nil for whether the entity exists at all.
  public var what: String?
  /// Completes the sentence that begins with the place: "was written again at …".
  public var reason: String

  public var description: String {
    "\(kind) \(id)\(what.map { " \($0)" } ?? "") \(reason)"
  }
}
