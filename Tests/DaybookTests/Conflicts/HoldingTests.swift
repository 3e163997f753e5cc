import Daybook
import DaybookTestSupport
import Testing

/// Which machines are known to hold an entity.
@Suite struct HoldingTests {
  private func plant(_ id: String, _ set: JSONObject) -> Mutation {
    Mutation(.upsert, kind: "garden.plant", id: id, set: set)
  }

  private func holding(_ ledger: Ledger, _ id: String) async throws -> Holding? {
    try await ledger.withView { $0.read("garden.plant", id) { $0.holding } }
  }

  private func replica(_ ledger: Ledger) async throws -> ReplicaID {
    try #require(try await ledger.replicas.status().replicas.first(where: \.isOwn)?.id)
  }

  @Test func whoWritesNextSaysWhatItHolds() async throws {
    let group = try ReplicaGroup(clocks: [0, 0])
    try await group.write(0, plant("a", ["name": "Oak"]))
    let first = try await replica(group.ledger(0))
    #expect(try await holding(group.ledger(0), "a") == Holding(holders: [first]))
    #expect(try await holding(group.ledger(0), "a")?.isAlone == true)
    // It is here, but nobody there knows.
    try await group.pull(1, from: 0)
    try await group.pull(0, from: 1)
    #expect(try await holding(group.ledger(0), "a")?.isAlone == true)
    try await group.write(1, plant("b", ["name": "Ash"]))
    let second = try await replica(group.ledger(1))
    try await group.exchangeAll()
    for machine in 0...1 {
      #expect(try await holding(group.ledger(machine), "a") == Holding(holders: [first, second].sorted()))
      #expect(try await holding(group.ledger(machine), "b") == Holding(holders: [second], others: [first]))
    }
    // What is written again has to be seen again.
    try await group.write(0, plant("a", ["name": "Old oak"]))
    #expect(try await holding(group.ledger(0), "a") == Holding(holders: [first], others: [second]))
    #expect(try await holding(group.ledger(0), "b")?.isComplete == true)
  }

  @Test func whoIsRetiredIsNotWaitedFor() async throws {
    let group = try ReplicaGroup(clocks: [0, 0])
    try await group.write(1, plant("b", ["name": "Ash"]))
    try await group.exchangeAll()
    try await group.write(0, plant("a", ["name": "Oak"]))
    #expect(try await holding(group.ledger(0), "a")?.others.count == 1)
    try await group.ledger(0).replicas.retire(try await replica(group.ledger(1)))
    #expect(try await holding(group.ledger(0), "a")?.isComplete == true)
  }

  @Test func aConflictIsTold() async throws {
    let group = try ReplicaGroup(clocks: [0, 0])
    try await group.write(0, plant("a", ["name": "Oak", "tags": ["big"]]))
    try await group.exchangeAll()
    try await group.write(0, plant("a", ["name": "Elm", "tags": ["x"]]))
    try await group.write(1, plant("a", ["name": "Elm", "tags": ["y"]]))
    try await group.exchangeAll()
    let told = { (ledger: Ledger) in
      try await ledger.withView { $0.read("garden.plant", "a") { $0.hasConflict } }
    }
    // The same value, and one that both show.
    #expect(try await told(group.ledger(0)) == false)
    try await group.write(0, plant("a", ["name": "Birch"]))
    try await group.write(1, plant("a", ["name": "Beech"]))
    try await group.exchangeAll()
    #expect(try await told(group.ledger(0)) == true)
    #expect(try await told(group.ledger(1)) == true)
    try await group.write(1, plant("a", ["name": "Beech"]))
    #expect(try await told(group.ledger(1)) == false)
  }

  /// Whoever is said to hold an entity has every event of it; and once everybody wrote again, all are said to.
  @Test(.seeded, arguments: 0..<12 as Range<UInt64>)
  func nobodyIsSaidToHoldWhatItHasNot(index: UInt64) async throws {
    var random = SeededRandom(seed: TestSeed.current &+ index)
    let group = try ReplicaGroup(clocks: [0, 3, 0], seed: index + 1)
    let ids = ["a", "b", "c", "d"]
    for step in 0..<40 {
      let machine = Int.random(in: 0..<3, using: &random)
      if Bool.random(using: &random) {
        try await group.write(
          machine, plant(ids.randomElement(using: &random) ?? "a", ["height": .int(Int64(step))]))
      } else {
        try await group.pull(machine, from: (machine + Int.random(in: 1..<3, using: &random)) % 3)
      }
    }
    for machine in 0..<3 {
      var owners: [ReplicaID: Int] = [:]
      for other in 0..<3 {
        if let replica = try await group.ledger(other).replicas.status().replicas.first(where: \.isOwn)?.id {
          owners[replica] = other
        }
      }
      for id in ids {
        guard let holding = try await holding(group.ledger(machine), id) else { continue }
        // Of the events that this machine knows of, those that decide what shows.
        let stamps = group.written.values.filter { $0.event.mutation.id == id }.map(\.event.stamp)
        let latest = stamps.filter { group.machines[machine].held.contains($0) }.max()
        for holder in holding.holders {
          let owner = try #require(owners[holder])
          if let latest { #expect(group.machines[owner].held.contains(latest), "machine \(machine) \(id)") }
        }
      }
    }
    try await group.exchangeAll()
    for machine in 0..<3 { try await group.write(machine, plant("last", ["height": .int(Int64(machine))])) }
    try await group.exchangeAll()
    for id in ids {
      guard let holding = try await holding(group.ledger(0), id) else { continue }
      #expect(holding.isComplete && holding.holders.count == 3)
    }
  }
}
