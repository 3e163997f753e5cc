package import DaybookModel

/// The result of sealing.
package struct SealResult: Sendable, Equatable {
  /// Paths in the ledger; one, unless the journal had grown beyond what a segment may hold.
  package var files: [String] = []
  package var events: UInt64 = 0
  package var sizeBytes = 0

  package init() {}
}

extension LogWriter {
  /// Joins the journal's segments into one, and begins a new journal after it.
  ///
  /// The segment is written and flushed under a temporary name, renamed, and its folder flushed; only then does the new
  /// journal replace the old one; only then are the joined segments removed. After a crash at any point, opening
  /// continues from there, and repeating a step changes nothing.
  ///
  /// Throws when the ledger's folder cannot be written: then nothing has changed.
  @discardableResult
  package func seal() throws(LedgerError) -> SealResult {
    try requireSound()
    var result = SealResult()
    if let job = takeJob() {
      try take(job.finish(), of: job.sealing, &result)
      try requireSound()
    }
    guard openCommits > 0 else { return result }
    let sealing = sealing()
    try take(
      Result { () throws(Sealing.Failure) in
        try sealing.run()
      }, of: sealing, &result)
    return result
  }

  /// Seals all that the journal holds.
  func sealing(level: Int? = nil) -> Sealing {
    sealing(from: JournalPlace(head: base), to: end, level: level ?? options.sealLevel, isForGood: true)
  }

  private func takeJob() -> SealJob? {
    defer { job = nil }
    return job
  }

  /// Adopts the result of a sealing.
  private func take(
    _ outcome: Result<Sealing.Made, Sealing.Failure>, of sealing: Sealing, _ result: inout SealResult
  ) throws(LedgerError) {
    let made: Sealing.Made
    do throws(Sealing.Failure) {
      made = try outcome.get()
    } catch {
      switch error {
      case .file(let error): throw LedgerError(error)
      case .damage(let error):
        failure = error
        throw error
      }
    }
    take(made)
    try goOn(behind: sealing.end, made.segments)
    result.files += made.segments.map { LedgerLayout.path(of: $0.name, replica) }
    result.sizeBytes += made.sizeBytes
    result.events += sealing.end.head.seq - sealing.start.head.seq
  }

  /// Begins a new journal after commits that segments hold durably; the journal's other commits move into it.
  private func goOn(behind place: JournalPlace, _ made: [PublishedSegment]) throws(LedgerError) {
    // A publication in progress reads this journal, and refers to its places.
    finishStep()
    phase = .over
    if let failure { throw failure }
    // Otherwise the journal at this path may be another process's.
    try requireLock()
    let commits: [UInt8]
    do throws(FileError) { commits = try journal?.readCommits() ?? [] } catch { throw LedgerError(error) }
    guard place.sizeBytes <= commits.count else {
      throw poison(FileError(.system(5), "read", joined(stateFolder, JournalLayout.name)))
    }
    do throws(FileError) {
      journal = try Journal.begin(
        place.head, commits: commits[place.sizeBytes...], state, folder: stateFolder)
    } catch {
      throw poison(error)
    }
    base = place.head
    contentSizeBytes -= place.contentSizeBytes
    nextRollSizeBytes = 0
    sealError = nil
    let kept = Set(made.map(\.name))
    let former = segments.prefix { $0.end.sizeBytes <= place.sizeBytes }.map(\.name)
    segments = segments.dropFirst(former.count).map { segment in
      var moved = segment
      (moved.start, moved.end) = (segment.start.behind(place), segment.end.behind(place))
      return moved
    }
    remove(former.filter { !kept.contains($0) })
  }

  /// Adopts what was sealed on the other thread, and seals what is due.
  func rollIfDue() {
    guard failure == nil else { return }
    if job != nil, isJobOver, !isPublishing || contentSizeBytes >= options.waitContentSizeBytes {
      finishJob()
    }
    let sizeBytes = journalSizeBytes
    guard failure == nil, job == nil, sizeBytes >= nextRollSizeBytes,
      sizeBytes >= options.rollSizeBytes || contentSizeBytes >= options.rollContentSizeBytes
    else { return }
    switch options.sealing {
    case .beside:
      let job = SealJob(sealing(level: pace.level(for: contentSizeBytes, options)))
      self.job = job
      job.start()
    case .behind(let groups):
      job = SealJob(sealing())
      groupsUntilSealed = groups
      if groups == 0 { finishJob() }
    }
  }

  /// Whether the sealing under way is over, or should be: the journal must not outgrow a segment.
  private var isJobOver: Bool {
    if contentSizeBytes >= options.waitContentSizeBytes { return true }
    switch options.sealing {
    case .beside: return job?.isDone ?? false
    case .behind:
      groupsUntilSealed -= 1
      return groupsUntilSealed <= 0
    }
  }

  /// Waits for the sealing under way, and adopts its result. An error waits: it is reported, and sealing is tried
  /// again later.
  func finishJob() {
    guard let job = takeJob() else { return }
    let outcome = job.finish()
    pace.note(job.compressed, options)
    guard failure == nil else { return }
    var result = SealResult()
    do throws(LedgerError) {
      try take(outcome, of: job.sealing, &result)
    } catch {
      sealError = error.cause as? FileError ?? FileError(.system(5), "seal", LedgerLayout.folder(of: replica))
      nextRollSizeBytes = journalSizeBytes + options.rollSizeBytes / 4
    }
  }
}
