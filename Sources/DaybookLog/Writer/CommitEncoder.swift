package import DaybookModel

/// Turns drafts into lines, leaves and frames, keeping its buffers between commits.
struct CommitEncoder: ~Copyable {
  private let compressor: ZstdCompressor
  private var beginning = LineBeginning()

  init(level: Int) { compressor = ZstdCompressor(level: level) }

  /// The commit that `draft` makes after `head`, and its frame. Moves `head` past it; changes nothing if it throws.
  mutating func encode(
    _ draft: CommitDraft, behind head: inout JournalBase, key: SigningKey
  ) throws(LedgerError) -> (WrittenCommit, frame: [UInt8]) {
    let bodies = draft.bodies
    guard bodies.count > 0 else { throw LedgerError(.badData, "a commit needs an event") }
    let lastSeq = head.seq + UInt64(bodies.count)
    guard lastSeq <= SegmentName.seqMax else {
      throw LedgerError(.refused, "the replica has used up its numbers")
    }
    let stamp = Self.requireOrder(bodies, behind: head)
    var tree = head.tree
    var content = FrameContent(bytes: [])
    try content.append(bodies, firstSeq: head.seq + 1, &beginning)
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
    try FrameContent.requireLength(line.count, bodies.count)
    content.append(line: line, hash)
    guard content.bytes.count <= WriterOptions.commitSizeBytesMax else {
      throw LedgerError(
        .badData, "a commit of \(content.bytes.count) bytes, more than \(WriterOptions.commitSizeBytesMax)",
        advice: "split it into smaller commits")
    }
    content.commits = [
      FrameContent.CommitEntry(
        commit: commit, events: content.events.indices, leaves: content.leaves.indices)
    ]
    let frame = SegmentWriter.commitFrame(lines: content.bytes, with: compressor)
    let written = WrittenCommit(
      commit: commit, firstSeq: head.seq + 1, firstLeaf: head.tree.size, content: content,
      replica: head.replica)
    head.tree = tree
    head.advance(over: commit, lastStamp: stamp)
    return (written, frame)
  }

  private static func requireOrder(
    _ bodies: borrowing EventBodies, behind head: borrowing JournalBase
  ) -> Stamp? {
    var last = head.stamp
    for entry in bodies.entries {
      // A stamp out of order is a mistake of the program: a replica has one clock.
      precondition(entry.line.stamp.replica == head.replica, "a stamp of another replica")
      if let last { precondition(entry.line.stamp > last, "stamps must ascend") }
      last = entry.line.stamp
    }
    return last
  }
}

extension FrameContent {
  /// A placeholder for a leaf until all lines of a commit are hashed together.
  private static let unhashed = Hash256(words: (0, 0, 0, 0))

  /// Adds the events' lines, and the places of their parts. Their hashes are still missing.
  ///
  /// - Throws: ``LedgerError``, `bad-data`, where a line is too long.
  mutating func append(
    _ bodies: borrowing EventBodies, firstSeq: UInt64, _ beginning: inout LineBeginning
  ) throws(LedgerError) {
    bytes.reserveCapacity(bodies.bytes.count + bodies.count * LineBeginning.sizeBytesMax + 512)
    leaves.reserveCapacity(bodies.count + 1)
    events.reserveCapacity(bodies.count)
    var bodyStart = 0
    for (index, entry) in bodies.entries.enumerated() {
      let start = bytes.count
      let seq = firstSeq + UInt64(index)
      beginning.write(entry.line.stamp, seq: seq, to: &bytes)
      var line = entry.line.moved(by: bytes.count - start)
      line.seq = seq
      bodies.bytes.withUnsafeBufferPointer { bytes.append(contentsOf: $0[bodyStart..<entry.end]) }
      bodyStart = entry.end
      try Self.requireLength(bytes.count - start, index)
      events.append(EventEntry(line: line, leaf: leaves.count))
      leaves.append(Leaf(range: ByteRange(start, bytes.count), hash: Self.unhashed))
      bytes.append(0x0a)
    }
  }

  static func requireLength(_ sizeBytes: Int, _ index: Int) throws(LedgerError) {
    guard sizeBytes <= JSONLimit.lineSizeBytesMax else {
      throw LedgerError(
        .badData, "event \(index + 1) makes a line of \(sizeBytes) bytes, more than 1 MiB",
        advice: "keep large values as blobs")
    }
  }

  /// Adds a line of another type than an event.
  mutating func append(line: [UInt8], _ hash: Hash256) {
    leaves.append(Leaf(range: ByteRange(bytes.count, bytes.count + line.count), hash: hash))
    bytes += line
    bytes.append(0x0a)
  }

  /// The content of one commit, unsigned: for records that are only read, not written.
  package init(_ bodies: borrowing EventBodies) throws(LedgerError) {
    self.init(bytes: [])
    var beginning = LineBeginning()
    try append(bodies, firstSeq: 1, &beginning)
    hash(leaves.indices)
    let commit = Commit(number: 1, events: UInt64(bodies.count))
    let line = CommitLine.write(commit)
    append(line: line, DaybookLog.Leaf.hash(line.span))
    commits = [CommitEntry(commit: commit, events: events.indices, leaves: leaves.indices)]
  }
}

/// Writes what precedes an event's body. Stamps of one millisecond differ only in their counter.
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
