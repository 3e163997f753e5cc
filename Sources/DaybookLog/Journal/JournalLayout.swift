// A journal file: a frame with the base, a frame with a segment's header, and a frame for each commit. `zstdcat` reads it
// like any segment.
//
// Commits of one group are written and flushed together. A crash in between may leave any of them,
// also a later one without an earlier one; after the flush all are there. So that recovery can
// tell the two apart, each commit has a mark before it, a skippable frame that says where its write
// began: a commit whose write began behind a bad place proves that the bad place had been flushed.
//
// Zeros behind the last commit are room for the next ones: they end a journal as nothing does.

/// The pieces of a journal file.
enum JournalLayout {
  static let name = "journal"
  /// Is there while a writer is open, and stays when it failed or was killed: then what the system
  /// shows of the journal may not be on the disk. Not flushed itself: after a loss of power what the
  /// system shows is what the disk has.
  static let openName = "journal.open"
  /// Exists while commits wait to be published (``WaitingNote``).
  static let waitsName = "journal.waits"
  /// How much the journal held when its last writer ended in order (``ClosedNote``).
  static let closedName = "journal.closed"
  /// The folder of what was cut away or replaced.
  static let asideName = "aside"

  /// Frame, then frame: base and header.
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

  /// Where the write of the commit behind the mark at `place` began; nil where there is no mark.
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
