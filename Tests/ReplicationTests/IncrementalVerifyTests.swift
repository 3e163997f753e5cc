import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// A verification that goes on from the last one finds what a deep one finds, whatever happened in between.
@Suite struct IncrementalVerifyTests {
  @Test(.seeded) func afterAnythingTheFindingsAreThoseOfADeepOne() throws {
    var random = SeededRandom(seed: TestSeed.current)
    var (unread, resumed, odd) = (0, 0, 0)
    for round in 0..<16 {
      var world = try VerifiedWorld(&random)
      for step in 0..<24 {
        let what = try world.change(&random)
        let (deep, incremental) = try world.verify(&random)
        let place: Comment = "round \(round), step \(step): \(what)"
        #expect(
          incremental.findings.map(\.description).sorted() == deep.findings.map(\.description).sorted(), place
        )
        #expect(incremental.report.branches == deep.report.branches, place)
        #expect(incremental.report.events == deep.report.events, place)
        #expect(incremental.report.commits == deep.report.commits, place)
        #expect(incremental.report.files == deep.report.files, place)
        #expect(incremental.report.sizeBytes == deep.report.sizeBytes, place)
        #expect(incremental.blobs == deep.blobs, place)
        unread += incremental.filesRead < deep.filesRead ? 1 : 0
        resumed += incremental.filesRead > 0 && incremental.filesRead < deep.filesRead ? 1 : 0
        odd += deep.findings.isEmpty ? 0 : 1
      }
    }
    // It would be no test if everything were read each time, or nothing were ever wrong.
    #expect(unread > 60 && resumed > 8 && odd > 60, "\(unread) \(resumed) \(odd)")
  }

  @Test func nothingIsReadWhereNothingChanged() throws {
    let store = MemoryFileStore()
    var ann = TestReplica(1)
    for _ in 0..<20 { try ann.write() }
    try store.putSealed(ann, 0..<8)
    try store.putSealed(ann, 8..<12)
    try store.putOpen(ann, 12..<20)
    try BlobStore(store).write([1, 2, 3])
    var verifier = Verifier(
      store: store, descriptor: Reading.descriptor, witness: nil, now: Instant(milliseconds: 0))
    verifier.clock = { 1 << 60 }
    let first = try verifier.verify()
    #expect(first.filesRead == 3 && first.blobsRead == 1)
    verifier.checkpoint = first.checkpoint
    let second = try verifier.verify()
    #expect(second.filesRead == 0 && second.blobsRead == 0 && second.report.events == 20)
    #expect(second.checkpoint == first.checkpoint)
    // What changed a moment ago is looked at again.
    verifier.checkpoint = nil
    verifier.clock = { 0 }
    #expect(try verifier.verify().checkpoint == Checkpoint())
  }

  /// A checkpoint of other bytes is none; nothing of them traps.
  @Test(.seeded) func aDamagedCheckpointIsNone() throws {
    var random = SeededRandom(seed: TestSeed.current &+ 1)
    let (store, state) = (MemoryFileStore(), MemoryFileStore())
    var ann = TestReplica(1)
    for _ in 0..<6 { try ann.write() }
    try store.putSealed(ann, 0..<4)
    try store.putOpen(ann, 4..<6)
    var verifier = Verifier(
      store: store, descriptor: Reading.descriptor, witness: nil, now: Instant(milliseconds: 0))
    verifier.clock = { 1 << 60 }
    let made = try #require(try verifier.verify().checkpoint)
    try made.write(state, ledger: TestReplica.ledger, unless: nil)
    #expect(try Checkpoint.read(state, ledger: TestReplica.ledger) == made)
    let path = "ledgers/\(TestReplica.ledger)/verified.json"
    let bytes = try state.readAll(path)
    for _ in 0..<200 {
      var damaged = bytes
      let place = Int.random(in: 0..<bytes.count, using: &random)
      damaged[place] = UInt8.random(in: 0...255, using: &random)
      try state.put(damaged, at: path)
      verifier.checkpoint = try Checkpoint.read(state, ledger: TestReplica.ledger)
      _ = try verifier.verify()
    }
    try state.put(Array(bytes.dropLast(9)), at: path)
    #expect(try Checkpoint.read(state, ledger: TestReplica.ledger) == nil)
  }
}
