import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// Any files that copying, renaming, cutting and damaging can leave: each attested commit comes at most
/// once, never one that nobody wrote; and whole copies of everything give everything.
@Suite struct ReadingPropertyTests {
  @Test func anySetOfFiles() throws {
    var random = SeededRandom(seed: TestSeed.current)
    for round in 0..<60 {
      let replicas = try replicas(&random)
      let store = MemoryFileStore()
      var written: Set<String> = []
      for replica in replicas {
        written.formUnion(replica.commits.flatMap { $0.events.map { text($0) } })
        try scatter(replica, store, &random)
      }
      let reading = try Reading(store)
      for (line, count) in reading.leaves {
        #expect(count == 1, "round \(round): \(line)")
        if !line.text.hasPrefix("{\"commit\"") { #expect(written.contains(line.text), "round \(round)") }
      }
      #expect(reading.report.branches.allSatisfy { $0.id.ordinal == 0 }, "round \(round)")
      for replica in replicas {
        let seqs = reading.seqs(replica)
        #expect(seqs == Array(Set(seqs)).sorted() && Set(seqs).isSubset(of: 1...max(1, replica.lastSeq)))
      }
      // Healed by whole copies, whatever else lies there; and by repair no less.
      for replica in replicas {
        try store.putSealed(replica, 0..<replica.commits.count, frameSizeBytes: 4000)
      }
      let healed = try Reading(store)
      for replica in replicas {
        #expect(healed.seqs(replica) == Array(1...replica.lastSeq), "round \(round)")
        let branches = healed.report.branches(of: replica.id)
        #expect(branches.map(\.root) == [replica.tree.root] && branches[0].gaps == [], "round \(round)")
      }
      #expect(healed.leaves.values.allSatisfy { $0 == 1 })
      var repair = Repair(
        ledger: store, state: MemoryFileStore(), descriptor: Reading.descriptor, own: replicas[0].id,
        journal: nil,
        isDryRun: false)
      _ = try repair.run()
      #expect(try Reading(store).leaves == healed.leaves, "round \(round)")
    }
  }

  /// Repair loses nothing that was readable, and finds what was renamed.
  @Test func repairOnlyAdds() throws {
    var random = SeededRandom(seed: TestSeed.current &+ 1)
    for round in 0..<40 {
      let replicas = try replicas(&random)
      let store = MemoryFileStore()
      for replica in replicas { try scatter(replica, store, &random) }
      let before = try Reading(store)
      var repair = Repair(
        ledger: store, state: MemoryFileStore(), descriptor: Reading.descriptor, own: replicas[0].id,
        journal: nil,
        isDryRun: false)
      _ = try repair.run()
      let after = try Reading(store)
      #expect(Set(before.leaves.keys).isSubset(of: Set(after.leaves.keys)), "round \(round)")
      #expect(after.leaves.values.allSatisfy { $0 == 1 }, "round \(round)")
      var again = Repair(
        ledger: store, state: MemoryFileStore(), descriptor: Reading.descriptor, own: replicas[0].id,
        journal: nil,
        isDryRun: true)
      #expect(try again.run().allSatisfy { $0.kind == .left }, "round \(round)")
    }
  }

  private func text(_ event: Event) -> String { String(decoding: EventLineWriter.line(event), as: UTF8.self) }

  private func replicas(_ random: inout SeededRandom) throws -> [TestReplica] {
    try (1...2).map { number in
      var replica = TestReplica(UInt8(number))
      for _ in 0..<Int.random(in: 1...14, using: &random) {
        try replica.write(events: Int.random(in: 1...3, using: &random))
      }
      return replica
    }
  }

  /// Puts some segments of a replica, in any form, overlapping, cut, damaged, twice, under other names.
  private func scatter(_ replica: TestReplica, _ store: MemoryFileStore, _ random: inout SeededRandom) throws
  {
    let folder = LedgerLayout.folder(of: replica.id)
    for number in 0..<UInt64.random(in: 1...6, using: &random) {
      let first = Int.random(in: 0..<replica.commits.count, using: &random)
      let range = first..<Int.random(in: first...replica.commits.count, using: &random)
      var path: String
      var bytes: [UInt8]
      if Bool.random(using: &random), !range.isEmpty {
        let sealed = try replica.sealed(range, frameSizeBytes: Int.random(in: 300...3000, using: &random))
        (path, bytes) = (LedgerLayout.path(of: sealed.name, replica.id), sealed.bytes)
      } else {
        let name = replica.openName(range, random: number)
        (path, bytes) = (LedgerLayout.path(of: name, replica.id), replica.open(range))
      }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      case 1:
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: path = "\(folder)/conflict \(number).zst"
      case 3: path = LedgerLayout.path(of: .open(first: 1, random: "00000000000000ff"), replica.id)
      case 4: bytes += bytes
      default: break
      }
      try store.put(bytes, at: path)
    }
  }
}
