package import DaybookModel

extension LogWriter {
  /// Opens the writer of the key's replica, whose journal is in `stateFolder` of `state`; whoever
  /// calls holds the lock and has decided that the replica is this machine's.
  ///
  /// Cuts off the journal's torn tail (kept in the state), makes the rest durable, finishes an
  /// interrupted seal, and publishes what the ledger's folder lacks. Doing it twice changes nothing
  /// more. A ledger's folder that cannot be written is no error: publication waits.
  ///
  /// Throws ``LedgerError/Code/damaged`` when commits that were acknowledged cannot be read any more,
  /// or when the folder holds commits signed by this replica that its journal does not know: then
  /// going on would give numbers twice.
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
      throw LedgerError(.refused, "the journal is another replica's or another ledger's", file: path)
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
          advice: "move the replica's state folder away to go on as a new replica")
      }
      throw LedgerError(error)
    }
  }

  private func resume(
    _ reader: consuming JournalReader, _ bytes: [UInt8], _ path: String
  ) throws(LedgerError) {
    while let entry = reader.next() {
      contentSizeBytes += entry.content.bytes.count
      if let key = entry.commit.key {
        let content = CommitContent.hash(of: entry.content.commits[0], in: entry.content)
        keys[key] = KeyedCommit(number: entry.commit.number, content: content)
      }
    }
    head = reader.head
    if let signed = reader.signedHead, !Signing.verify(signed, header: base.header) {
      throw LedgerError(JournalDamage(offset: reader.commitsStart), path: path)
    }
    let end = reader.end()
    if case .damaged(let offset) = end { throw LedgerError(JournalDamage(offset: offset), path: path) }
    let notes: JournalNotes
    do throws(FileError) { notes = try JournalNotes(state, folder: stateFolder) } catch {
      throw LedgerError(error)
    }
    // Acknowledged commits are gone: no write that was cut short leaves that.
    if notes.contradict(head) {
      throw LedgerError(JournalDamage(offset: reader.offset), path: path)
    }
    let wasClosed: Bool
    do throws(FileError) {
      if case .torn(let offset) = end {
        let tail = Array(bytes[offset..<reader.endOfContent])
        let kept = try Aside.keep(tail, as: "journal-from-byte-\(offset)", state, folder: stateFolder)
        notices.append(WriterNotice(.cutTail, file: path, keptAt: kept, sizeBytes: tail.count))
      }
      wasClosed = try state.status(joined(stateFolder, JournalLayout.openName)) == nil
      journal = try Journal.resume(
        state, folder: stateFolder, bytes: bytes, sizeBytes: reader.offset, segmentStart: reader.segmentStart)
      try Journal.markOpen(state, folder: stateFolder)
    } catch {
      throw LedgerError(error)
    }
    publishedSize = base.tree.size
    // An earlier writer may have left a note; if that cannot be determined, it is checked again.
    isWaitNoted = (try? state.status(joined(stateFolder, JournalLayout.waitsName)) != nil) ?? true
    resumePublished(
      JournalLayout.segment(Array(bytes[..<reader.offset]), from: reader.segmentStart),
      wasPublished: wasClosed && !isWaitNoted)
    if let failure { throw failure }
  }

  /// Finishes what was interrupted in the ledger's folder, and compares what is there.
  ///
  /// - Parameter wasPublished: whether the last writer ended in order and left no note that commits wait.
  private func resumePublished(_ segment: [UInt8], wasPublished: Bool) {
    let files = OwnFiles(self)
    do throws(FileError) {
      if try finishSeals() { return }
      let candidates = try files.openNames().filter { $0.first == base.seq + 1 }
      var difference: PublishedDifference? = wasPublished && openCommits > 0 ? .missing : nil
      for name in candidates where openCommits > 0 {
        let bytes = try files.read(name)
        if bytes == segment || options.flaws.contains(.trustPublished) {
          try published.adopt(name, bytes: bytes)
          difference = nil
          break
        }
        difference = segment.starts(with: bytes) ? .size : .content
      }
      if published.name == nil { published.lag(openCommits) }
      publishPending()
      if let difference, publicationError == nil {
        notices.append(WriterNotice(.republished(difference), file: openSegment))
      }
      if publicationError == nil { tidy() }
    } catch {
      noteWaiting(error)
      if published.name == nil { published.lag(openCommits) }
    }
  }
}
