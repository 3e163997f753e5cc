import DaybookLog
import DaybookModel

/// One writer, by hand: commits with known keys, in whatever files a test wants them.
struct TestReplica {
  static let ledger = "0193b6f0-0000-7000-8000-000000000001"

  let key: SigningKey
  var ledger = TestReplica.ledger
  var commits: [Written] = []
  var tree = MerkleTree()
  var lastSeq: UInt64 = 0
  var time: UInt64 = 1_790_000_000_000 << 16
  /// Numbers that its commits pass over.
  var skippedNumbers = 0

  /// A commit as it stands in an open segment, and the tree before it.
  struct Written {
    var lines: [UInt8]
    var head: SignedHead
    var before: MerkleTree
    var firstSeq: UInt64
    var events: [Event]
    var number: UInt64
  }

  init(_ number: UInt8) {
    key = SigningKey(seed: [UInt8](repeating: number, count: 32)) ?? SigningKey()
  }

  var id: ReplicaID { key.replica }

  mutating func write(
    events count: Int = 1, text: String = "", seen: Seen = Seen(), stampedBy: ReplicaID? = nil,
    skipping: UInt64 = 0, changing change: (inout Event) -> Void = { _ in }
  ) throws {
    let before = tree
    let firstSeq = lastSeq + 1
    lastSeq += skipping
    var events: [Event] = []
    for _ in 0..<count {
      lastSeq += 1
      time += 1
      let mutation = Mutation(
        .upsert, kind: "test.thing", id: "e\(lastSeq % 7)",
        set: ["n": .int(Int64(lastSeq)), "text": .string(text)])
      var event = Event(
        stamp: Stamp(time: time, replica: stampedBy ?? id), seq: lastSeq, mutation: mutation)
      change(&event)
      events.append(event)
    }
    try write(events, seen: seen, before: before, firstSeq: firstSeq)
  }

  private mutating func write(_ events: [Event], seen: Seen, before: MerkleTree, firstSeq: UInt64) throws {
    var lines: [UInt8] = []
    for event in events {
      let line = EventLineWriter.line(event)
      tree.append(Leaf.hash(line.span))
      lines += line + [0x0a]
    }
    let number = UInt64(commits.count + 1 + skippedNumbers)
    let leaf = CommitLine.write(Commit(number: number, events: UInt64(events.count), seen: seen))
    tree.append(Leaf.hash(leaf.span))
    let head = try Signing.head(of: tree, ledger: ledger, replica: id, key: key)
    lines += CommitLine.adding(head, to: leaf) + [0x0a]
    commits.append(
      Written(lines: lines, head: head, before: before, firstSeq: firstSeq, events: events, number: number))
  }

  func header(before index: Int) -> SegmentHeader {
    let tree = index < commits.count ? commits[index].before : tree
    let seq = index < commits.count ? commits[index].firstSeq : lastSeq + 1
    return SegmentHeader(
      ledger: ledger, replica: id, publicKey: key.publicKey, firstSeq: seq, size: tree.size, peaks: tree.peaks
    )
  }

  /// The bytes of an open segment that holds these commits.
  func open(_ range: Range<Int>) -> [UInt8] {
    commits[range].reduce(SegmentWriter.headerFrame(header(before: range.lowerBound))) {
      $0 + SegmentWriter.commitFrame(lines: $1.lines)
    }
  }

  func openName(_ range: Range<Int>, random: UInt64 = 1) -> SegmentName {
    var text: [UInt8] = []
    text.append(hexadecimal: random, width: 16)
    return .open(
      first: header(before: range.lowerBound).firstSeq, random: String(decoding: text, as: UTF8.self))
  }

  func sealed(_ range: Range<Int>, frameSizeBytes: Int = 600) throws -> SealedSegment {
    var writer = SealedSegmentWriter(header: header(before: range.lowerBound), frameSizeBytes: frameSizeBytes)
    for written in commits[range] {
      guard case .content(let content) = FrameContent.parse(written.lines, replica: id) else { continue }
      try writer.append(content, commits: 0..<content.commits.count)
    }
    return try writer.finish()
  }
}

extension FileStore {
  func put(_ bytes: [UInt8], at path: String) throws {
    try createFolder(folder(of: path))
    if try status(path) != nil { try remove(path) }
    let file = try create(path)
    try file.write(bytes)
    file.close()
  }

  /// Puts a file of a replica's under its proper name.
  @discardableResult
  func putOpen(_ replica: TestReplica, _ range: Range<Int>, random: UInt64 = 1) throws -> String {
    let path = LedgerLayout.path(of: replica.openName(range, random: random), replica.id)
    try put(replica.open(range), at: path)
    return path
  }

  @discardableResult
  func putSealed(_ replica: TestReplica, _ range: Range<Int>, frameSizeBytes: Int = 600) throws -> String {
    let sealed = try replica.sealed(range, frameSizeBytes: frameSizeBytes)
    let path = LedgerLayout.path(of: sealed.name, replica.id)
    try put(sealed.bytes, at: path)
    return path
  }
}
