import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// Any files that copying, renaming, cutting and damaging can leave: each attested commit comes at most
/// once, never one that nobody wrote; and whole copies of everything give everything.
@Suite struct ReadingPropertyTests {
  @Test(.seeded) func anySetOfFiles() throws {
    var random = SeededRandom(seed: TestSeed.current)
    for round in 0..<60 {
      let replicas = try TestReplica.some(&random)
      let store = MemoryFileStore()
      var written: Set<String> = []
      for replica in replicas {
        written.formUnion(replica.commits.flatMap { $0.events.map { text($0) } })
        try store.scatter(replica, &random)
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

  /// Repair loses nothing that was readable, finds what was renamed, and leaves nothing for a second one.
  @Test(.seeded) func repairOnlyAdds() throws { try repairOnlyAdds(seed: TestSeed.current) }

  /// A damaged file was needed no more once a later one had been taken from.
  @Test(arguments: [8_721_249_795_705_414_043, 3_353_861_424_143_934_996] as [UInt64])
  func repairThatLeftSomethingOnceHolds(seed: UInt64) throws { try repairOnlyAdds(seed: seed) }

  private func repairOnlyAdds(seed: UInt64) throws {
    var random = SeededRandom(seed: seed &+ 1)
    for round in 0..<40 {
      let replicas = try TestReplica.some(&random)
      let store = MemoryFileStore()
      for replica in replicas { try store.scatter(replica, &random) }
      let before = try Reading(store)
      var repair = Repair(
        ledger: store, state: MemoryFileStore(), descriptor: Reading.descriptor, own: replicas[0].id,
        journal: nil,
        isDryRun: false)
      _ = try repair.run()
      let after = try Reading(store)
      let lost = Set(before.leaves.keys).subtracting(after.leaves.keys)
      #expect(lost.isEmpty, "round \(round)")
      #expect(after.leaves.values.allSatisfy { $0 == 1 }, "round \(round)")
      var again = Repair(
        ledger: store, state: MemoryFileStore(), descriptor: Reading.descriptor, own: replicas[0].id,
        journal: nil,
        isDryRun: true)
      let rest = try again.run().filter { $0.kind != .left }
      #expect(rest.isEmpty, "round \(round)")
    }
  }

  private func text(_ event: Event) -> String { String(decoding: EventLineWriter.line(event), as: UTF8.self) }
}
