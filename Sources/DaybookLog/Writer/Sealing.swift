import DaybookModel

/// Makes segments of some of a journal's commits and puts them into the ledger's folder: everything that takes long,
/// without affecting a writer that continues meanwhile. It reads bytes that are durable and never change, and makes
/// files whose names state what they hold.
struct Sealing: Sendable {
  let ledger: any FileStore
  let state: any FileStore
  let stateFolder: String
  let options: WriterOptions
  /// Where the journal's commits begin in its file.
  let commitsStart: Int
  let start: JournalPlace
  let end: JournalPlace
  /// zstd's.
  let level: Int
  /// Whether the new segments replace the journal, so that copies are kept in the state.
  let isForGood: Bool

  /// The segments that were made.
  struct Made: Sendable {
    var segments: [PublishedSegment] = []
    var notices: [WriterNotice] = []

    var sizeBytes: Int { segments.reduce(0) { $0 + $1.sizeBytes } }
  }

  enum Failure: Error {
    /// Nothing has changed; another attempt may succeed.
    case file(FileError)
    /// The journal is not what was written to it.
    case damage(LedgerError)
  }

  typealias Compress = (_ contents: [[UInt8]], _ level: Int) -> [[UInt8]]

  func run(compress: Compress = { FrameCompression.frames(of: $0, level: $1) }) throws(Failure) -> Made {
    var made = Made()
    for (segment, place) in try segments(compress) {
      var place = place
      do throws(FileError) {
        let closed = try segment.closed(in: ledger)
        (place.name, place.sizeBytes) = (closed.name, closed.bytes.count)
        try write(closed, &made.notices)
        if isForGood {
          try FormerSegments(state, stateFolder: stateFolder, of: start.head.replica)
            .keep(segment.bytes, as: segment.name, end: place.end.head)
        }
      } catch {
        throw .file(error)
      }
      made.segments.append(place)
    }
    return made
  }

  /// From the journal as it is on the disk, read and checked anew.
  private func segments(_ compress: Compress) throws(Failure) -> [(SealedSegment, PublishedSegment)] {
    let path = joined(stateFolder, JournalLayout.name)
    let offset = commitsStart + start.sizeBytes
    do {
      let bytes = try state.read(path, from: offset, count: end.sizeBytes - start.sizeBytes)
      var reader = JournalReader(commits: bytes, at: offset, behind: start.head)
      var made: [(SealedSegment, PublishedSegment)] = []
      var (first, place) = (start, start)
      var writer = segmentWriter(first)
      func finish() throws {
        let segment = try writer.finish(compress)
        guard segment.tree == place.head.tree else { throw JournalDamage(offset: offset + reader.offset) }
        made.append(
          (
            segment,
            PublishedSegment(name: segment.name, sizeBytes: segment.bytes.count, start: first, end: place)
          ))
      }
      while let entry = reader.next() {
        let sizeBytes = entry.content.bytes.count
        let sum = place.contentSizeBytes - first.contentSizeBytes + sizeBytes
        if sum > options.sealedContentSizeBytesMax, place != first {
          try finish()
          first = place
          writer = segmentWriter(first)
        }
        try writer.append(entry.content, commits: 0..<1)
        place = JournalPlace(
          head: reader.head, sizeBytes: start.sizeBytes + reader.offset,
          contentSizeBytes: place.contentSizeBytes + sizeBytes)
      }
      guard reader.end() == .clean, place == end, let signed = reader.signedHead,
        Signing.verify(signed, header: start.head.header)
      else { throw JournalDamage(offset: offset + reader.offset) }
      try finish()
      return made
    } catch let error as FileError {
      throw .file(error)
    } catch {
      let damage = error as? JournalDamage ?? JournalDamage(offset: offset)
      throw .damage(error as? LedgerError ?? LedgerError(damage, path: path))
    }
  }

  private func segmentWriter(_ start: JournalPlace) -> SealedSegmentWriter {
    SealedSegmentWriter(
      header: start.head.header, level: level, frameSizeBytes: options.sealFrameSizeBytes)
  }

  private func write(_ segment: SealedSegment, _ notices: inout [WriterNotice]) throws(FileError) {
    if let notice = try PublishedSegment.place(
      segment.bytes, as: segment.name, LedgerLayout.folder(of: start.head.replica), of: ledger,
      aside: (state, stateFolder))
    {
      notices.append(notice)
    }
  }
}
