import DaybookModel

/// The frames of an open segment: its header, then one commit each.
package enum SegmentWriter {
  /// The frame that begins an open segment.
  package static func headerFrame(_ header: SegmentHeader) -> [UInt8] {
    ZstdFrame.compress(header.line() + [0x0a], level: 1)
  }

  /// One commit: its lines, each with its LF, the commit's own line last. A frame exists completely or not at all, and
  /// so does the commit.
  package static func commitFrame(lines: [UInt8], with compressor: borrowing ZstdCompressor) -> [UInt8] {
    compressor.compress(lines)
  }

  package static func commitFrame(lines: [UInt8], level: Int = 3) -> [UInt8] {
    ZstdFrame.compress(lines, level: level)
  }
}

/// A sealed file, ready to be written under its name.
package struct SealedSegment: Sendable {
  package var name: SegmentName
  package var bytes: [UInt8]
  /// The replica's tree after the last commit.
  package var tree: MerkleTree
}

/// What cannot be sealed.
package enum SealError: Error, Equatable, Sendable {
  case noCommit
  /// The last commit has no head, so that no signature would cover it.
  case unsigned
  /// A commit's head is not that of the tree made from its lines.
  case wrongRoot(commit: UInt64)
  /// More than ``SegmentLimit/contentSizeBytesMax``.
  case tooMuch
}

/// Rewrites commits into a sealed file: frames of a few MiB, each beginning with a header line and
/// ending with a signed head; commits never span frames; a seek table follows them. Everything is hashed again, so that
/// data damaged in memory is not sealed.
package struct SealedSegmentWriter: ~Copyable {
  private let level: Int
  private let frameSizeBytes: Int
  private let first: UInt64
  private var header: SegmentHeader
  private var tree: MerkleTree
  private var nextSeq: UInt64
  /// The frame that is being filled: leaves' texts, and the last commit's line with its head.
  private var lines: [UInt8] = []
  private var hasStubs = false
  /// The size of the header's line, which is put before the others when the frame ends.
  private var headerSizeBytes = 0
  private var lastLeaf = 0
  private var lastHead: SignedHead?
  /// The contents of the frames, until all are complete.
  private var contents: [[UInt8]] = []
  private var contentSizeBytes = 0

  /// `header` states where the segment begins.
  package init(header: SegmentHeader, level: Int = 9, frameSizeBytes: Int = 1 << 20) {
    (self.level, self.frameSizeBytes) = (level, frameSizeBytes)
    self.header = header
    (first, nextSeq, tree) = (header.firstSeq, header.firstSeq, header.tree ?? MerkleTree())
  }

  /// Adds commits of a frame, which must follow those added before.
  package mutating func append(_ content: FrameContent, commits: Range<Int>) throws(SealError) {
    for index in commits {
      let entry = content.commits[index]
      let leaves = content.leaves[entry.leaves]
      let sizeBytes = leaves.reduce(0) { $0 + $1.range.count + 1 }
      if lastHead != nil, headerSizeBytes + lines.count + sizeBytes > frameSizeBytes { try endFrame() }
      if lines.isEmpty { beginFrame() }
      let span = content.bytes.span
      let stubs = content.stubLeaves(of: entry)
      for (place, leaf) in zip(entry.leaves, leaves).dropLast() {
        let line = span.extracting(leaf.range.start..<leaf.range.end)
        if stubs.contains(place) {
          guard let mark = StubMark(of: line) else { throw .wrongRoot(commit: entry.commit.number) }
          tree.append(mark.leaf)
          hasStubs = true
        } else {
          tree.append(Leaf.hash(line))
        }
        line.withUnsafeBufferPointer { lines.append(contentsOf: $0) }
        lines.append(0x0a)
      }
      guard let last = leaves.last else { continue }
      try append(entry.commit, span.extracting(last.range.start..<last.range.end))
    }
  }

  private mutating func append(_ commit: Commit, _ line: Span<UInt8>) throws(SealError) {
    guard let parsed = try? CommitLine.parse(line) else { throw .wrongRoot(commit: commit.number) }
    tree.append(parsed.leafHash(line))
    if let head = parsed.commit.head, head.size != tree.size || head.root != tree.root {
      throw .wrongRoot(commit: commit.number)
    }
    lastLeaf = lines.count
    parsed.appendLeaf(of: line, to: &lines)
    lines.append(0x0a)
    lastHead = parsed.commit.head
    nextSeq += commit.events
  }

  private mutating func beginFrame() {
    (header.firstSeq, header.size, header.peaks) = (nextSeq, tree.size, tree.peaks)
    (hasStubs, headerSizeBytes) = (false, header.line().count + 1)
  }

  private mutating func endFrame() throws(SealError) {
    guard let head = lastHead else { throw .unsigned }
    let leaf = Array(lines[lastLeaf..<lines.count - 1])
    lines.removeSubrange(lastLeaf...)
    lines += CommitLine.adding(head, to: leaf)
    lines.append(0x0a)
    var header = header
    if hasStubs { header.format = max(header.format, SegmentHeader.stubFormat) }
    lines = header.line() + [0x0a] + lines
    contentSizeBytes += lines.count
    guard contentSizeBytes <= SegmentLimit.contentSizeBytesMax else { throw .tooMuch }
    contents.append(lines)
    lines = []
    lastHead = nil
  }

  /// The file, its frames compressed on all cores. The same commits give the same content; the same zstd gives the
  /// same bytes.
  package mutating func finish() throws(SealError) -> SealedSegment {
    try finish { FrameCompression.frames(of: $0, level: $1) }
  }

  /// The same; `compress` makes a frame of each content.
  mutating func finish(_ compress: Sealing.Compress) throws(SealError) -> SealedSegment {
    if !lines.isEmpty { try endFrame() }
    guard nextSeq > first else { throw .noCommit }
    var bytes: [UInt8] = []
    var table = SeekTable()
    for (frame, content) in zip(compress(contents, level), contents) {
      table.entries.append(
        SeekTable.Entry(compressedSizeBytes: UInt32(frame.count), contentSizeBytes: UInt32(content.count)))
      bytes += frame
    }
    bytes += table.frame
    return SealedSegment(
      name: .sealed(first: first, last: nextSeq - 1, file: bytes.span), bytes: bytes, tree: tree)
  }
}
