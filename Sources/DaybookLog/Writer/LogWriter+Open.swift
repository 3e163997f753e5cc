package import DaybookModel

extension LogWriter {
  /// Opens the writer of the key's replica, whose journal is in `stateFolder` of `state`; the caller holds the lock and
  /// has decided that the replica is this machine's.
  ///
  /// Cuts off the journal's torn tail (kept in the state), makes the rest durable, publishes what the ledger's folder
  /// lacks, and removes files that others make redundant. Repeating it changes nothing more. A ledger's folder that
  /// cannot be written is not an error: publication waits.
  ///
  /// Throws ``LedgerError/Code/damaged`` when commits that were acknowledged can no longer be read, or when the folder
  /// holds commits signed by this replica that its journal does not know: to continue would then assign numbers twice.
  package static func open(
    ledger: any FileStore, state: any FileStore, stateFolder: String, descriptor: LedgerDescriptor,
    key: SigningKey, options: WriterOptions = WriterOptions()
  ) throws(LedgerError) -> (LogWriter, RecoveryReport) {
    let path = joined(stateFolder, JournalLayout.name)
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try state.status(path) == nil ? nil : try state.readAll(path)
    } catch {
      throw LedgerError(error)
    }
    let fresh = JournalBase(ledger: descriptor.ledger, publicKey: key.publicKey)
    func writer(from base: JournalBase) -> LogWriter {
      LogWriter(
        ledger: ledger, state: state, stateFolder: stateFolder, key: key, options: options, base: base)
    }
    guard let bytes else {
      let writer = writer(from: fresh)
      try writer.begin(path)
      return (writer, RecoveryReport(isNew: true))
    }
    let reader = try JournalReader(bytes, path: path)
    guard reader.base.ledger == fresh.ledger, reader.base.publicKey == fresh.publicKey else {
      throw LedgerError(.refused, "the journal belongs to another replica or ledger", file: path)
    }
    let resumed = writer(from: reader.base)
    try resumed.resume(reader, bytes, path)
    return (resumed, RecoveryReport(notices: resumed.takeNotices()))
  }

  /// The first journal of a replica.
  private func begin(_ path: String) throws(LedgerError) {
    do throws(FileError) {
      let own = try ledger.list(LedgerLayout.folder(of: replica)) ?? []
      guard !own.contains(where: { SegmentName($0.name) != nil }) else {
        throw FileError(.missing, "open", path)
      }
      try state.createFolderDurably(stateFolder)
      journal = try Journal.begin(base, state, folder: stateFolder)
      try Journal.markOpen(state, folder: stateFolder)
    } catch {
      if error.reason == .missing, error.path == path {
        throw LedgerError(
          .damaged, "the ledger's folder has segments of this replica, but its journal is gone", file: path,
          advice: "move the replica's state folder away to continue as a new replica")
      }
      throw LedgerError(error)
    }
  }

  private func resume(
    _ reader: consuming JournalReader, _ bytes: [UInt8], _ path: String
  ) throws(LedgerError) {
    // Listed before the journal is read, which shows where they begin and end.
    let files: OwnFiles
    do throws(FileError) { files = try OwnFiles(self) } catch { throw LedgerError(error) }
    var places = JournalPlaces(start: JournalPlace(head: base), wanted: files.bounds)
    take(&reader, at: 0, into: &places)
    if let signed = reader.signedHead, !Signing.verify(signed, header: base.header) {
      throw LedgerError(JournalDamage(offset: reader.commitsStart), path: path)
    }
    let end = reader.end()
    if case .damaged(let offset) = end { throw LedgerError(JournalDamage(offset: offset), path: path) }
    let notes: JournalNotes
    do throws(FileError) { notes = try JournalNotes(state, folder: stateFolder) } catch {
      throw LedgerError(error)
    }
    // Acknowledged commits are gone, which an interrupted write cannot cause.
    if notes.contradict(head) {
      throw LedgerError(JournalDamage(offset: reader.offset), path: path)
    }
    let wasClosed: Bool
    do throws(FileError) {
      if case .torn(let offset) = end {
        let tail = Array(bytes[offset..<reader.endOfContent])
        let kept = try QuarantineFolder.keep(
          tail, as: QuarantineFolder.tornTail(from: offset), state, folder: stateFolder)
        notices.append(WriterNotice(.cutTail, file: path, backup: kept, sizeBytes: tail.count))
      }
      wasClosed = try state.status(joined(stateFolder, JournalLayout.openName)) == nil
      journal = try Journal.resume(
        state, folder: stateFolder, bytes: bytes, sizeBytes: reader.offset, commitsStart: reader.commitsStart)
      try Journal.markOpen(state, folder: stateFolder)
    } catch {
      throw LedgerError(error)
    }
    waitingNote = notes.waiting
    resumePublished(files, places, wasPublished: wasClosed && notes.waiting == nil)
    if let failure { throw failure }
  }

  /// Finds out what the ledger's folder has of the journal, publishes the rest, and removes what is not needed.
  ///
  /// - Parameter wasPublished: whether the last writer ended properly and left no note that commits wait.
  func resumePublished(_ files: OwnFiles, _ places: JournalPlaces, wasPublished: Bool) {
    do throws(FileError) {
      judged.formUnion(files.names)
      segments = try files.segments(places, known: segments)
      let isLacking = wasPublished && unpublishedCommits > 0
      publishPending()
      if isLacking, publicationError == nil {
        notices.append(WriterNotice(.republished, file: publishedSegments.last))
      }
      if failure == nil, publicationError == nil { try tidy(files, places) }
    } catch {
      noteWaiting(error)
    }
    rollIfDue()
  }

  /// Removes own files that the published segments make redundant, and unfinished files that a crash left.
  private func tidy(_ files: OwnFiles, _ places: JournalPlaces) throws(FileError) {
    let folder = LedgerLayout.folder(of: replica)
    let current = Set(segments.map(\.name))
    for name in files.names where !current.contains(name) {
      let path = joined(folder, "\(name)")
      switch try files.judge(name, journal: { () throws(FileError) in try openLeaves() }) {
      case .held: try ledger.remove(path)
      case .damaged:
        let bytes = try files.read(name)
        let kept = try QuarantineFolder.keep(bytes, as: "\(name)", state, folder: stateFolder)
        try ledger.remove(path)
        notices.append(WriterNotice(.movedAside, file: path, backup: kept, sizeBytes: bytes.count))
      case .older: continue
      case .foreign: notices.append(WriterNotice(.left, file: path))
      case .unknown:
        failure = Self.unknownCommits(path)
        return
      }
    }
    for entry in try ledger.list(folder) ?? []
    where PublishedSegment.isTemporary(entry.name) && entry.kind == .file {
      try ledger.remove(joined(folder, entry.name))
    }
    try WritingTrial.removeUnfinished(ledger)
  }

  /// The hashes of the journal's leaves; the first has the tree index `base.tree.size`.
  func openLeaves() throws(FileError) -> [Hash256] {
    var reader = JournalReader(
      commits: try journal?.readCommits() ?? [], at: journal?.commitsStart ?? 0, behind: base)
    var leaves: [Hash256] = []
    while let entry = reader.next() { leaves += entry.content.leaves.map(\.hash) }
    return leaves
  }
}
