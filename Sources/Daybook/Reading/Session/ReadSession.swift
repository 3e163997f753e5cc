import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView
import Synchronization

/// What a long reading needs of a ledger, as it was when the reading began: it then reads beside the ledger's actor, so
/// that writers and other readers do not wait for it.
///
/// It names what the records held, so what is written or comes into the folder meanwhile is left out. The commits that may
/// be in no file yet are copied. Files may be joined, sealed or removed meanwhile: ``LedgerReader`` then lists its
/// replica's files again, and finds the same commits in others. It holds no lock and no file.
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
  /// What is read as erased, and of a locked ledger what counts.
  let readOptions: ReadOptions
  /// The erase events that the records hold.
  let eraseEvents: [EraseEvent]
  /// All of which something is held.
  let replicas: Set<ReplicaID>
  /// The replica with the most in its files, if it lies there in the order of its stamps: with one history that
  /// nothing was found wrong with.
  let streamed: ReplicaID?
  /// This machine's journals that wait to be published, without what is erased.
  private let waiting: [OwnCommits]
  /// The journal that this process writes.
  private let journal: OwnJournalCopy?
  /// Whether that may hold what was not published, whatever files there are, and the files that it was published in.
  private let hasUnpublished: Bool
  private let published: [String]
  private let state = Mutex(State())

  private struct State {
    var unreadable: Set<String> = []
    /// The journal's commits, once they were needed.
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
  /// What this machine's journals hold; the folder may lack the end of it.
  func ownCommits() throws -> [OwnCommits] { try (journalCommits().map { [$0] } ?? []) + waiting }

  /// Those that a reading of all files of their replicas does not show.
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
