import DaybookLog
import DaybookModel
import DaybookReplication
import Testing

/// A replica's stamps never go back; where they do, its own key wrote it so.
@Suite struct BackDatingTests {
  private let store = MemoryFileStore()

  private func replica(backAt index: Int?, commits: Int = 12) throws -> TestReplica {
    var replica = TestReplica(1)
    for commit in 0..<commits {
      if commit == index { replica.time -= 1 << 24 }
      try replica.write(events: 2)
    }
    return replica
  }

  private func found() throws -> [Finding] {
    var options = ReadOptions()
    options.checksEveryHead = true
    return try Reading(store, options: options).report.findings
  }

  /// In whichever file, and at its beginning.
  @Test(arguments: 1..<12) func isNamedWithItsSeq(_ index: Int) throws {
    let ann = try replica(backAt: index)
    try store.putSealed(ann, 0..<4)
    try store.putSealed(ann, 4..<8)
    try store.putOpen(ann, 8..<12)
    let findings = try found().filter { $0.kind == .backDated }
    let seq = ann.commits[index].firstSeq
    #expect(findings.first?.seqs == seq...seq && findings.first?.isFailure == true)
  }

  @Test func anHonestReplicaIsNot() throws {
    let ann = try replica(backAt: nil)
    try store.putSealed(ann, 0..<4)
    try store.putSealed(ann, 4..<8)
    try store.putOpen(ann, 8..<12)
    #expect(try found() == [])
    // Copies that overlap, and say it again.
    try store.putOpen(ann, 0..<10, random: 7)
    try store.putOpen(ann, 4..<12, random: 8)
    #expect(try found() == [])
  }

  /// What fills a hole is older than what lies behind it.
  @Test func norIsWhatFillsAGap() throws {
    let ann = try replica(backAt: nil)
    var damaged = try ann.sealed(0..<8)
    damaged.bytes[60] ^= 0x20
    try store.put(damaged.bytes, at: LedgerLayout.path(of: damaged.name, ann.id))
    try store.putOpen(ann, 8..<12)
    #expect(try found().contains { $0.kind == .gap })
    try store.putOpen(ann, 0..<8, random: 3)
    let healed = try found()
    #expect(healed.allSatisfy { $0.kind == .corruption }, "\(healed)")
  }

  /// Reading does not look for it, and applies what is signed.
  @Test func itCountsAllTheSame() throws {
    let ann = try replica(backAt: 5)
    try store.putOpen(ann, 0..<12)
    let reading = try Reading(store)
    #expect(reading.report.findings == [] && reading.seqs(ann) == Array(1...ann.lastSeq))
  }
}
