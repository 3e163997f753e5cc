import DaybookLog
import DaybookModel
import DaybookReplication
import Testing

/// A witness that makes more claims than are compared is named, and takes no room from the others.
@Suite struct ClaimLimitTests {
  private let store = MemoryFileStore()

  /// Replicas in the order in which they are read.
  private func replicas() -> (first: TestReplica, second: TestReplica, last: TestReplica) {
    let sorted = [1, 2, 3].map { TestReplica($0) }.sorted { $0.id < $1.id }
    return (sorted[0], sorted[1], sorted[2])
  }

  private func verify(_ limits: ClaimLimits) throws -> [Finding] {
    var verifier = Verifier(
      store: store, descriptor: Reading.descriptor, witness: nil,
      now: Instant(milliseconds: 1_790_000_100_000))
    verifier.limits = limits
    verifier.clock = { 1 << 60 }
    let verification = try verifier.verify()
    // What was not compared is not taken for verified.
    #expect(verification.findings.contains { $0.kind == .limit } == (verification.checkpoint == nil))
    return verification.findings
  }

  private func limits(ofOne: Int, ofAll: Int, ofEach: Int) -> ClaimLimits {
    var limits = ClaimLimits()
    (limits.ofOne, limits.ofAll, limits.ofEach) = (ofOne, ofAll, ofEach)
    return limits
  }

  /// The rewriter's second replica is read first and makes true claims without end; the peer that knows better is read
  /// last.
  @Test func aFloodDoesNotHideARewrittenHistory() throws {
    var (flood, rewriter, peer) = replicas()
    var honest = rewriter
    for _ in 0..<8 { try honest.write() }
    try peer.write(seen: Seen([(honest.id, [Seen.Part(end: honest.tree.size, root: honest.tree.root)])]))
    for index in 0..<40 { try rewriter.write(text: index == 3 ? "rewritten" : "") }
    for commit in rewriter.commits.dropFirst() {
      try flood.write(
        seen: Seen([(rewriter.id, [Seen.Part(end: commit.before.size, root: commit.before.root)])]))
    }
    for replica in [flood, rewriter, peer] { try store.putOpen(replica, 0..<replica.commits.count) }
    for limits in [
      limits(ofOne: 10, ofAll: 1000, ofEach: 5), limits(ofOne: 1000, ofAll: 10, ofEach: 5),
      limits(ofOne: 10, ofAll: 10, ofEach: 10),
    ] {
      let findings = try verify(limits)
      #expect(
        findings.contains { $0.kind == .fork && $0.replica == honest.id && $0.what.contains("\(peer.id)") },
        "\(findings)")
      let limit = try #require(findings.first { $0.kind == .limit })
      #expect(limit.replica == flood.id && limit.isFailure)
    }
    #expect(try verify(ClaimLimits()).map(\.kind) == [.fork])
  }

  /// The bound itself is no finding: only what lies beyond it.
  /// Roots in a `seen` can be made up: looking them up must not become a search because they share most of their bytes.
  @Test(arguments: 0..<4) func madeUpRootsDoNotCollide(_ word: Int) throws {
    let roots = (1...4096).map { number in
      var words = [UInt64](repeating: 0, count: 4)
      words[word] = UInt64(number)
      return Hash256(words: (words[0], words[1], words[2], words[3]))
    }
    #expect(Set(roots.map(\.hashValue)).count > 4090)
    let claims = roots.map { Claim(witness: .machine, replica: TestReplica(1).id, size: 1, root: $0) }
    #expect(Set(claims.map(\.hashValue)).count > 4090)
  }

  @Test func asManyAsAreComparedAreNoFinding() throws {
    var (ann, ben, _) = replicas()
    for _ in 0..<11 { try ann.write() }
    for commit in ann.commits.dropFirst() {
      try ben.write(seen: Seen([(ann.id, [Seen.Part(end: commit.before.size, root: commit.before.root)])]))
    }
    for replica in [ann, ben] { try store.putOpen(replica, 0..<replica.commits.count) }
    #expect(try verify(limits(ofOne: 10, ofAll: 10, ofEach: 1)) == [])
    #expect(try verify(limits(ofOne: 9, ofAll: 10, ofEach: 1)).map(\.kind) == [.limit])
  }

  /// One file may make a hundred findings, none of which matters; what comes behind them is not passed over in silence.
  @Test func findingsBeyondTheBoundOfAFileAreOne() throws {
    var ann = TestReplica(1)
    for _ in 0..<30 { try ann.write() }
    try store.putSealed(ann, 0..<30)
    // A copy in which every second commit's frame is damaged: each is a finding, of what is held whole.
    var bytes: [UInt8] = []
    for (index, commit) in ann.commits.enumerated() {
      var frame = SegmentWriter.commitFrame(lines: commit.lines)
      if index % 2 == 1 { frame[frame.count - 5] ^= 0xff }
      bytes += SegmentWriter.headerFrame(ann.header(before: index)) + frame
    }
    try store.put(bytes, at: LedgerLayout.path(of: ann.openName(0..<30), ann.id))
    var options = ReadOptions()
    let all = try LedgerReader(store: store, descriptor: Reading.descriptor, options: options)
      .survey(Inventory.scan(store)).findings
    #expect(all.count > 5 && !all.contains { $0.isFailure }, "\(all)")
    options.findingsMax = 4
    let bounded = try LedgerReader(store: store, descriptor: Reading.descriptor, options: options)
      .survey(Inventory.scan(store)).findings
    #expect(
      bounded.count == 5 && bounded.last?.kind == .limit && bounded.last?.isFailure == true, "\(bounded)")
  }

  /// A machine that remembers as many heads of a replica as it can says so.
  @Test func aFullMemoryIsNamed() throws {
    var ann = TestReplica(1)
    for _ in 0..<4 { try ann.write() }
    try store.putOpen(ann, 0..<4)
    var witness = Witness()
    witness.heads[ann.id] = (0..<Witness.headsMax).map { number in
      Witness.Head(size: 3, root: Hash256.of([UInt8(number)].span), lastSeq: 2)
    }
    let before = witness.heads
    witness.note(
      try LedgerReader(store: store, descriptor: Reading.descriptor).survey(Inventory.scan(store)),
      at: Instant(milliseconds: 0))
    #expect(witness.full == [ann.id] && witness.heads == before, "what is contradicted stays remembered")
    let findings = try Verifier(
      store: store, descriptor: Reading.descriptor, witness: witness, now: Instant(milliseconds: 0)
    ).verify().findings
    #expect(findings.contains { $0.kind == .limit && $0.replica == ann.id })
  }
}
