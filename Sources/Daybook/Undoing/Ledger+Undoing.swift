import DaybookLog
public import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

/// An author's events in one commit.
public struct AuthoredChange: Sendable {
  /// In the order of the commit; at least one.
  public var entries: [LogEntry]
  /// Whether all events of the commit are this author's.
  public var isWholeCommit: Bool
}

extension Ledger {
  /// See ``LedgerHistory/undo(_:wholeCommits:options:)``.
  func undo(
    _ stamps: [Stamp], wholeCommits: Bool, options: AppendOptions
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
