// What an export reads of a ledger besides the rows that its view shows: the events behind them, and large values.

import DaybookLog
package import DaybookModel
import DaybookReplication

/// The events that made a view, no more and no fewer, whatever comes into the folder meanwhile.
public struct ExportSource: Sendable {
  let folder: any FileStore
  let descriptor: LedgerDescriptor
  /// What the view's records hold.
  let held: HeldBranches
  /// The replica that this process writes.
  let writer: ReplicaID?
  /// Files that could not be read for the view; a notice has named them.
  let unreadable: Set<String>
  let selection: CommitSelection
  let erasures: Erasures
  /// Commits of this machine that are durable but may not be in the folder yet.
  let own: [OwnCommits]
  /// The position of a copy that shows these commits; nil if it cannot be determined.
  public let position: ExportPosition?
  /// The file system's time, in nanoseconds.
  let fileTime: Int64

  /// Passes on each event once, replica by replica, each in its order. Streams the files: O(size of the log); after a
  /// position whose files are recognised, O(what came since).
  ///
  /// - Returns: the position that these events lead to; nil where there is none, or if no history that continues to
  ///   this one contains `position`: then the events that were passed on are of no use.
  /// - Throws: ``LedgerError``, and what `body` throws.
  public func forEachEvent(
    after position: ExportPosition? = nil, _ body: (LogEntry) throws -> Void
  ) throws -> ExportPosition? {
    let inventory = try Inventory.scan(folder)
    var (toRead, options) = (inventory, ReadOptions())
    (options.comparesSeen, options.erasures) = (false, erasures)
    options.settled = inventory.settled(at: fileTime)
    options.rootsWanted = held.rootsWanted(without: writer)
    if let position {
      options.rootsWanted.merge(position.heads.mapValues { [$0.size] }) { Set($0 + $1).sorted() }
      if let known = Checkpoint(position.files), position.covers(known),
        let plan = known.plan(inventory, inventory.identities)
      {
        (toRead, options.continuations) = (plan.inventory, plan.continuations)
      }
    }
    let places = try held.places(in: inventory, without: writer, folder, descriptor)
    // A position lies in the only history of each replica.
    if position != nil, places.isForked { return nil }
    let report = try LedgerReader(store: folder, descriptor: descriptor, options: options).read(toRead) {
      frame in
      try places.forEachRun(of: frame) { former, commits in
        try handOn(frame.content, commits, former, frame.firstLeaf, frame.file, after: position, body)
      }
    }
    try report.requireWhole()
    try places.require(report)
    try report.requireReadable(besides: unreadable)
    for commits in own {
      for (firstLeaf, content) in commits.contents(besides: report.leaves(of: commits.branch)) {
        for (index, entry) in content.commits.enumerated()
        where held.holds(firstLeaf + UInt64(entry.leaves.lowerBound), of: commits.branch) {
          try handOn(content, index..<index + 1, commits.branch, firstLeaf, "", after: position, body)
        }
      }
    }
    if let position, !position.roots.allSatisfy(report.goesOn) { return nil }
    guard var reached = self.position else { return nil }
    if let known = Checkpoint(of: report, inventory.identities), reached.covers(known) {
      reached.files = known.bytes
    }
    return reached
  }

  private func handOn(
    _ content: FrameContent, _ commits: Range<Int>, _ branch: BranchID, _ firstLeaf: UInt64, _ file: String,
    after position: ExportPosition?, _ body: (LogEntry) throws -> Void
  ) throws {
    let start = position?.heads[branch.replica]?.size ?? 0
    try selection.forEachRun(of: commits, in: content, branch, firstLeaf: firstLeaf) { run in
      for index in run {
        let entry = content.commits[index]
        let leaf = firstLeaf + UInt64(entry.leaves.lowerBound)
        guard leaf >= start else { continue }
        for event in entry.events {
          try body(LogEntry(content, event: event, entry.commit.number, branch.replica, file: file))
        }
      }
    }
  }

  /// The bytes of a data field: of inline base64, or of a blob; nil where they are not here, or the value is not data.
  public func data(_ value: JSONValue) throws -> [UInt8]? {
    if let text = value.string { return Base64.bytes(text) }
    guard let reference = BlobReference(value), reference.sizeBytes <= Int64(BlobStore.wholeSizeBytesMax)
    else {
      return nil
    }
    return try BlobStore(folder).read(reference.hash)
  }
}

extension ExportSource {
  /// Bytes as a data field's value.
  public static func base64(_ bytes: [UInt8]) -> String { Base64.text(bytes) }
}
