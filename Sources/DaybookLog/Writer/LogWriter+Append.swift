package import DaybookModel

extension LogWriter {
  /// Writes drafts, in order, with one write and one flush (a few, when they are many MiB). When this returns, what is
  /// `written` is durable; ``publishPending()`` puts it into the ledger's folder.
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
    /// Behind the last of them.
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
            advice: "take a new key for new content"))
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

  /// What the journal holds, without the zeros behind it.
  package var journalSizeBytes: Int { journal?.sizeBytes ?? 0 }
}
