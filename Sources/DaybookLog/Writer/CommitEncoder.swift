import DaybookModel

/// Turns drafts into lines, leaves and frames, keeping its buffers between commits.
struct CommitEncoder: ~Copyable {
  private var writer = EventLineWriter()
  private let compressor: ZstdCompressor

  init(level: Int) { compressor = ZstdCompressor(level: level) }

  /// The commit that `draft` makes behind `head`, and its frame. Moves `head` behind it; changes
  /// nothing when it throws.
  mutating func encode(
    _ draft: CommitDraft, behind head: inout JournalBase, key: SigningKey
  ) throws(LedgerError) -> (WrittenCommit, frame: [UInt8]) {
    guard !draft.events.isEmpty else { throw LedgerError(.badData, "a commit needs an event") }
    var tree = head.tree
    var lines: [UInt8] = []
    lines.reserveCapacity(draft.events.count * 256 + 512)
    var seq = head.seq
    var stamp = head.stamp
    for index in draft.events.indices {
      seq += 1
      check(draft.events[index], after: &stamp, replica: head.replica)
      let start = lines.count
      writer.write(draft.events[index], seq: seq, to: &lines)
      try Self.check(lines.count - start, index)
      tree.append(Leaf.hash(lines.span.extracting(start..<lines.count)))
      lines.append(0x0a)
    }
    guard seq <= SegmentName.seqMax else {
      throw LedgerError(.refused, "the replica has used up its numbers")
    }
    var commit = Commit(
      number: head.commit + 1, events: UInt64(draft.events.count), key: draft.key, seen: draft.seen)
    let leaf = CommitLine.write(commit)
    tree.append(Leaf.hash(leaf.span))
    do {
      commit.head = try Signing.head(of: tree, ledger: head.ledger, replica: head.replica, key: key)
    } catch {
      throw LedgerError(.inputOutput, "the commit could not be signed", cause: error)
    }
    guard let signed = commit.head else { preconditionFailure("a signed head") }
    let line = CommitLine.adding(signed, to: leaf)
    try Self.check(line.count, draft.events.count)
    lines += line
    lines.append(0x0a)
    guard lines.count <= WriterOptions.commitSizeBytesMax else {
      throw LedgerError(
        .badData, "a commit of \(lines.count) bytes, more than \(WriterOptions.commitSizeBytesMax)",
        advice: "split it into smaller commits")
    }
    let written = WrittenCommit(
      commit: commit, firstSeq: head.seq + 1, firstLeaf: head.tree.size, lines: lines, replica: head.replica)
    let frame = SegmentWriter.commitFrame(lines: lines, with: compressor)
    head.tree = tree
    head.advance(over: commit, lastStamp: stamp)
    return (written, frame)
  }

  /// A stamp out of order is a mistake of the program: whoever stamps holds the replica's one clock.
  private func check(_ event: Event, after last: inout Stamp?, replica: ReplicaID) {
    precondition(event.stamp.replica == replica, "a stamp of another replica")
    if let last { precondition(event.stamp > last, "stamps must ascend") }
    last = event.stamp
  }

  private static func check(_ sizeBytes: Int, _ index: Int) throws(LedgerError) {
    guard sizeBytes <= JSONLimit.lineSizeBytesMax else {
      throw LedgerError(
        .badData, "event \(index + 1) makes a line of \(sizeBytes) bytes, more than 1 MiB",
        advice: "keep large values as blobs")
    }
  }
}
