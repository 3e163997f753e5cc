// A journal file: a frame with the base, a frame with a segment's header, and a frame for each commit. `zstdcat` reads it
// like any segment.
//
// Commits of one group are written and flushed together. A crash in between may leave any of them, even a later one
// without an earlier one; after the flush all are present. So that recovery can distinguish the two cases, each commit
// has a mark before it, a skippable frame that records where its write began: a commit whose write began after a
// damaged place proves that the damaged place had been flushed.
//
// Zeros after the last commit are room for the next ones; they end a journal just as the end of the file does.

/// The pieces of a journal file.
enum JournalLayout {
  static let name = "journal"
  /// Exists while a writer is open, and stays if that failed or was killed: then what the system shows of the journal
  /// may not be on the disk. Not flushed itself: after a power loss, the system shows what the disk has.
  static let openName = "journal.open"
  /// Exists while commits wait to be published (``WaitingNote``).
  static let waitsName = "journal.waits"
  /// How much the journal held when its last writer ended properly (``ClosedNote``).
  static let closedName = "journal.closed"
  /// The folder for bytes that were cut off or replaced.
  static let asideName = "aside"

  /// Two frames: the base and the header.
  static func beginning(_ base: JournalBase) -> [UInt8] {
    ZstdFrame.compress(base.line, level: 1) + SegmentWriter.headerFrame(base.header)
  }

  private static let markNumber: UInt32 = 7
  static let markSizeBytes = 16

  /// The mark of a commit whose write began at `start`.
  static func mark(writeStart start: Int) -> [UInt8] {
    var content: [UInt8] = []
    content.append(little: UInt32(truncatingIfNeeded: start))
    content.append(little: UInt32(truncatingIfNeeded: start >> 32))
    return ZstdFrame.skippable(content, number: markNumber)
  }

  /// Where the write of the commit after the mark at `place` began; nil if there is no mark.
  static func writeStart(markAt place: Int, _ bytes: Span<UInt8>, below limit: Int? = nil) -> Int? {
    guard bytes.little(4, at: place) == UInt64(0x184d_2a50 | markNumber), bytes.little(4, at: place + 4) == 8,
      let start = bytes.little(8, at: place + 8), start <= UInt64(limit ?? place)
    else { return nil }
    return Int(start)
  }

  /// Commits with their marks, as they are where one write puts them all at `start`.
  static func moved(_ commits: ArraySlice<UInt8>, to start: Int) -> [UInt8] {
    let commits = Array(commits)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(commits.count)
    var place = 0
    while place < commits.count, let sizeBytes = try? ZstdFrame.sizeBytes(commits.span, at: place) {
      let isMark = writeStart(markAt: place, commits.span, below: .max) != nil
      bytes += isMark ? mark(writeStart: start)[...] : commits[place..<place + sizeBytes]
      place += sizeBytes
    }
    return bytes
  }
}
