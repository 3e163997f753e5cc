import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView
import Synchronization

/// What a long reading needs from a ledger, as of its beginning: it then reads outside the ledger's actor, so that
/// writers and other readers do not wait for it.
///
/// It names the commits that the records held, so later writes and arrivals in the folder are left out. The commits
/// that may be in no file yet are copied. Files may be joined, sealed or removed meanwhile: ``LedgerReader`` then lists
/// its replica's files again, and finds the same commits in others. It holds no lock and no file.
///
/// Everything acknowledged before it was made is in it. What was erased by then is read as erased; a later erasure may
/// show or not.
final class ReadSession: Sendable {
  let folder: any FileStore
  let descriptor: LedgerDescriptor
  let schemas: SchemaRegistry
  /// What the records hold.
  let held: HeldBranches
  /// The records' numbers of the branches.
  let branches: [BranchID: BranchIndex]
  /// The replica that this process writes: it has one history.
  let writer: ReplicaID?
  /// What is read as erased, and, for a locked ledger, what counts.
  let readOptions: ReadOptions
  /// The erase events that the records hold.
  let eraseEvents: [EraseEvent]
  /// All replicas of which something is held.
  let replicas: Set<ReplicaID>
  /// The replica with the most data in its files, if these are in the order of its stamps: a single history without
  /// findings.
  let streamed: ReplicaID?
  /// This machine's journals that wait to be published, without what is erased.
  private let waiting: [OwnCommits]
  /// The journal that this process writes.
  private let journal: OwnJournalCopy?
  /// Whether that journal may hold unpublished commits, whatever files exist, and the files in which its commits were
  /// published.
  private let hasUnpublished: Bool
  private let published: [String]
  private let state = Mutex(State())

  private struct State {
    var unreadable: Set<String> = []
    /// The journal's commits, read when first needed.
    var journalCommits: OwnCommits?
  }

  init(
    _ ledger: isolated Ledger, held: HeldBranches, journal: OwnJournalCopy?, waiting: [OwnCommits]
  ) {
    (folder, descriptor, schemas) = (ledger.folder, ledger.descriptor, ledger.schemas)
    (self.held, branches, writer) = (held, ledger.loaded.branches, ledger.session?.replica)
    (readOptions, eraseEvents) = (ledger.readOptions, ledger.loaded.erasing.events)
    // A replica all of whose commits wait has no file yet.
    replicas = Set(ledger.loaded.report.replicas.keys).union(waiting.map(\.replica))
      .union(writer.map { [$0] } ?? [])
    streamed = ledger.loaded.report.largestInOrder
    (self.journal, self.waiting) = (journal, waiting)
    hasUnpublished = !waiting.isEmpty || ledger.session?.writer.unpublishedCommits ?? 0 > 0
    published = ledger.session?.writer.publishedSegments ?? []
  }

  /// Files that could not be read so far.
  var unreadable: Set<String> { state.withLock(\.unreadable) }

  /// Notes which files could not be read.
  func note(unreadable: Set<String>) {
    if !unreadable.isEmpty { state.withLock { $0.unreadable.formUnion(unreadable) } }
  }

  /// - Throws: ``LedgerError`` if files disappeared while they were read, and their lines are in no others.
  func requireWhole(_ report: ReadReport) throws(LedgerError) {
    note(unreadable: report.unreadable)
    try report.requireWhole()
  }
}

/// A journal that may hold commits which no file does.
struct OwnJournalCopy: Sendable {
  var replica: ReplicaID
  var publicKey: [UInt8]
  var leaves: Range<UInt64>
  var copy: JournalCopy
}

// This machine's own commits.

extension ReadSession {
  /// The commits of this machine's journals; the folder may lack the last of them.
  func ownCommits() throws -> [OwnCommits] { try (journalCommits().map { [$0] } ?? []) + waiting }

  /// Those that no file of their replicas holds.
  func ownCommits(besides report: ReadReport) throws -> [OwnCommits] {
    let isShown = journal.map { journal in
      report.leaves(of: BranchID(replica: journal.replica, ordinal: 0)).hold(journal.leaves)
    }
    return try (isShown ?? true ? waiting : ownCommits()).compactMap { commits in
      var commits = commits.counting(by: held.rule)
      commits.contents = commits.contents(besides: report.leaves(of: commits.branch))
      return commits.contents.isEmpty ? nil : commits
    }
  }

  /// Whether commits of this machine may be durable but in no file of those listed.
  func mayHaveUnpublished(besides inventory: Inventory) -> Bool {
    if hasUnpublished { return true }
    guard let writer else { return false }
    return !Set(inventory.segments(of: writer).map(\.path)).isSuperset(of: published)
  }

