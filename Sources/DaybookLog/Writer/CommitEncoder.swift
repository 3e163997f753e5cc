import DaybookModel

/// Turns drafts into lines, leaves and frames, keeping its buffers between commits.
struct CommitEncoder: ~Copyable {
  private let compressor: ZstdCompressor
  private var beginning = LineBeginning()

  init(level: Int) { compressor = ZstdCompressor(level: level) }

  /// The commit that `draft` makes behind `head`, and its frame. Moves `head` behind it; changes
  /// nothing when it throws.
  mutating func encode(
    _ draft: CommitDraft, behind head: inout JournalBase, key: SigningKey
  ) throws(LedgerError) -> (WrittenCommit, frame: [UInt8]) {
    let bodies = draft.bodies ?? EventBodies(draft.events)
    guard bodies.count > 0 else { throw LedgerError(.badData, "a commit needs an event") }
    let lastSeq = head.seq + UInt64(bodies.count)
    guard lastSeq <= SegmentName.seqMax else {
      throw LedgerError(.refused, "the replica has used up its numbers")
    }
    var tree = head.tree
    var lines: [UInt8] = []
    lines.reserveCapacity(bodies.bytes.count + bodies.count * LineBeginning.sizeBytesMax + 512)
    var content = FrameContent(bytes: [])
    content.leaves.reserveCapacity(bodies.count + 1)
    let stamp = try write(bodies, behind: head, to: &lines, &content.leaves)
    content.bytes = consume lines
    content.hash(content.leaves.indices)
    tree.append(content.leaves[...])
    var commit = Commit(
      number: head.commit + 1, events: UInt64(bodies.count), key: draft.key, seen: draft.seen)
    let leaf = CommitLine.write(commit)
    let hash = Leaf.hash(leaf.span)
    tree.append(hash)
    do {
      commit.head = try Signing.head(of: tree, ledger: head.ledger, replica: head.replica, key: key)
    } catch {
      throw LedgerError(.inputOutput, "the commit could not be signed", cause: error)
    }
    guard let signed = commit.head else { preconditionFailure("a signed head") }
    let line = CommitLine.adding(signed, to: leaf)
    try Self.check(line.count, bodies.count)
    let start = content.bytes.count
    content.leaves.append(FrameContent.Leaf(range: ByteRange(start, start + line.count), hash: hash))
    content.bytes += line
    content.bytes.append(0x0a)
    guard content.bytes.count <= WriterOptions.commitSizeBytesMax else {
      throw LedgerError(
        .badData, "a commit of \(content.bytes.count) bytes, more than \(WriterOptions.commitSizeBytesMax)",
        advice: "split it into smaller commits")
    }
    let written = WrittenCommit(
      commit: commit, firstSeq: head.seq + 1, firstLeaf: head.tree.size, lines: content.bytes,
      leaves: content.leaves, replica: head.replica)
    let frame = SegmentWriter.commitFrame(lines: content.bytes, with: compressor)
    head.tree = tree
    head.advance(over: commit, lastStamp: stamp)
    return (written, frame)
  }

  /// In a leaf's place until all lines of the commit are hashed together.
  private static let unhashed = Hash256(words: (0, 0, 0, 0))

  /// Writes the events' lines; gives the last stamp.
  private mutating func write(
    _ bodies: borrowing EventBodies, behind head: borrowing JournalBase, to lines: inout [UInt8],
    _ leaves: inout [FrameContent.Leaf]
  ) throws(LedgerError) -> Stamp? {
    var seq = head.seq
    var last = head.stamp
    var bodyStart = 0
    for (index, entry) in bodies.entries.enumerated() {
      // A stamp out of order is a mistake of the program: whoever stamps holds the replica's one clock.
      precondition(entry.stamp.replica == head.replica, "a stamp of another replica")
      if let last { precondition(entry.stamp > last, "stamps must ascend") }
      last = entry.stamp
      seq += 1
      let start = lines.count
      beginning.write(entry.stamp, seq: seq, to: &lines)
      bodies.bytes.span.extracting(bodyStart..<entry.end).withUnsafeBufferPointer {
        lines.append(contentsOf: $0)
      }
      bodyStart = entry.end
      try Self.check(lines.count - start, index)
      leaves.append(FrameContent.Leaf(range: ByteRange(start, lines.count), hash: Self.unhashed))
      lines.append(0x0a)
    }
    return last
  }

  private static func check(_ sizeBytes: Int, _ index: Int) throws(LedgerError) {
    guard sizeBytes <= JSONLimit.lineSizeBytesMax else {
      throw LedgerError(
        .badData, "event \(index + 1) makes a line of \(sizeBytes) bytes, more than 1 MiB",
        advice: "keep large values as blobs")
    }
  }
}

/// Writes what stands before an event's body. Stamps of one millisecond differ in their counter alone.
struct LineBeginning {
  /// `{"stamp":"`, the stamp, `","seq":` and a number of 12 digits.
  static let sizeBytesMax = 10 + Stamp.textCount + 8 + 12

  private var text: [UInt8] = []
  private var stamp: Stamp?
  private static let counterStart = 10 + 25

  mutating func write(_ next: Stamp, seq: UInt64, to lines: inout [UInt8]) {
    if let stamp, stamp.milliseconds == next.milliseconds, stamp.replica == next.replica {
      for digit in 0..<4 {
        let nibble = UInt8(truncatingIfNeeded: next.counter >> UInt16(12 - 4 * digit) & 15)
        text[Self.counterStart + digit] = hexDigit(nibble)
      }
    } else {
      text = Array("{\"stamp\":\"".utf8)
      next.write(to: &text)
      text += Array("\",\"seq\":".utf8)
    }
    stamp = next
    lines += text
    var divisor: UInt64 = 1
    while seq / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      lines.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: seq / divisor % 10))
      divisor /= 10
    }
  }
}
