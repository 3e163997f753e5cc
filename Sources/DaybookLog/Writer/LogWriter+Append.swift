package import DaybookModel

extension LogWriter {
  /// Writes drafts, in order, with one write and one flush (a few, when they are many MiB), and then
  /// publishes them. When this returns, what is `written` is durable: publishing may have failed, is
  /// tried again with every append, and is told by ``takeNotices()``.
  ///
  /// `held` gives the content hash of commits that used a key and are not in this journal: sealed
  /// ones and those of other replicas, as replay found them.
  ///
  /// Throws when the journal cannot be written. Then nothing is acknowledged (all, some or none of
  /// the group may be there when the ledger is opened again), and every later call throws.
  package func append(
    _ drafts: [CommitDraft], held: (String) -> Hash256? = { _ in nil }
  ) throws(LedgerError) -> [AppendOutcome] {
    var rest = drafts[...]
    var outcomes: [AppendOutcome] = []
    try append(held: held, next: { rest.popFirst() }, added: { outcomes.append($0) })
    return outcomes
  }

  /// The same for drafts that are made one by one: `next` is asked until it gives none, and `added` hears
  /// what becomes of each before the next is asked for, so that a draft can build on those before it.
  /// What `added` hears is durable only when this returns.
  package func append(
    held: (String) -> Hash256? = { _ in nil }, next: () -> CommitDraft?, added: (AppendOutcome) -> Void
  ) throws(LedgerError) {
    try requireSound()
    var group = Group(head: head)
    while let draft = next() {
      added(add(draft, to: &group, held))
      if group.frames.count >= WriterOptions.groupSizeBytes
        || group.contentSizeBytes >= WriterOptions.groupSizeBytes
      {
        try write(group)
        group = Group(head: head)
      }
    }
    try write(group)
  }

  /// Commits that share a flush.
  struct Group {
    /// Behind the last of them.
    var head: JournalBase
    var keys: [String: KeyedCommit] = [:]
    /// As in the journal, each with its mark.
    var journal: [UInt8] = []
    var frames: [UInt8] = []
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
            .refused, "the key '\(key)' was used for another commit",
            advice: "take a new key for new content"))
      }
      content = hash
    }
    do throws(LedgerError) {
      let (written, frame) = try encoder.encode(draft, behind: &group.head, key: key)
      if let key = draft.key, let content {
        group.keys[key] = KeyedCommit(number: written.commit.number, content: content)
      }
      group.journal += JournalLayout.mark(writeStart: journalSizeBytes + unwritten.count)
      group.journal += frame
      group.frames += frame
      group.commits += 1
      group.contentSizeBytes += written.content.bytes.count
      return .written(written)
    } catch {
      return .refused(error)
    }
  }

  private func write(_ group: Group) throws(LedgerError) {
    if group.commits > 0 {
      do throws(FileError) {
        if options.flaws.contains(.acknowledgeEarly) {
          try flushEarlyBytes()
          unwritten = group.journal
        } else {
          try journal?.append(group.journal)
        }
      } catch {
        if !options.flaws.contains(.retryFlush) { throw poison(error) }
        do throws(FileError) { try journal?.appendAgain(group.journal) } catch { throw poison(error) }
      }
      try requireLock()
      head = group.head
      keys.merge(group.keys) { _, new in new }
      contentSizeBytes += group.contentSizeBytes
      published.add(group.frames, commits: group.commits)
    }
    publishPending()
    rollIfDue()
  }

  /// Tries to publish what the journal holds and the ledger's folder does not; compares first. Never
  /// throws: what could not be published waits, and ``takeNotices()`` says so.
  package func publishPending() {
    guard failure == nil else { return }
    do throws(FileError) {
      let options = options
      let result = try published.publish(first: base.seq + 1, random: options.random) {
        () throws(FileError) in
        try segmentBytes()
      }
      publicationError = nil
      notePublished()
      // The first publication of a segment replaces nothing.
      guard let result, result.old != nil || result.difference != .missing else { return }
      notices.append(WriterNotice(.republished(result.difference), file: openSegment))
      tidy()
    } catch {
      noteWaiting(error)
    }
  }

  private func notePublished() {
    publishedSize = head.tree.size
    guard isWaitNoted else { return }
    // If the note stays, readers read the journal needlessly.
    if (try? WaitingNote.remove(state, folder: stateFolder)) != nil { isWaitNoted = false }
  }

  /// The published part does not change.
  func noteWaiting(_ error: FileError) {
    publicationError = error
    guard !isWaitNoted, head.tree.size > publishedSize else { return }
    // Without the note, readers on this machine see only what is published, until the next write.
    isWaitNoted =
      (try? WaitingNote.begin(state, folder: stateFolder, publishedSize: publishedSize)) != nil
  }

  /// The open segment, from the journal: what is published, or should be.
  func segmentBytes() throws(FileError) -> [UInt8] {
    let bytes = try journal?.read() ?? []
    return JournalLayout.segment(bytes + unwritten, from: journal?.segmentStart ?? 0)
  }

  /// What the journal holds, without the zeros behind it.
  package var journalSizeBytes: Int { journal?.sizeBytes ?? 0 }

  /// Only for ``WriterFlaws/acknowledgeEarly``.
  func flushEarly() throws(LedgerError) {
    do throws(FileError) { try flushEarlyBytes() } catch { throw poison(error) }
  }

  private func flushEarlyBytes() throws(FileError) {
    if unwritten.isEmpty { return }
    try journal?.append(unwritten)
    unwritten = []
  }
}
