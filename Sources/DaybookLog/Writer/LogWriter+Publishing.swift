import DaybookModel

// What the journal holds durably is acknowledged; publishing puts it into the ledger's folder, where others read it, as
// segments that never change. Small ones are joined as more are added.

extension LogWriter {
  /// Own commits that are durable here but not yet in the ledger's folder.
  package var unpublishedCommits: Int { Int(clamping: head.commit - publishedEnd.head.commit) }
  /// Paths in the ledger of the segments whose commits the journal still holds, in order.
  package var publishedSegments: [String] { segments.map { LedgerLayout.path(of: $0.name, replica) } }

  /// Whether this writer made the file of this name.
  package func wrote(_ name: SegmentName) -> Bool { written.contains(name) }

  /// Notes that another file with the same lines replaces one of its files.
  package func renamed(_ name: SegmentName, to other: SegmentName, sizeBytes: Int) {
    written.insert(other)
    for index in segments.indices where segments[index].name == name {
      (segments[index].name, segments[index].sizeBytes) = (other, sizeBytes)
    }
  }

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

  /// Tries to publish what the journal holds and the ledger's folder does not, including what was published and is
  /// gone. Never throws: what could not be published waits, and ``takeNotices()`` reports that.
  package func publishPending() {
    finishStep()
    phase = .restoring(segments.count)
    while let next = nextStep() { take(next) }
  }

  /// The same, with everything that takes long on another thread, while the writer continues: call it again once the
  /// returned job is over, until it returns none.
  package func publishBeside() -> SealJob? {
    if let step {
      guard step.job.isToBeTaken else { return step.job }
      finishStep()
    } else if case .over = phase {
      phase = .restoring(segments.count)
    }
    guard let next = nextStep() else { return nil }
    step = next
    if options.sealing == .beside { next.job.start() }
    return next.job
  }

  /// Whether another thread is making a part of a publication.
  package var isPublishing: Bool { step.map { !$0.job.isToBeTaken } ?? false }

  /// Waits for the part that is being made, and adopts it.
  func finishStep() {
    guard let step else { return }
    self.step = nil
    take(step)
  }

  private func nextStep() -> PublishingStep? {
    do throws(FileError) {
      while failure == nil {
        switch phase {
        case .restoring(0): phase = .publishing(to: end)
        case .restoring(let count):
          phase = .restoring(count - 1)
          let segment = segments[count - 1]
          if try isGone(segment) {
            return step(.restoring(count - 1), segment.start, segment.end, options.publishLevel)
          }
        case .publishing(let target):
          guard target.head.commit > publishedEnd.head.commit else {
            publicationError = nil
            if unpublishedCommits == 0 { notePublished() }
            try lookForOthers()
            phase = .joining
            continue
          }
          // A segment must not span the place where the journal will continue.
          let cut = job?.sealing.end
          let isCut =
            cut.map { $0.sizeBytes > publishedEnd.sizeBytes && $0.sizeBytes < target.sizeBytes } ?? false
          return step(.publishing, publishedEnd, isCut ? cut ?? target : target, options.publishLevel)
        case .joining:
          if let join = nextJoin() { return join }
          phase = .over
        case .over: return nil
        }
      }
    } catch {
      noteWaiting(error)
    }
    phase = .over
    return nil
  }

  private func step(
    _ purpose: PublishingStep.Purpose, _ start: JournalPlace, _ end: JournalPlace, _ level: Int
  ) -> PublishingStep {
    PublishingStep(purpose: purpose, job: SealJob(sealing(from: start, to: end, level: level)))
  }

  /// Removed, or cut by a tool.
  private func isGone(_ segment: PublishedSegment) throws(FileError) -> Bool {
    let status = try ledger.status(LedgerLayout.path(of: segment.name, replica))
    return status?.kind != .file || status?.sizeBytes != segment.sizeBytes
  }

  /// Joins the last segments, while enough of one class are adjacent. A failure is retried with the next publication:
  /// it only costs space.
  private func nextJoin() -> PublishingStep? {
    // What is being sealed replaces them all.
    guard job == nil,
      let run = SizeClass.due(
        segments.map { $0.end.head.seq - $0.start.head.seq }, count: options.joinedSegments)
    else { return nil }
    let (start, end) = (segments[run.lowerBound].start, segments[run.upperBound - 1].end)
    let sizeBytes = end.contentSizeBytes - start.contentSizeBytes
    guard sizeBytes <= options.sealedContentSizeBytesMax else { return nil }
    return step(
      .joining(run), start, end,
      sizeBytes >= options.denseContentSizeBytes ? options.sealLevel : options.publishLevel)
  }

  private func take(_ step: PublishingStep) {
    let outcome = step.job.finish()
    guard failure == nil else { return phase = .over }
    let made: Sealing.Made
    do throws(Sealing.Failure) {
      made = try outcome.get()
    } catch {
      phase = .over
      switch error {
      case .file(let error): if !step.isJoin { noteWaiting(error) }
      case .damage(let error):
        failure = error
        noteWaiting(
          error.cause as? FileError ?? FileError(.system(5), "read", joined(stateFolder, JournalLayout.name)))
      }
      return
    }
    take(made)
    switch step.purpose {
    case .restoring(let index):
      segments.replaceSubrange(index...index, with: made.segments)
      notices.append(
        WriterNotice(
          .republished, file: made.segments.first.map { LedgerLayout.path(of: $0.name, replica) }))
    case .publishing: segments += made.segments
    case .joining(let run):
      // Nothing is gained if they are too large for one segment.
      guard made.segments.count < run.count else { return phase = .over }
      let former = segments[run].map(\.name)
      segments.replaceSubrange(run, with: made.segments)
      remove(former)
    }
  }

  /// Another machine may write as this replica, with a copy of its state: its commits end this writer.
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
      .damaged, "the ledger's folder holds commits of this replica that this machine does not know",
      file: path, advice: "move the replica's state folder away to continue as a new replica")
  }

  func take(_ made: Sealing.Made) {
    notices += made.notices
    written.formUnion(made.segments.map(\.name))
  }

  func sealing(
    from start: JournalPlace, to end: JournalPlace, level: Int, isForGood: Bool = false
  ) -> Sealing {
    Sealing(
      ledger: ledger, state: state, stateFolder: stateFolder, options: options,
      commitsStart: journal?.commitsStart ?? 0, start: start, end: end, level: level, isForGood: isForGood)
  }

  /// Removes own segments whose lines are held durably by other segments that were read back, and by the journal.
  func remove(_ names: [SegmentName]) {
    for name in names where !segments.contains(where: { $0.name == name }) {
      // A segment that stays costs space; the next opening removes it.
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
  /// - Parameter isDue: whether it will be published in a moment.
  func noteWaiting(isDue: Bool) {
    guard unpublishedCommits > 0, waitingNote.map({ $0.isDue && !isDue }) ?? true else { return }
    let note = WaitingNote(publishedSize: publishedEnd.head.tree.size, isDue: isDue)
    // Without the note, readers on this machine see only what is published, until the next write.
    if (try? note.write(state, folder: stateFolder)) != nil { waitingNote = note }
  }
}
