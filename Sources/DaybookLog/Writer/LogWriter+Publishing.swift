import DaybookModel

// What the journal holds durably is acknowledged; publishing puts it into the ledger's folder, where others read it, as
// segments that never change. Small ones are joined as more come.

extension LogWriter {
  /// Own commits that are durable here but not yet in the ledger's folder.
  package var unpublishedCommits: Int { Int(clamping: head.commit - publishedEnd.head.commit) }
  /// Paths in the ledger of the segments whose commits the journal still holds, in order.
  package var publishedSegments: [String] { segments.map { LedgerLayout.path(of: $0.name, replica) } }

  /// Whether this writer made the file of this name.
  package func wrote(_ name: SegmentName) -> Bool { written.contains(name) }

  /// Treats all other files as foreign, except those that it publishes anew: somebody removed them.
  package func forgetFiles(besides names: [SegmentName]) {
    written.formIntersection(names + segments.map(\.name))
  }

  var publishedEnd: JournalPlace { segments.last?.end ?? JournalPlace(head: base) }
  var end: JournalPlace {
    JournalPlace(
      head: head, sizeBytes: journalSizeBytes - (journal?.commitsStart ?? 0),
      contentSizeBytes: contentSizeBytes)
  }

  /// Tries to publish what the journal holds and the ledger's folder does not, also what was published and is gone. Never
  /// throws: what could not be published waits, and ``takeNotices()`` says so.
  package func publishPending() {
    guard failure == nil else { return }
    do throws(FileError) {
      try restore()
      // A segment must not lie on both sides of where the journal will go on.
      if let cut = job?.sealing.end, cut.sizeBytes > publishedEnd.sizeBytes { try publish(upTo: cut) }
      try publish(upTo: end)
      publicationError = nil
      notePublished()
      try lookForOthers()
    } catch {
      noteWaiting(error)
    }
    join()
  }

  /// Another machine may write as this replica, with a copy of its state: what it wrote ends this writer.
  private func lookForOthers() throws(FileError) {
    let files = try OwnFiles(self)
    for name in files.names where !written.contains(name) && !judged.contains(name) {
      switch try files.judge(name, journal: { () throws(FileError) in try openLeaves() }) {
      case .unknown: failure = Self.unknownCommits(LedgerLayout.path(of: name, replica))
      case .held, .damaged, .older, .foreign: judged.insert(name)
      }
    }
  }

  static func unknownCommits(_ path: String) -> LedgerError {
    LedgerError(
      .damaged, "the ledger's folder holds commits of this replica that this machine does not know of",
      file: path, advice: "move the replica's state folder away to go on as a new replica")
  }

  private func publish(upTo end: JournalPlace) throws(FileError) {
    guard end.head.commit > publishedEnd.head.commit else { return }
    segments += try made(from: publishedEnd, to: end, level: options.publishLevel)
  }

  /// Makes segments of the commits between two places.
  private func made(
    from start: JournalPlace, to end: JournalPlace, level: Int
  ) throws(FileError) -> [PublishedSegment] {
    let made: Sealing.Made
    do throws(Sealing.Failure) {
      made = try sealing(from: start, to: end, level: level).run()
    } catch {
      switch error {
      case .file(let error): throw error
      case .damage(let error):
        failure = error
        throw error.cause as? FileError
          ?? FileError(.system(5), "read", joined(stateFolder, JournalLayout.name))
      }
    }
    take(made)
    return made.segments
  }

  func take(_ made: Sealing.Made) {
    notices += made.notices
    written.formUnion(made.segments.map(\.name))
  }

  func sealing(from start: JournalPlace, to end: JournalPlace, level: Int) -> Sealing {
    Sealing(
      ledger: ledger, state: state, stateFolder: stateFolder, options: options,
      commitsStart: journal?.commitsStart ?? 0, start: start, end: end, level: level)
  }

  /// Publishes segments anew that were removed, or cut by a tool.
  private func restore() throws(FileError) {
    for index in segments.indices.reversed() {
      let status = try ledger.status(LedgerLayout.path(of: segments[index].name, replica))
      if status?.kind == .file, status?.sizeBytes == segments[index].sizeBytes { continue }
      let anew = try made(
        from: segments[index].start, to: segments[index].end, level: options.publishLevel)
      segments.replaceSubrange(index...index, with: anew)
      notices.append(
        WriterNotice(.republished, file: anew.first.map { LedgerLayout.path(of: $0.name, replica) }))
    }
  }

  /// Joins the last segments while enough of a class lie side by side. What fails is tried again with the next
  /// publication: it costs room and nothing else.
  private func join() {
    // What is being sealed replaces them all.
    guard failure == nil, job == nil, publicationError == nil else { return }
    while let run = SizeClass.due(
      segments.map { $0.end.head.seq - $0.start.head.seq }, count: options.joinedSegments)
    {
      let (start, end) = (segments[run.lowerBound].start, segments[run.upperBound - 1].end)
      let sizeBytes = end.contentSizeBytes - start.contentSizeBytes
      let level = sizeBytes >= options.denseContentSizeBytes ? options.sealLevel : options.publishLevel
      guard sizeBytes <= options.sealedContentSizeBytesMax,
        let joined = try? made(from: start, to: end, level: level), joined.count < run.count
      else { return }
      let former = segments[run].map(\.name)
      segments.replaceSubrange(run, with: joined)
      remove(former)
    }
  }

  /// Removes own segments whose lines others hold durably that were read back, and the journal, too.
  func remove(_ names: [SegmentName]) {
    for name in names where !segments.contains(where: { $0.name == name }) {
      // One that stays costs room; the next opening removes it.
      if (try? ledger.remove(LedgerLayout.path(of: name, replica))) != nil { written.remove(name) }
    }
  }

  private func notePublished() {
    guard waitingNote != nil else { return }
    // If the note stays, readers read the journal needlessly.
    if (try? WaitingNote.remove(state, folder: stateFolder)) != nil { waitingNote = nil }
  }

  func noteWaiting(_ error: FileError) {
    publicationError = error
    noteWaiting(isDue: false)
  }

  /// For readers on the same machine, who then read the journal, too.
  ///
  /// - Parameter isDue: whether it is published in a moment.
  func noteWaiting(isDue: Bool) {
    guard unpublishedCommits > 0, waitingNote.map({ $0.isDue && !isDue }) ?? true else { return }
    let note = WaitingNote(publishedSize: publishedEnd.head.tree.size, isDue: isDue)
    // Without the note, readers on this machine see only what is published, until the next write.
    if (try? note.write(state, folder: stateFolder)) != nil { waitingNote = note }
  }
}
