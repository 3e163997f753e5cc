package import DaybookModel

/// What sealing made.
package struct SealResult: Sendable, Equatable {
  /// Paths in the ledger; one, unless the journal had grown beyond what a segment may hold.
  package var files: [String] = []
  package var events: UInt64 = 0
  package var sizeBytes = 0

  package init() {}
}

extension LogWriter {
  /// Rewrites the journal's commits into a sealed file, and begins a new journal behind them.
  ///
  /// The sealed file is written and flushed under a temporary name, renamed, and its folder flushed;
  /// only then does the new journal take the old one's place; only then is the open file removed. After
  /// a crash at any point opening goes on from there, and repeating a step changes nothing.
  ///
  /// Throws when the ledger's folder cannot be written: then nothing has changed.
  @discardableResult
  package func seal() throws(LedgerError) -> SealResult {
    try requireSound()
    try flushEarly()
    var result = SealResult()
    if let job = takeJob() {
      try take(job.finish(), of: job.sealing, &result)
      try requireSound()
    }
    guard openCommits > 0 else { return result }
    let sealing = sealing()
    try take(
      Result { () throws(Sealing.Failure) in
        try sealing.run { FrameCompression.frames(of: $0, level: $1) }
      }, of: sealing, &result)
    return result
  }

  /// Of all that the journal holds.
  func sealing() -> Sealing {
    Sealing(
      ledger: ledger, state: state, stateFolder: stateFolder, options: options, base: base, head: head,
      journalSizeBytes: journalSizeBytes, contentSizeBytes: contentSizeBytes)
  }

  private func takeJob() -> SealJob? {
    defer { job = nil }
    return job
  }

  /// Takes up what a sealing came to.
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
    notices += made.notices
    try goOn(behind: sealing.head, sizeBytes: sealing.journalSizeBytes, sealing.contentSizeBytes)
    result.files += made.files
    result.sizeBytes += made.sizeBytes
    result.events += sealing.head.seq - sealing.base.seq
  }

  /// Begins a new journal and a new open segment behind commits that a sealed file holds durably; what the journal
  /// holds besides goes with it. `sizeBytes`: of the journal up to there, `contentSizeBytes`: what that unpacks to.
  func goOn(behind head: JournalBase, sizeBytes: Int, _ contentSizeBytes: Int) throws(LedgerError) {
    // The journal at this path may be another process's otherwise.
    try requireLock()
    let before: [UInt8]
    do throws(FileError) { before = try journal?.read() ?? [] } catch { throw LedgerError(error) }
    guard sizeBytes <= before.count else {
      throw poison(FileError(.system(5), "read", joined(stateFolder, JournalLayout.name)))
    }
    let segment = JournalLayout.segment(before, from: journal?.segmentStart ?? 0)
    do throws(FileError) {
      journal = try Journal.begin(head, commits: before[sizeBytes...], state, folder: stateFolder)
    } catch {
      throw poison(error)
    }
    base = head
    self.contentSizeBytes -= contentSizeBytes
    nextRollSizeBytes = 0
    (sealError, publicationError) = (nil, nil)
    published.lag(openCommits)
    publishPending()
    // Until its last commits are published anew the old open file is where others find them.
    if publicationError == nil { tidy(former: segment) }
  }

  /// Takes up what was sealed beside, and has sealed what is due.
  func rollIfDue() {
    guard failure == nil else { return }
    if job != nil, isJobOver { finishJob() }
    let sizeBytes = journalSizeBytes
    guard failure == nil, job == nil, sizeBytes >= nextRollSizeBytes,
      sizeBytes >= options.rollSizeBytes || contentSizeBytes >= options.rollContentSizeBytes
    else { return }
    do throws(LedgerError) { try flushEarly() } catch { return }
    let job = SealJob(sealing())
    self.job = job
    switch options.sealing {
    case .beside: job.start()
    case .behind(let groups):
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

  /// Waits for the sealing under way, and takes it up. An error waits: it is told, and tried again later.
  func finishJob() {
    guard let job = takeJob() else { return }
    let outcome = job.finish()
    guard failure == nil else { return }
    var result = SealResult()
    do throws(LedgerError) {
      try take(outcome, of: job.sealing, &result)
    } catch {
      sealError = error.cause as? FileError ?? FileError(.system(5), "seal", LedgerLayout.folder(of: replica))
      nextRollSizeBytes = journalSizeBytes + options.rollSizeBytes / 4
    }
  }

  /// Removes own open files that the published one or a sealed one has made needless. `former`: an open segment that
  /// was the journal's, all of which is held.
  func tidy(former: [UInt8] = []) {
    let folder = LedgerLayout.folder(of: replica)
    let files = OwnFiles(self)
    do throws(FileError) {
      for name in try files.openNames() where name != published.name {
        try remove(name, files, former, folder)
      }
      // What a crash left, and what tools brought back of it; not what is being made.
      if job != nil { return }
      for entry in try ledger.list(folder) ?? [] where PublishedSegment.isTemporary(entry.name) {
        if entry.kind == .file { try ledger.remove(joined(folder, entry.name)) }
      }
    } catch {
      // It costs room and nothing else; the next opening tries again.
    }
  }

  private func remove(
    _ name: SegmentName, _ files: OwnFiles, _ former: [UInt8], _ folder: String
  ) throws(FileError) {
    let path = joined(folder, "\(name)")
    switch try files.judge(name, former: former, segment: { () throws(FileError) in try segmentBytes() }) {
    case .held:
      try ledger.remove(path)
      notices.append(WriterNotice(.removed, file: path))
    case .damaged:
      let bytes = try files.read(name)
      let kept = try Aside.keep(bytes, as: "\(name)", state, folder: stateFolder)
      try ledger.remove(path)
      notices.append(WriterNotice(.movedAside, file: path, keptAt: kept, sizeBytes: bytes.count))
    case .older: return
    case .foreign:
      notices.append(WriterNotice(.left, file: path))
    case .unknown:
      failure = LedgerError(
        .damaged, "the ledger's folder holds commits of this replica that this machine does not know of",
        file: path, advice: "move the replica's state folder away to go on as a new replica")
    }
  }
}
