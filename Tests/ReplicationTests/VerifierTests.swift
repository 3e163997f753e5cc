import DaybookLog
import DaybookModel
import DaybookReplication
import Testing

@Suite struct VerifierTests {
  let store = MemoryFileStore()
  let state = MemoryFileStore()
  let now = Instant(milliseconds: 1_790_000_100_000)

  func replica(_ number: UInt8 = 1, commits: Int = 8) throws -> TestReplica {
    var replica = TestReplica(number)
    for _ in 0..<commits { try replica.write() }
    return replica
  }

  func verify(_ witness: Witness? = nil) throws -> Verifier.Verification {
    try Verifier(store: store, descriptor: Reading.descriptor, witness: witness, now: now).verify()
  }

  @Test func aSoundLedger() throws {
    var (ann, ben) = (try replica(1), try replica(2))
    try ben.write(seen: Seen([(ann.id, [Seen.Part(end: ann.tree.size, root: ann.tree.root)])]))
    try ann.write(seen: Seen([(ben.id, [Seen.Part(end: ben.tree.size, root: ben.tree.root)])]))
    try store.putSealed(ann, 0..<5)
    try store.putOpen(ann, 5..<9)
    try store.putOpen(ben, 0..<9)
    try BlobStore(store).write([1, 2, 3])
    let result = try verify()
    #expect(result.findings == [] && result.blobs == 1 && result.report.commits == 18)
  }

  @Test func aSealedFileUnderAFalseName() throws {
    let ann = try replica()
    let sealed = try ann.sealed(0..<8)
    let name = SegmentName.sealed(first: 1, last: 8, digest: .init(text: String(repeating: "a", count: 32)))
    try store.put(sealed.bytes, at: LedgerLayout.path(of: name, ann.id))
    let result = try verify()
    #expect(result.findings.map(\.kind) == [.corruption] && result.report.events == 8)
  }

  /// The digest in a name is of the bytes: a changed seq in it must not make another file's lost events count as sealed.
  @Test func aRenamedSealedFileHidesNoDamage() throws {
    let ann = try replica(commits: 9)
    let sealed = try ann.sealed(0..<7)
    let digest = String(Hash256.of(sealed.bytes.span).description.prefix(32))
    let open = LedgerLayout.path(of: ann.openName(7..<9), ann.id)
    var bytes = ann.open(7..<9)
    bytes[bytes.count - 20] ^= 1
    try store.put(bytes, at: open)
    try store.put(sealed.bytes, at: LedgerLayout.path(of: sealed.name, ann.id))
    #expect(try verify().findings.filter(\.isFailure).map(\.file) == [open])
    for last in [8, 9, 20, 5] as [UInt64] {
      try store.remove(LedgerLayout.path(of: sealed.name, ann.id))
      let name = SegmentName.sealed(first: 1, last: last, digest: .init(text: digest))
      let path = LedgerLayout.path(of: name, ann.id)
      try store.put(sealed.bytes, at: path)
      let result = try verify()
      #expect(Set(result.findings.filter(\.isFailure).map(\.file)) == [open, path], "\(result.findings)")
      #expect(!result.findings.contains(where: \.isSuperseded) && result.report.events == 8)
      try store.remove(path)
      try store.put(sealed.bytes, at: LedgerLayout.path(of: sealed.name, ann.id))
    }
  }

  /// Where all that is known of the damaged file is whole elsewhere, it is a copy.
  @Test func aDamagedCopyOfWhatIsSealedIsNoFailure() throws {
    let ann = try replica(commits: 9)
    var bytes = ann.open(0..<8)
    bytes[bytes.count - 20] ^= 1
    try store.put(bytes, at: LedgerLayout.path(of: ann.openName(0..<8), ann.id))
    try store.putSealed(ann, 0..<5)
    // Only the beginning is sealed: what follows may have been lost.
    #expect(try verify().findings.contains { $0.isFailure })
    try store.putOpen(ann, 5..<9)
    let findings = try verify().findings
    #expect(findings.count == 1 && findings.allSatisfy { $0.isSuperseded && !$0.isFailure }, "\(findings)")
  }

  @Test func aBlobThatIsNotWhatItsNameSays() throws {
    let digest = Hash256.of([9].span)
    try store.put(ZstdFrame.compress([8], level: 3), at: LedgerLayout.path(ofBlob: digest))
    let result = try verify()
    #expect(result.findings.map(\.kind) == [.corruption])
    #expect(result.findings.first?.file == LedgerLayout.path(ofBlob: digest))
  }

