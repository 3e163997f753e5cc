import DaybookModel

// A process that releases the lock keeps its writer. When its turn comes again, it reads only what others have added to
// the journal.

/// A journal as its writer left it.
struct ClosedJournal {
  private let inode: UInt64
  private let birthTime: Int64
  let sizeBytes: Int
  let commitsStart: Int

  init(_ status: FileStatus, commitsStart: Int) {
    (inode, birthTime, sizeBytes) = (status.inode, status.birthTime, status.sizeBytes)
    self.commitsStart = commitsStart
  }

  /// Whether this is the same file, which may have grown.
  func goesOn(as status: FileStatus) -> Bool {
    (status.inode, status.birthTime) == (inode, birthTime) && status.sizeBytes >= sizeBytes
  }
}

extension LogWriter {
  /// Whether ``resume(_:)`` may continue.
  package var canResume: Bool { closedJournal != nil }

  /// Whether another process waits for the lock.
  package var isWaitedFor: Bool { WriterLock.isWaitedFor(state: state, folder: stateFolder) }

  /// Waits for what is being sealed, publishes what waits, as far as that is possible now, and closes the files. If a
  /// writer ends without it, the next one must copy the journal.
  package func close() {
    if failure == nil { try? requireLock() }
    finishStep()
    finishJob()
    guard failure == nil, let commitsStart = journal?.commitsStart else { return }
    publishPending()
    // Zeros that stay are read as zeros.
    try? journal?.trim()
    if failure == nil {
      // Without the note, damage to the journal's end looks like an interrupted write.
      let note = ClosedNote(size: head.tree.size, journalSizeBytes: journalSizeBytes)
      let isNoted = (try? note.write(state, folder: stateFolder)) != nil
      Journal.markClosed(state, folder: stateFolder)
      if isNoted, unpublishedCommits == 0, publicationError == nil,
        let status = try? state.status(joined(stateFolder, JournalLayout.name)),
        status.sizeBytes == journalSizeBytes
      {
        closedJournal = ClosedJournal(status, commitsStart: commitsStart)
      }
    }
    journal = nil
    failure = LedgerError(.refused, "the writer is closed", advice: "open the ledger again")
    lock = nil
  }

  /// Continues after ``close()``, with what other processes have written since. O(what they wrote, and the names of the
  /// replica's files).
  ///
  /// - Parameter lock: the lock, held again.
  /// - Returns: false if the whole journal must be read; then this writer is unusable.
  package func resume(_ lock: WriterLock) -> Bool {
    guard let closed = closedJournal else { return false }
    closedJournal = nil
    let path = joined(stateFolder, JournalLayout.name)
    do throws(FileError) {
      let notes = try JournalNotes(state, folder: stateFolder)
      guard try state.status(joined(stateFolder, JournalLayout.openName)) == nil, notes.waiting == nil,
        let status = try state.status(path), closed.goesOn(as: status),
        let note = notes.closed, note.journalSizeBytes == status.sizeBytes
      else { return false }
      let files = try OwnFiles(self)
      var places = JournalPlaces(start: JournalPlace(head: base), wanted: files.bounds)
      for segment in segments { places.note(segment.end) }
      let added = try state.read(path, from: closed.sizeBytes, count: status.sizeBytes - closed.sizeBytes)
      var reader = JournalReader(commits: added, at: closed.sizeBytes, behind: head)
      take(&reader, at: closed.sizeBytes - closed.commitsStart, into: &places)
      guard reader.offset == added.count, head.tree.size == note.size else { return false }
      if let signed = reader.signedHead, !Signing.verify(signed, header: base.header) { return false }
      journal = try Journal.resume(
        state, folder: stateFolder, bytes: [], sizeBytes: status.sizeBytes, commitsStart: closed.commitsStart)
      try Journal.markOpen(state, folder: stateFolder)
      (self.lock, failure) = (lock, nil)
      resumePublished(files, places, wasPublished: true)
    } catch {
      return false
    }
    return failure == nil
  }

  /// Adopts a journal's commits, which begin at this place after its base.
  func take(_ reader: inout JournalReader, at start: Int, into places: inout JournalPlaces) {
    while let entry = reader.next() {
      contentSizeBytes += entry.content.bytes.count
      places.note(
        JournalPlace(
          head: reader.head, sizeBytes: start + reader.offset - reader.commitsStart,
          contentSizeBytes: contentSizeBytes))
      if let key = entry.commit.key {
        let content = CommitContent.hash(of: entry.content.commits[0], in: entry.content)
        keys[key] = KeyedCommit(number: entry.commit.number, content: content)
      }
    }
    head = reader.head
  }
}
