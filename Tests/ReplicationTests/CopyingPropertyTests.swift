import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// Any two folders that copying, renaming, cutting and damaging can leave.
@Suite struct CopyingPropertyTests {
  private func some(_ random: inout SeededRandom, damaging: Bool) throws -> (Copies, [TestReplica]) {
    let copies = Copies()
    let replicas = try TestReplica.some(&random)
    for replica in replicas {
      try copies.here.scatter(replica, damaging: damaging, &random)
      try copies.there.scatter(replica, damaging: damaging, &random)
    }
    return (copies, replicas)
  }

  @Test(.seeded) func bringingTogetherLosesNothingAndRepeatsToNothing() throws {
    var random = SeededRandom(seed: TestSeed.current &+ 2)
    for round in 0..<60 {
      let damaging = round % 3 > 0
      let (copies, replicas) = try some(&random, damaging: damaging)
      let before = (try copies.leavesHere, try copies.leavesThere)
      let strangers = try Inventory.scan(copies.here).strangers
      let dry = try copies.replicate(own: replicas[0], isDryRun: true)
      #expect(try (copies.leavesHere, copies.leavesThere) == before, "round \(round)")
      let report = try copies.replicate(own: replicas[0])
      #expect(dry.pulled == report.pulled && dry.pushed == report.pushed, "round \(round)")
      let after = (try copies.leavesHere, try copies.leavesThere)
      #expect(before.0.isSubset(of: after.0) && before.1.isSubset(of: after.1), "round \(round)")
      #expect(after.0.union(after.1) == before.0.union(before.1), "round \(round)")
      // A changed byte in a file that both have is for verify to find: neither is opened.
      let isHidden = try hasHiddenDamage(copies)
      #expect(isHidden || report.isSame == (after.0 == after.1), "round \(round): \(report.findings)")
      if !damaging { #expect(report.isSame && report.findings.isEmpty, "round \(round)") }
      if !report.isSame { #expect(!report.findings.isEmpty, "round \(round)") }
      #expect(report.pulled.events == events(after.0) - events(before.0), "round \(round)")
      #expect(report.pushed.events == events(after.1) - events(before.1), "round \(round)")
      #expect(try Inventory.scan(copies.here).strangers == strangers, "round \(round)")
      try copies.expectNothingToDo(own: replicas[0])
      // Whole copies of everything on one side heal both.
      for replica in replicas { try copies.here.putSealed(replica, 0..<replica.commits.count) }
      let healed = try copies.replicate(own: replicas[0], comparesAll: true)
      #expect(healed.isSame, "round \(round): \(healed.findings) \(healed.unread)")
      for store in [copies.here, copies.there] {
        let reading = try Reading(store)
        for replica in replicas {
          #expect(reading.seqs(replica) == Array(1...replica.lastSeq), "round \(round)")
        }
      }
    }
  }

  @Test(.seeded) func theOrderOfDirectionsIsAllTheSame() throws {
    var random = SeededRandom(seed: TestSeed.current &+ 3)
    for round in 0..<30 {
      let (copies, replicas) = try some(&random, damaging: round % 2 == 0)
      let ways: [[ReplicationDirection]] = [[.both], [.pull, .push], [.push, .pull]]
      var results: [(Set<Copies.Leaf>, Set<Copies.Leaf>)] = []
      for way in ways {
        let copies = copies.copied()
        for direction in way { try copies.replicate(direction, own: replicas[0]) }
        results.append((try copies.leavesHere, try copies.leavesThere))
      }
      #expect(results[1] == results[0] && results[2] == results[0], "round \(round)")
      // And from the other side.
      let mirrored = Copies(here: copies.copied().there, there: copies.copied().here)
      try mirrored.replicate()
      #expect(
        try mirrored.leavesThere == results[0].0 && mirrored.leavesHere == results[0].1, "round \(round)")
    }
  }

  /// Five folders that meet in pairs, in any order, come to the same.
  @Test(.seeded) func manyFoldersThatMeetInPairs() throws {
    var random = SeededRandom(seed: TestSeed.current &+ 4)
    for round in 0..<10 {
      let replicas = try TestReplica.some(&random)
      let stores = (0..<5).map { _ in MemoryFileStore() }
      for store in stores { for replica in replicas { try store.scatter(replica, damaging: false, &random) } }
      let all = try stores.map { try Copies.leaves($0) }.reduce(into: Set()) { $0.formUnion($1) }
      for hub in stores.indices.shuffled(using: &random) {
        try Copies(here: stores[hub], there: stores[(hub + 1) % 5]).replicate()
      }
      for pair in 0..<10 { try Copies(here: stores[pair % 5], there: stores[(pair + 1) % 5]).replicate() }
      for store in stores { #expect(try Copies.leaves(store) == all, "round \(round)") }
    }
  }

  private func hasHiddenDamage(_ copies: Copies) throws -> Bool {
    let there = try Copies.files(copies.there)
    return try Copies.files(copies.here).contains { path, bytes in
      there[path].map { $0.count == bytes.count && $0 != bytes } ?? false
    }
  }

  private func events(_ leaves: Set<Copies.Leaf>) -> UInt64 {
    UInt64(leaves.count { !$0.text.hasPrefix("{\"commit\"") })
  }
}
