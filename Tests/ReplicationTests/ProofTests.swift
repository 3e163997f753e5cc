import Daybook
import DaybookLog
import DaybookModel
import DaybookTestSupport
import Testing

/// What a proof proves to who has no ledger, and that no other bytes prove anything.
@Suite struct ProofTests {
  private let files = AuditedFiles()

  /// Two replicas that write of the same entities.
  private func written(_ commits: Int = 40) throws -> [TestReplica] {
    var replicas = [TestReplica(1), TestReplica(2)]
    for index in 0..<commits {
      for one in replicas.indices { try replicas[one].write(events: index % 3 + 1, text: "of \(one)") }
    }
    for replica in replicas {
      try files.store.putSealed(replica, 0..<commits / 2)
      try files.store.putOpen(replica, commits / 2..<commits)
    }
    return replicas
  }

  private func prove(_ subject: ProofRequest.Subject?, from: [TrustedHeads] = [], hashOnly: Bool = false)
    throws
    -> Proof
  {
    var request = ProofRequest(subject)
    (request.from, request.isHashOnly) = (from, hashOnly)
    return try files.auditor().prove(request)
  }

  private func read(_ proof: Proof, anchors: [TrustedHeads] = []) throws -> ProofReport {
    let again = try Proof(proof.bytes, name: "p")
    #expect(again == proof)
    return ProofReport(again, anchors: anchors)
  }

  @Test func everyEventOfAnEntity() throws {
    let replicas = try written()
    let report = try read(prove(.entity(kind: "test.thing", id: "e3")))
    #expect(report.isProved && report.heads.count == 2)
    let expected = replicas.flatMap { $0.commits.flatMap(\.events) }.filter { $0.mutation.id == "e3" }
    #expect(Set(report.lines.compactMap { $0.event?.stamp }) == Set(expected.map(\.stamp)))
    #expect(report.lines.count == expected.count && expected.count > 10)
    for replica in replicas {
      let head = try #require(report.heads.first { $0.replica == replica.id })
      #expect(head.size == replica.tree.size && head.root == replica.tree.root)
    }
  }

  @Test func oneEventAndItsHashAlone() throws {
    let replicas = try written()
    let event = replicas[1].commits[17].events[0]
    let report = try read(prove(.event(event.stamp)))
    #expect(report.isProved && report.lines.map(\.event?.stamp) == [event.stamp] && report.heads.count == 1)
    let proof = try prove(.event(event.stamp), hashOnly: true)
    let hashed = try read(proof)
    #expect(hashed.isProved && hashed.lines.map(\.leaf) == report.lines.map(\.leaf))
    #expect(hashed.lines[0].event == nil && !String(decoding: proof.bytes, as: UTF8.self).contains("of 1"))
    #expect(!proof.holdsLines && proof.eventCount == 1)
    // A few hashes, and not the log.
    #expect(proof.bytes.count < 2000)
  }

  @Test func whatWasNeverWritten() throws {
    let replicas = try written(4)
    let stamp = Stamp(time: 5, replica: replicas[0].id)
    for subject in [ProofRequest.Subject.entity(kind: "test.thing", id: "none"), .event(stamp)] {
      let error = #expect(throws: LedgerError.self) { try prove(subject) }
      #expect(error?.code == .notFound)
    }
  }