  /// A replica whose history was rewritten with its own key is consistent in itself; whoever saw the
  /// first one tells.
  @Test func peersTellOfARewrittenHistory() throws {
    let ann = try replica()
    var ben = try replica(2)
    try ben.write(
      seen: Seen([(ann.id, [Seen.Part(end: ann.commits[4].before.size, root: ann.commits[4].before.root)])]))
    try ben.write(seen: Seen([(ann.id, [Seen.Part(end: ann.tree.size, root: ann.tree.root)])]))
    var rewritten = TestReplica(1)
    for index in 0..<9 { try rewritten.write(text: index == 2 ? "rewritten" : "") }
    try store.putOpen(ben, 0..<10)
    try store.putOpen(rewritten, 0..<9)
    let result = try verify()
    #expect(result.findings.map(\.kind) == [.fork])
    #expect(result.findings.first?.replica == ann.id)
    #expect(result.findings.first?.what.contains(ben.id.description) == true)
    // The true one again: both are shown.
    try store.putOpen(ann, 0..<8, random: 2)
    #expect(try verify().findings.map(\.kind) == [.fork])
  }

  @Test func lessThanPeersHeldIsMissingAndNoFork() throws {
    let ann = try replica()
    var ben = try replica(2)
    try ben.write(seen: Seen([(ann.id, [Seen.Part(end: ann.tree.size, root: ann.tree.root)])]))
    try store.putOpen(ben, 0..<9)
    try store.putOpen(ann, 0..<5)
    #expect(try verify().findings.map(\.kind) == [.missing])
    try store.remove(LedgerLayout.path(of: ann.openName(0..<5), ann.id))
    #expect(try verify().findings.map(\.kind) == [.missing])
    try store.putOpen(ann, 0..<8)
    #expect(try verify().findings == [])
  }

  @Test func thisMachineRemembers() throws {
    let ann = try replica()
    try store.putOpen(ann, 0..<5)
    func read(_ witness: Witness?) throws -> ReadReport {
      var options = ReadOptions()
      options.rootsWanted = witness?.rootsWanted ?? [:]
      return try LedgerReader(store: store, descriptor: Reading.descriptor, options: options)
        .survey(try Inventory.scan(store))
    }
    let first = try read(nil)
    var witness = try Witness.remember(state, ledger: TestReplica.ledger) { $0.note(first, at: now) }.witness
    #expect(try Witness.read(state, ledger: TestReplica.ledger) == witness)
    #expect(try verify(witness).findings == [])

    // It grew: the longer head takes the place of the shorter one.
    try store.putOpen(ann, 0..<8)
    let report = try read(witness)
    #expect(report.judge(witness.claims) == [])
    witness.note(report, at: now)
    #expect(witness.claims.map(\.size) == [ann.tree.size])

    // Rolled back: missing, with its seqs; and remembered on.
    try store.remove(LedgerLayout.path(of: ann.openName(0..<8), ann.id))
    try store.putOpen(ann, 0..<3)
    let missing = try #require(try verify(witness).findings.first)
    #expect(missing.kind == .missing && missing.seqs == 4...8)
    witness.note(try read(witness), at: now)
    #expect(witness.claims.map(\.size).max() == ann.tree.size)

    // Rewritten: a fork that nobody else could know of.
    var rewritten = TestReplica(1)
    for _ in 0..<12 { try rewritten.write(text: "rewritten") }
    try store.putOpen(rewritten, 0..<12)
    let result = try verify(witness)
    #expect(result.findings.map(\.kind).contains(.fork))
    #expect(result.findings.contains { $0.what.contains("this machine") })
  }

  @Test func clocksAheadAreNamed() throws {
    var ann = TestReplica(1)
    ann.time = UInt64(now.milliseconds + 6 * 60_000) << 16
    try ann.write()
    try store.putOpen(ann, 0..<1)
    let finding = try #require(try verify().findings.first)
    #expect(finding.kind == .clockSkew && finding.replica == ann.id && !finding.isFailure)
  }

  @Test func strangersAreListed() throws {
    try store.put([1], at: "notes.txt")
    #expect(try verify().findings.map(\.kind) == [.stranger])
  }
}
