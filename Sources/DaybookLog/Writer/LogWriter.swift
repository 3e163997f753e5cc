package import DaybookModel

/// Writes one replica's commits: durably into the journal, and then, for everybody to read, as segments into the
/// ledger's folder.
///
/// One writer per ledger and machine (``WriterLock``), not for two tasks at once; it belongs inside an actor. It takes
/// bytes only from its journal, never from the ledger's folder, which anybody may have changed. When a flush fails, the
/// writer is finished: every further call throws, and only what reopening finds was kept.
package final class LogWriter {
  package let replica: ReplicaID
  let ledger: any FileStore
  let state: any FileStore
  let stateFolder: String
  let key: SigningKey
  let options: WriterOptions

  /// At the journal's start.
  package internal(set) var base: JournalBase
  /// Behind the last commit.
  package internal(set) var head: JournalBase
  /// The journal's idempotency keys.
  package internal(set) var keys: [String: KeyedCommit] = [:]
  /// What happened since this was last asked.
  var notices: [WriterNotice] = []

  /// Held while this writes, where it is known here.
  package var lock: WriterLock?
  /// Nil once the writer is done for.
  var journal: Journal?
  var failure: LedgerError?
  /// What is known to be in the folder of what the journal holds, in order and without a gap.
  var segments: [PublishedSegment] = []
  /// The own files that this writer made, and others that it judged.
  var written: Set<SegmentName> = []
  var judged: Set<SegmentName> = []
  package internal(set) var publicationError: FileError?
  /// In the state folder.
  var waitingNote: WaitingNote?
  package internal(set) var sealError: FileError?
  /// What the journal's commits unpack to.
  var contentSizeBytes = 0
  /// What is being sealed of the journal.
  var job: SealJob?
  var pace = SealPace()
  /// What is being published of it.
  var phase = PublishingPhase.over
  var step: PublishingStep?
  /// For ``SealTiming/behind(groups:)``.
  var groupsUntilSealed = 0
  /// After a failed automatic seal, the next is tried when the journal has grown to this.
  var nextRollSizeBytes = 0
  var encoder: CommitEncoder
  /// Once the writer is closed in order, with everything published.
  var closedJournal: ClosedJournal?

  init(
    ledger: any FileStore, state: any FileStore, stateFolder: String, key: SigningKey, options: WriterOptions,
    base: JournalBase
  ) {
    (self.ledger, self.state, self.stateFolder) = (ledger, state, stateFolder)
    (self.key, self.options, self.base, self.head) = (key, options, base, base)
    replica = base.replica
    encoder = CommitEncoder(level: options.level)
  }

  package var lastSeq: UInt64 { head.seq }
  package var lastCommit: UInt64 { head.commit }
  package var tree: MerkleTree { head.tree }
  package var lastStamp: Stamp? { head.stamp }
  /// What the replica last said it held of others.
  package var seen: Seen { head.seen }
  /// Commits that are not sealed.
  package var openCommits: UInt64 { head.commit - base.commit }
  /// Whether every further call will throw.
  package var isDone: Bool { failure != nil }

  /// What happened since this was last asked, and what waits.
  package func takeNotices() -> [WriterNotice] {
    defer { notices = [] }
    return notices + waiting
  }

  var waiting: [WriterNotice] {
    var waiting: [WriterNotice] = []
    if let publicationError { waiting.append(WriterNotice(.publicationWaits, error: publicationError)) }
    if let sealError { waiting.append(WriterNotice(.sealWaits, error: sealError)) }
    return waiting
  }

  func requireSound() throws(LedgerError) {
    if let failure { throw failure }
    try requireLock()
  }

  /// Another process takes the lock once its file is removed, and then both write at one place of the journal. So it is
  /// looked at before a write, and again before the write is acknowledged.
  func requireLock() throws(LedgerError) {
    guard let lock, !lock.isInPlace else { return }
    let failure = LedgerError(
      .inputOutput, "the writer's lock was removed while it wrote: what it was writing is not acknowledged",
      file: joined(stateFolder, WriterLock.name),
      advice: "open the ledger again, see what it holds, and remove no lock files")
    self.failure = failure
    journal = nil
    throw failure
  }

  /// Makes every later call fail: nothing is known any more about what the journal holds.
  func poison(_ error: FileError) -> LedgerError {
    var failure = LedgerError(error)
    failure.what = "the journal could not be written (\(error.what)), so that nothing more is written to it"
    failure.advice = "open the ledger again"
    self.failure = failure
    journal = nil
    return LedgerError(error)
  }
}
