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

  /// The base at the journal's start.
  package internal(set) var base: JournalBase
  /// The head after the last commit.
  package internal(set) var head: JournalBase
  /// The journal's idempotency keys.
  package internal(set) var keys: [String: KeyedCommit] = [:]
  /// What happened since the notices were last taken.
  var notices: [WriterNotice] = []

  /// The lock that is held during writes, if it is known here.
  package var lock: WriterLock?
  /// Nil once the writer is finished.
  var journal: Journal?
  var failure: LedgerError?
  /// The segments in the folder that are known to hold the journal's commits, in order and without a gap.
  var segments: [PublishedSegment] = []
  /// The own files that this writer made, and others that it judged.
  var written: Set<SegmentName> = []
  var judged: Set<SegmentName> = []
  package internal(set) var publicationError: FileError?
  /// The note in the state folder.
  var waitingNote: WaitingNote?
  package internal(set) var sealError: FileError?
  /// The unpacked size of the journal's commits.
  var contentSizeBytes = 0
  /// The sealing of the journal in progress.
  var job: SealJob?
  var pace = SealPace()
  /// The publication of the journal in progress.
  var phase = PublishingPhase.over
  var step: PublishingStep?
  /// For ``SealTiming/behind(groups:)``.
  var groupsUntilSealed = 0
  /// After a failed automatic seal, the next is tried when the journal has grown to this.
  var nextRollSizeBytes = 0
  var encoder: CommitEncoder
  /// Set once the writer is closed properly, with everything published.
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
  /// What the replica last stated that it held of others.
  package var seen: Seen { head.seen }
  /// Commits that are not sealed.
  package var openCommits: UInt64 { head.commit - base.commit }
  /// Whether every further call will throw.
  package var isDone: Bool { failure != nil }

  /// What happened since the last call, and what waits.
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

  /// If the lock's file is removed, another process can take the lock, and then both write at the same place of the
  /// journal. So the file is checked before a write, and again before the write is acknowledged.
  func requireLock() throws(LedgerError) {
    guard let lock, !lock.isInPlace else { return }
    let failure = LedgerError(
      .inputOutput, "the writer's lock was removed while it wrote: its last write is not acknowledged",
      file: joined(stateFolder, WriterLock.name),
      advice: "open the ledger again, check what was written, and do not remove lock files")
    self.failure = failure
    journal = nil
    throw failure
  }

  /// Makes every later call fail: nothing is known any more about what the journal holds.
  func poison(_ error: FileError) -> LedgerError {
    var failure = LedgerError(error)
    failure.what = "the journal could not be written (\(error.what)), so nothing more is written to it"
    failure.advice = "open the ledger again"
    self.failure = failure
    journal = nil
    return LedgerError(error)
  }
}

extension LogWriter {
  /// Writes drafts, in order, with one write and one flush (a few, when they are many MiB). When this returns, what is
  /// `written` is durable; ``publishPending()`` puts it into the ledger's folder.
  ///
  /// `held` gives the content hash of commits that used a key and are not in this journal: sealed
  /// ones and those of other replicas, as replay found them.
  ///
  /// Throws if the journal cannot be written. Then nothing is acknowledged (all, some or none of the group may exist
  /// when the ledger is opened again), and every later call throws.
  package func append(
    _ drafts: [CommitDraft], held: (String) -> Hash256? = { _ in nil }
  ) throws(LedgerError) -> [AppendOutcome] {
    var rest = drafts[...]
    var outcomes: [AppendOutcome] = []
    try append(held: held, next: { rest.popFirst() }, added: { outcomes.append($0) })
    return outcomes
  }

  /// The same for drafts that are made one by one: `next` is called until it returns none, and `added` receives the
  /// outcome of each before the next call, so that a draft can build on those before it. The outcomes are durable only
  /// when this returns.
  package func append(
    held: (String) -> Hash256? = { _ in nil }, next: () -> CommitDraft?, added: (AppendOutcome) -> Void
  ) throws(LedgerError) {
    try requireSound()
    var group = Group(head: head)
    while let draft = next() {
      added(add(draft, to: &group, held))
      if group.journal.count >= WriterOptions.groupSizeBytes
        || group.contentSizeBytes >= WriterOptions.groupSizeBytes
      {
        try write(group)
        group = Group(head: head)
      }
    }
    try write(group)
    switch options.publishing {
    case .atOnce: publishPending()
    case .later: noteWaiting(isDue: true)
    }
  }

  /// Commits that share a flush.
  struct Group {
    /// The head after the last of them.
    var head: JournalBase
    var keys: [String: KeyedCommit] = [:]
    /// As in the journal, each with its mark.
    var journal: [UInt8] = []
    var commits = 0
    var contentSizeBytes = 0
  }

  private func add(_ draft: CommitDraft, to group: inout Group, _ held: (String) -> Hash256?) -> AppendOutcome
  {
    if let failure { return .refused(failure) }
    var content: Hash256?
    if let key = draft.key {
      let hash = CommitContent.hash(of: draft.bodies.events())
      let known = group.keys[key] ?? keys[key]
      if let other = known?.content ?? held(key) {
        if other == hash { return .held(commit: known?.number) }
        return .refused(
          LedgerError(
            .refused, "the commit's key was used for another commit",
            advice: "use a new key for new content"))
      }
      content = hash
    }
    do throws(LedgerError) {
      let (written, frame) = try encoder.encode(draft, behind: &group.head, key: key)
      if let key = draft.key, let content {
        group.keys[key] = KeyedCommit(number: written.commit.number, content: content)
      }
      group.journal += JournalLayout.mark(writeStart: journalSizeBytes)
      group.journal += frame
      group.commits += 1
      group.contentSizeBytes += written.content.bytes.count
      return .written(written)
    } catch {
      return .refused(error)
    }
  }

  private func write(_ group: Group) throws(LedgerError) {
    if group.commits > 0 {
      do throws(FileError) { try journal?.append(group.journal) } catch { throw poison(error) }
      try requireLock()
      head = group.head
      keys.merge(group.keys) { _, new in new }
      contentSizeBytes += group.contentSizeBytes
    }
    rollIfDue()
  }

  /// What the journal holds, without the zeros after it.
  package var journalSizeBytes: Int { journal?.sizeBytes ?? 0 }
}

extension LogWriter {
  /// The places in the tree of the journal's leaves.
  package var leaves: Range<UInt64> { base.tree.size..<tree.size }

  /// The journal's commits, each with the tree index of its first leaf: what a reader of the ledger's
  /// folder lacks while publication waits. Reads and parses the journal, which needs no lock.
  package func openContents() throws(LedgerError) -> [(firstLeaf: UInt64, content: FrameContent)] {
    try journalCopy().contents()
  }

  /// The journal as it is now. At most a few megabytes: a larger one is sealed.
  package func journalCopy() throws(LedgerError) -> JournalCopy {
    if let failure { throw failure }
    let bytes: [UInt8]
    do throws(FileError) { bytes = try journal?.read() ?? [] } catch { throw LedgerError(error) }
    return JournalCopy(bytes: bytes, path: joined(stateFolder, JournalLayout.name))
  }
}

/// A journal as it was at one time, parsed only where its commits are needed.
package struct JournalCopy: Sendable {
  fileprivate let bytes: [UInt8]
  fileprivate let path: String

  /// Its commits, each with the tree index of its first leaf.
  package func contents() throws(LedgerError) -> [(firstLeaf: UInt64, content: FrameContent)] {
    try JournalReader(bytes, path: path).contents()
  }
}