  private func journalCommits() throws -> OwnCommits? {
    guard let journal else { return nil }
    if let known = state.withLock(\.journalCommits) { return known }
    let parsed = OwnCommits(
      replica: journal.replica, publicKey: journal.publicKey, contents: try journal.copy.contents()
    )
    .redacted(by: readOptions.erasures)
    state.withLock { $0.journalCommits = parsed }
    return parsed
  }
}

extension ReadReport {
  fileprivate var largestInOrder: ReplicaID? {
    let largest = replicas.max { ($0.value.sizeBytes, $0.key) < ($1.value.sizeBytes, $1.key) }
    guard let (replica, report) = largest, report.branches.count == 1, report.findings.isEmpty,
      report.branches[0].stretches.count == 1
    else { return nil }
    return replica
  }
}

extension ReadSession {
  /// The places in the present files of what the records hold.
  func places(in inventory: Inventory, of replicas: Set<ReplicaID>? = nil) throws -> HeldPlaces {
    try held.places(in: inventory, of: replicas, without: writer, folder, descriptor)
  }

  /// Passes on every commit that is held: those in the files, replica by replica, then those that are durable only in
  /// this machine's journal. O(size of the log).
  ///
  /// - Parameter erasures: what is read as erased; nil: what is erased now.
  func forEachFrame(
    replicas: Set<ReplicaID>? = nil, erasures: Erasures? = nil, _ body: (HeldFrame) throws -> Void
  ) throws {
    let inventory = try Inventory.scan(folder)
    let places = try places(in: inventory, of: replicas)
    var options = readOptions
    if let erasures { options.erasures = erasures }
    (options.rootsWanted, options.limit) = (held.rootsWanted(without: writer), nil)
    let report = try LedgerReader(store: folder, descriptor: descriptor, options: options)
      .read(inventory, replicas: replicas) { frame in
        // What came since the last reading is left out: the records do not know what its authors had seen.
        try places.forEachRun(of: frame) { former, commits in
          guard let branch = branches[former] else { return }
          try body(
            HeldFrame(
              content: frame.content, commits: commits, branch: branch, branchID: frame.branch,
              firstLeaf: frame.firstLeaf, file: frame.file))
        }
      }
    try requireWhole(report)
    try places.require(report)
    for commits in try ownCommits(besides: report) where replicas?.contains(commits.replica) ?? true {
      guard let branch = branches[commits.branch] else { continue }
      for (firstLeaf, content) in commits.contents {
        try body(
          HeldFrame(
            content: content, commits: content.commits.indices, branch: branch, branchID: commits.branch,
            firstLeaf: firstLeaf, file: ""))
      }
    }
  }

  /// Passes on the wanted events in the order of their stamps, until `body` returns false. The replica that wrote most
  /// is streamed; the events of the others are held in memory.
  func forEachEvent(
    where isWanted: (borrowing FrameContent, _ event: Int) -> Bool,
    within selection: CommitSelection = .all, _ body: (HeldEvent) throws -> Bool
  ) throws {
    var held = HeldEvents()
    try forEachFrame(replicas: streamed.map { replicas.subtracting([$0]) }) { frame in
      frame.forEachRun(of: selection) { held.add($0, where: isWanted) }
    }
    held.sort()
    struct Enough: Error {}
    var next = 0
    func tell(before stamp: Stamp?) throws {
      while next < held.count, stamp.map({ held.stamp(at: next) < $0 }) ?? true {
        if try !body(held[next]) { throw Enough() }
        next += 1
      }
    }
    do {
      if let streamed {
        try forEachFrame(replicas: [streamed]) { frame in
          try frame.forEachRun(of: selection) { run in
            try run.forEach(where: isWanted) { event in
              try tell(before: event.stamp)
              if try !body(event) { throw Enough() }
            }
          }
        }
      }
      try tell(before: nil)
    } catch is Enough {}
  }

  /// Which commits lie before a cut.
  func selection(_ cut: Cut) throws -> CommitSelection {
    let selection = try CommitSelection(cut, Inventory.scan(folder), folder, descriptor, own: ownCommits())
    note(unreadable: selection.unreadable)
    return selection
  }
}

extension ReadSession {
  /// Folds the ledger's files anew, up to a cut, with the commits of this machine that they may lack. O(size of the
  /// ledger), in time and memory.
  ///
  /// - Parameters:
  ///   - isHeldOnly: whether to leave out commits that the records did not hold when the session was made.
  ///   - progress: receives how far the reading is.
  func records(
    at cut: Cut, isHeldOnly: Bool = false, progress: ReadingProgress.Sink? = nil
  ) throws -> LedgerState {
    let loaded = try LedgerState.read(
      folder, descriptor, schemas: schemas, at: cut, within: isHeldOnly ? self : nil, own: ownCommits(),
      erasures: readOptions.erasures, deciding: .besides, progress: progress)
    try requireWhole(loaded.report)
    return loaded
  }
}
