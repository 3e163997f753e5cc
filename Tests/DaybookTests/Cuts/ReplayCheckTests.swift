import DaybookLog
import DaybookTestSupport
import Testing

@testable import Daybook

/// What a ledger shows is what its log comes to in any order; and where it is not, the first difference is named.
@Suite struct ReplayCheckTests {
  @Test(.seeded, arguments: 0..<12 as Range<UInt64>) func whateverHappenedItIsTheSame(index: UInt64)
    async throws
  {
    var garden = RandomGarden(seed: TestSeed.current &+ index)
    let clocks = [0, 0, 4_000].map { Int64($0) }
    let world = try CutWorld(clocks: clocks, &garden.random)
    for step in 0..<40 {
      let machine = Int.random(in: world.machines.indices, using: &garden.random)
      world.machines[machine].clock.advance(Int64.random(in: 0...2, using: &garden.random))
      switch Int.random(in: 0..<8, using: &garden.random) {
      case 0: try await world.seal(machine)
      case 1, 2:
        let other = Int.random(in: world.machines.indices, using: &garden.random)
        if other != machine { try world.copy(from: other, to: machine, &garden.random) }
      case 3: if step == 20, garden.random.chance(50) { try await world.fork(machine) }
      default: try await world.write(machine, [garden.mutation(), garden.mutation()])
      }
    }
    for machine in world.machines {
      let check = try await machine.ledger.audit.checkReplay()
      #expect(check.isSame && check.digest == check.rebuiltDigest)
      #expect(try await machine.ledger.audit.replay().digest == check.digest)
    }
  }

  private func ledger() async throws -> (Ledger, [Stamp]) {
    let ledger = try Ledger.inMemory(systems: [.garden])
    var stamps: [Stamp] = []
    let mutations = [
      Mutation(.upsert, kind: "garden.plant", id: "a", set: ["name": "Rose"]),
      Mutation(.upsert, kind: "garden.plant", id: "b", set: ["name": "Fern"]),
      Mutation(.link, kind: "garden.plant", id: "a", rel: "neighbours", to: "b"),
      Mutation(.upsert, kind: "garden.plant", id: "b", set: ["name": "Ivy", "height": 3]),
      Mutation(.delete, kind: "garden.plant", id: "b"),
      Mutation(.upsert, kind: "garden.bed", id: "x", set: ["name": "North", "code": 7]),
    ]
    for mutation in mutations { stamps.append(try #require(try await ledger.append([mutation]).lastStamp)) }
    #expect(try await ledger.audit.checkReplay().isSame)
    return (ledger, stamps)
  }

  /// What the ledger shows is spoilt behind its back: it is read as if an event were not there.
  @Test(arguments: [0, 1, 2, 3, 4, 5]) func aPlantedDifferenceIsNamed(event: Int) async throws {
    let (ledger, stamps) = try await ledger()
    try await ledger.forget(stamps[event])
    let check = try await ledger.audit.checkReplay()
    let difference = try #require(check.difference)
    #expect(!check.isSame && check.digest != check.rebuiltDigest)
    let stamp = stamps[event].description
    switch event {
    case 0:
      // Who wrote that it is there comes before what it is called.
      #expect(difference.register == .state("alive") && difference.id == "a")
      #expect(difference.fast == nil && difference.rebuilt?.value == true)
    case 1:
      // The later write shows in both; that the entity is older in one of them does not.
      #expect(difference.register == .entity && difference.id == "b")
    case 2:
      #expect(difference.register == .edge(relation: "neighbours", to: "b") && difference.id == "a")
      #expect(difference.fast == nil && difference.rebuilt?.stamp == stamp)
    case 3:
      #expect(difference.register == .field("height") && difference.kind == "garden.plant")
      #expect(difference.fast == nil && difference.rebuilt?.value == 3)
      #expect(try await ledger.audit.checkReplay(kind: "garden.bed").difference == nil)
    case 4:
      #expect(difference.id == "b" && difference.rebuilt != nil)
    default:
      #expect(difference.kind == "garden.bed" && difference.register == .entity)
      #expect(difference.fast == nil && difference.rebuilt != nil)
    }
  }
}

extension Ledger {
  fileprivate func forget(_ stamp: Stamp) throws {
    close()
    loaded = try LedgerState.read(folder, descriptor, schemas: schemas, skipping: [stamp])
  }
}
