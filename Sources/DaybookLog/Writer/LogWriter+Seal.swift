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
    guard openCommits > 0 else { return result }
    let segment: [UInt8]
    do throws(FileError) { segment = try segmentBytes() } catch { throw LedgerError(error) }
    for segment in try sealedSegments() {
      do throws(FileError) { try write(segment) } catch { throw LedgerError(error) }
      result.files.append(LedgerLayout.path(of: segment.name, replica))
      result.sizeBytes += segment.bytes.count
    }
    result.events = head.seq - base.seq
    do throws(FileError) {
      journal = try Journal.begin(head, state, folder: stateFolder)
    } catch {
      throw poison(error)
    }
    base = head
    published.reset()
    (contentSizeBytes, nextRollSizeBytes) = (0, 0)
    (sealError, publicationError) = (nil, nil)
    tidy(segment: segment)
    return result
  }

  /// From the journal as it is on the disk, read and checked anew.
  private func sealedSegments() throws(LedgerError) -> [SealedSegment] {
    let path = joined(stateFolder, JournalLayout.name)
    var segments: [SealedSegment] = []
    do {
      var reader = try JournalReader(try journal?.read() ?? [], path: path)
      var writer = sealedWriter(reader.base.header)
      var sizeBytes = 0
      while let entry = reader.next() {
        sizeBytes += entry.content.bytes.count
        if sizeBytes > options.sealedContentSizeBytesMax {
          segments.append(try writer.finish())
          writer = sealedWriter(header(before: entry.commit, behind: segments))
          sizeBytes = entry.content.bytes.count
        }
        try writer.append(entry.content, commits: 0..<1)
      }
      guard reader.end() == .clean, reader.head == head, let signed = reader.signedHead,
        Signing.verify(signed, header: base.header)
      else { throw JournalDamage(offset: reader.offset) }
      segments.append(try writer.finish())
      guard segments.last?.tree == head.tree else { throw JournalDamage(offset: reader.offset) }
      return segments
    } catch let error as FileError {
      throw LedgerError(error)
    } catch {
      let damage = error as? JournalDamage ?? JournalDamage(offset: 0)
      let failure = error as? LedgerError ?? LedgerError(damage, path: path)
      self.failure = failure
      throw failure
    }
  }

  private func sealedWriter(_ header: SegmentHeader) -> SealedSegmentWriter {
    SealedSegmentWriter(
      header: header, level: options.sealLevel, frameSizeBytes: options.sealFrameSizeBytes)
  }

  /// Of a segment that goes on behind others.
  private func header(before commit: Commit, behind segments: [SealedSegment]) -> SegmentHeader {
    var header = base.header
    if let last = segments.last, case .sealed(_, let seq, _) = last.name {
      (header.firstSeq, header.size, header.peaks) = (seq + 1, last.tree.size, last.tree.peaks)
    }
    return header
  }

  func write(_ segment: SealedSegment) throws(FileError) {
    let folder = LedgerLayout.folder(of: replica)
    let path = joined(folder, "\(segment.name)")
    if try ledger.status(path) != nil {
      let found = try ledger.readAll(path)
      if segment.name.matches(found.span) {
        // A seal that was interrupted may not have come to flush the folder.
        try ledger.syncFolder(folder)
        return
      }
      // The name says what the file's bytes must be; these were damaged.
      let kept = try Aside.keep(found, as: "\(segment.name)", state, folder: stateFolder)
      notices.append(WriterNotice(.movedAside, file: path, keptAt: kept, sizeBytes: found.count))
      try ledger.remove(path)
    }
    let isFlushed = !options.flaws.contains(.sealUnflushed)
    try PublishedSegment.write(segment.bytes, as: segment.name, flushed: isFlushed, ledger, folder: folder)
    let written = try ledger.readAll(path)
    guard segment.name.matches(written.span) else { throw FileError(.system(5), "read back", path) }
  }

  func rollIfDue() {
    let sizeBytes = journalSizeBytes
    guard failure == nil, sizeBytes >= nextRollSizeBytes,
      sizeBytes >= options.rollSizeBytes || contentSizeBytes >= options.rollContentSizeBytes
    else { return }
    rollNow()
  }

  /// Seals without being asked to: an error waits.
  func rollNow() {
    do throws(LedgerError) {
      try seal()
    } catch {
      sealError = error.cause as? FileError ?? FileError(.system(5), "seal", LedgerLayout.folder(of: replica))
      nextRollSizeBytes = journalSizeBytes + options.rollSizeBytes / 4
    }
  }

  /// Removes own open files that the published one or a sealed one has made needless. `segment`: an
  /// open segment all of which is held, by default the journal's.
  func tidy(segment: [UInt8]? = nil) {
    let folder = LedgerLayout.folder(of: replica)
    let files = OwnFiles(self)
    do throws(FileError) {
      for name in try files.openNames() where name != published.name {
        let held = if let segment { segment } else { try segmentBytes() }
        try remove(name, files, held, folder)
      }
      // What a crash left, and what tools brought back of it.
      for entry in try ledger.list(folder) ?? [] where PublishedSegment.isTemporary(entry.name) {
        if entry.kind == .file { try ledger.remove(joined(folder, entry.name)) }
      }
    } catch {
      // It costs room and nothing else; the next opening tries again.
    }
  }

  private func remove(
    _ name: SegmentName, _ files: OwnFiles, _ segment: [UInt8], _ folder: String
  ) throws(FileError) {
    let path = joined(folder, "\(name)")
    switch try files.judge(name, segment: segment) {
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
