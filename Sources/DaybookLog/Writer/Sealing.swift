import DaybookModel

/// Rewrites a journal's first commits into sealed files: everything that takes long, and nothing that a writer which
/// goes on meanwhile would notice. It reads bytes that are durable and never change, and makes files whose names say
/// what they hold.
struct Sealing: Sendable {
  let ledger: any FileStore
  let state: any FileStore
  let stateFolder: String
  let options: WriterOptions
  let base: JournalBase
  /// Behind the last commit that is sealed.
  let head: JournalBase
  /// Of the journal up to there.
  let journalSizeBytes: Int
  /// What its commits unpack to.
  let contentSizeBytes: Int

  /// What was made.
  struct Made: Sendable {
    /// Paths in the ledger.
    var files: [String] = []
    var sizeBytes = 0
    var notices: [WriterNotice] = []
  }

  enum Failure: Error {
    /// Nothing has changed; it may go better another time.
    case file(FileError)
    /// The journal is not what was written to it.
    case damage(LedgerError)
  }

  typealias Compress = (_ contents: [[UInt8]], _ level: Int) -> [[UInt8]]

  func run(compress: Compress) throws(Failure) -> Made {
    var made = Made()
    for segment in try segments(compress) {
      do throws(FileError) { try write(segment, &made) } catch { throw .file(error) }
      made.files.append(LedgerLayout.path(of: segment.name, base.replica))
      made.sizeBytes += segment.bytes.count
    }
    return made
  }

  /// From the journal as it is on the disk, read and checked anew.
  private func segments(_ compress: Compress) throws(Failure) -> [SealedSegment] {
    let path = joined(stateFolder, JournalLayout.name)
    do {
      var reader = try JournalReader(try state.read(path, from: 0, count: journalSizeBytes), path: path)
      var segments: [SealedSegment] = []
      var writer = segmentWriter(reader.base.header)
      var sizeBytes = 0
      while let entry = reader.next() {
        sizeBytes += entry.content.bytes.count
        if sizeBytes > options.sealedContentSizeBytesMax {
          segments.append(try writer.finish(compress))
          writer = segmentWriter(header(behind: segments))
          sizeBytes = entry.content.bytes.count
        }
        try writer.append(entry.content, commits: 0..<1)
      }
      guard reader.end() == .clean, reader.head == head, let signed = reader.signedHead,
        Signing.verify(signed, header: base.header)
      else { throw JournalDamage(offset: reader.offset) }
      segments.append(try writer.finish(compress))
      guard segments.last?.tree == head.tree else { throw JournalDamage(offset: reader.offset) }
      return segments
    } catch let error as FileError {
      throw .file(error)
    } catch {
      let damage = error as? JournalDamage ?? JournalDamage(offset: 0)
      throw .damage(error as? LedgerError ?? LedgerError(damage, path: path))
    }
  }

  private func segmentWriter(_ header: SegmentHeader) -> SealedSegmentWriter {
    SealedSegmentWriter(
      header: header, level: options.sealLevel, frameSizeBytes: options.sealFrameSizeBytes)
  }

  /// Of a segment that goes on behind others.
  private func header(behind segments: [SealedSegment]) -> SegmentHeader {
    var header = base.header
    if let last = segments.last, case .sealed(_, let seq, _) = last.name {
      (header.firstSeq, header.size, header.peaks) = (seq + 1, last.tree.size, last.tree.peaks)
    }
    return header
  }

  func write(_ segment: SealedSegment, _ made: inout Made) throws(FileError) {
    let folder = LedgerLayout.folder(of: base.replica)
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
      made.notices.append(WriterNotice(.movedAside, file: path, keptAt: kept, sizeBytes: found.count))
      try ledger.remove(path)
    }
    let isFlushed = !options.flaws.contains(.sealUnflushed)
    try PublishedSegment.write(segment.bytes, as: segment.name, flushed: isFlushed, ledger, folder: folder)
    let written = try ledger.readAll(path)
    guard segment.name.matches(written.span) else { throw FileError(.system(5), "read back", path) }
  }
}
