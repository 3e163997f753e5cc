import DaybookLog
import DaybookModel
import DaybookReplication
import Testing

/// A replica gives each stamp once and numbers its commits one by one.
@Suite struct MisnumberedTests {
  private let store = MemoryFileStore()

  private func found() throws -> [Finding] {
    try Verifier(
      store: store, descriptor: Reading.descriptor, witness: nil,
      now: Instant(milliseconds: 1_790_000_100_000)
    ).verify().findings
  }

  private func put(_ ann: TestReplica) throws {
    try store.putSealed(ann, 0..<4)
    try store.putSealed(ann, 4..<8)
    try store.putOpen(ann, 8..<12)
  }

  /// In whichever file, and at its beginning.
  @Test(arguments: 1..<12) func aStampThatIsGivenTwiceIsNamed(_ index: Int) throws {
    var ann = TestReplica(1)
    for commit in 0..<12 {
      if commit == index { ann.time -= 1 }
      try ann.write(events: 2)
    }
    try put(ann)
    let seq = ann.commits[index].firstSeq
    let findings = try found()
    #expect(findings.map(\.kind) == [.misnumbered] && findings.first?.seqs == seq...seq, "\(findings)")
    #expect(findings.first?.isFailure == true)
  }

  /// The clock went back, and came to the same moment again.
  @Test(arguments: 2..<12) func aStampThatIsGivenAgainLaterIsNamed(_ index: Int) throws {
    var ann = TestReplica(1)
    for commit in 0..<12 {
      if commit == index { ann.time -= 4 }
      try ann.write(events: 2)
    }
    try put(ann)
    let seq = ann.commits[index].firstSeq
    let findings = try found()
    #expect(Set(findings.map(\.kind)) == [.backDated, .misnumbered], "\(findings)")
    let equal = findings.filter { $0.what.hasPrefix("it has the same stamp as event \(seq - 4), ") }
    #expect(equal.map(\.seqs) == [seq...seq], "\(findings)")
  }

  @Test(arguments: 0..<12) func aCommitNumberThatIsPassedOverIsNamed(_ index: Int) throws {
    var ann = TestReplica(1)
    for commit in 0..<12 {
      if commit == index { ann.skippedNumbers = 3 }
      try ann.write(events: 2)
    }
    try put(ann)
    let seq = ann.commits[index].firstSeq
    let findings = try found()
    #expect(findings.map(\.kind) == [.misnumbered] && findings.first?.seqs == seq...seq + 1, "\(findings)")
    #expect(findings.first?.what == "commit \(index + 4) follows commit \(index) of the replica")
  }

  /// Behind a gap the number cannot be checked, and a second verification continues from the last known number.
  @Test func theNumberBeforeAGapIsNotCompared() throws {
    var ann = TestReplica(1)
    for _ in 0..<12 { try ann.write() }
    try store.putSealed(ann, 0..<4)
    try store.putOpen(ann, 8..<12)
    #expect(try found().map(\.kind) == [.gap])
    try store.putSealed(ann, 4..<8)
    var verifier = Verifier(
      store: store, descriptor: Reading.descriptor, witness: nil,
      now: Instant(milliseconds: 1_790_000_100_000))
    verifier.clock = { 1 << 60 }
    let first = try verifier.verify()
    #expect(first.findings == [])
    verifier.checkpoint = first.checkpoint
    ann.skippedNumbers = 1
    for _ in 0..<2 { try ann.write() }
    try store.putOpen(ann, 8..<14)
    #expect(try verifier.verify().findings.map(\.kind) == [.misnumbered])
  }
}