  @Test func fromAKeptHeadToThePresentOne() throws {
    var replicas = try written(6)
    let heads = try files.auditor().heads()
    let kept = try TrustedHeads(Array(heads.map(\.note).joined(separator: "\n").utf8), name: "kept")
    for one in replicas.indices {
      for _ in 0..<9 { try replicas[one].write() }
      try files.store.putOpen(replicas[one], 3..<15)
    }
    let report = try read(prove(nil, from: [kept]), anchors: [kept])
    #expect(report.isProved && report.heads.allSatisfy { $0.isAnchored == true })
    #expect(Set(report.heads.flatMap(\.earlierSizes)) == Set(heads.map(\.size)))
    let event = replicas[0].commits[2].events[0]
    let both = try prove(.event(event.stamp), from: [kept])
    #expect(both.eventCount == 1 && both.earlierCount == 1)
    #expect(try read(both, anchors: [kept]).isProved)
    // Without the consistency proof nothing ties the present head to the kept one.
    let alone = try read(prove(.event(event.stamp)), anchors: [kept])
    #expect(!alone.isProved && alone.heads[0].isAnchored == false)
    // Nor does a head of a tree that was never there.
    var other = TestReplica(1)
    for _ in 0..<4 { try other.write(text: "rewritten") }
    let note = HeadNote(
      ledger: TestReplica.ledger, replica: other.id, head: other.commits[3].head,
      publicKey: other.key.publicKey)
    let rewritten = try TrustedHeads(Array(note.description.utf8), name: "rewritten")
    let error = #expect(throws: LedgerError.self) { try prove(nil, from: [rewritten]) }
    #expect(error?.code == .damaged && error?.what.contains("rewritten") == true)
  }

  @Test func beyondAGapThereIsNoProof() throws {
    var ann = TestReplica(1)
    for _ in 0..<9 { try ann.write() }
    try files.store.putSealed(ann, 0..<3)
    try files.store.putOpen(ann, 6..<9)
    let error = #expect(throws: LedgerError.self) { try prove(.event(ann.commits[7].events[0].stamp)) }
    #expect(
      error?.code == .damaged && error?.what.contains("missing from line 6") == true, "\(error?.what ?? "")")
    #expect(throws: LedgerError.self) { try prove(.event(ann.commits[1].events[0].stamp)) }
    try files.store.putSealed(ann, 3..<6)
    #expect(try read(prove(.event(ann.commits[7].events[0].stamp))).isProved)
  }

  // MARK: Other bytes

  /// Whatever is changed: refused, or it proves nothing, or it means the same.
  @Test(.seeded) func noChangeGoesThrough() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let replicas = try written(12)
    var refused = 0
    for proof in [
      try prove(.entity(kind: "test.thing", id: "e2")),
      try prove(.event(replicas[0].commits[4].events[0].stamp), hashOnly: true),
    ] {
      let bytes = proof.bytes
      for round in 0..<3000 {
        var changed = bytes
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch round % 4 {
        case 0: changed[place] = UInt8.random(in: 0...255, using: &random)
        case 1: changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: changed.remove(at: place)
        default: changed.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
        }
        guard let read = try? Proof(changed, name: "p"), ProofReport(read).isProved else {
          refused += 1
          continue
        }
        #expect(read == proof, "\(String(decoding: changed, as: UTF8.self))")
      }
      for count in stride(from: 0, to: bytes.count, by: 7) {
        #expect(throws: LedgerError.self) { try Proof(Array(bytes[..<count]), name: "p") }
      }
    }
    #expect(refused > 5500)
  }

  @Test(arguments: [
    "", "{}", "[]", "null", #"{"daybook":"proof"}"#, #"{"daybook":"proof","format":2}"#,
    #"{"daybook":"proof","format":1,"ledger":"x","proofs":[]}"#,
    #"{"daybook":"proof","format":1,"ledger":"0193b6f0-0000-7000-8000-000000000001","proofs":[{}]}"#,
    #"{"daybook":"proof","format":1,"ledger":"0193b6f0-0000-7000-8000-000000000001","proofs":[]}"#,
  ])
  func whatIsNoProof(_ text: String) {
    let error = #expect(throws: LedgerError.self) { try Proof(Array(text.utf8), name: "p") }
    #expect(error?.code == .badData && error?.file == "p")
  }

  @Test func muchGarbage() {
    for byte in [0, UInt8(ascii: "["), UInt8(ascii: "\"")] as [UInt8] {
      #expect(throws: LedgerError.self) { try Proof([UInt8](repeating: byte, count: 1 << 20), name: "p") }
      #expect(throws: LedgerError.self) {
        try TrustedHeads([UInt8](repeating: byte, count: 1 << 20), name: "n")
      }
    }
    #expect(throws: LedgerError.self) { try TrustedHeads([UInt8](repeating: 10, count: 1 << 20), name: "n") }
  }
}
