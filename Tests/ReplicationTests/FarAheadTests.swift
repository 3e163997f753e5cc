import DaybookLog
import DaybookRecords
import DaybookReplication
import DaybookTestSupport
import Testing

@testable import Daybook
@testable import DaybookModel

/// Whatever a peer's key signs, what is written here afterwards shows, and the ledger stays a function of the events
/// that are in it.
@Suite struct FarAheadTests {
  private static let kind = "test.thing"

  @Test func aWriteAfterTheLastStampThatThereIsShows() async throws {
    let world = FarAheadWorld()
    try await world.write(Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 1]))
    try await world.take { event in
      event.mutation = Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 2])
      event.at = Stamp(time: Stamp.timeMax, replica: ReplicaID(rawValue: .max))
    }
    try await world.take { event in
      event.mutation = Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 3])
      event.at = Stamp(time: Stamp.timeMax, replica: event.stamp.replica)
    }
    try await world.take { event in
      event.mutation = Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 4])
      event.stamp.time = Stamp.ownTimeMax
      event.over = .upTo(Stamp(time: Stamp.timeMax, replica: event.stamp.replica))
    }
    #expect(try await world.value("e", "n") == 4)
    try await world.write(Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 5]))
    #expect(try await world.value("e", "n") == 5)
    try await world.write(Mutation(.delete, kind: Self.kind, id: "e"))
    #expect(try await world.ledger.get(kind: Self.kind, id: "e") == nil)
    try await world.write(Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 6]))
    #expect(try await world.value("e", "n") == 6)
    let named = try await world.ledger.verify().findings.filter { $0.kind == .farAhead }
    #expect(named.count == 2 && named.allSatisfy { $0.replica == world.mallory.id }, "\(named)")
    // Once more, when the machine knows the files.
    #expect(try await world.ledger.verify().findings.filter { $0.kind == .farAhead } == named)
  }

  /// Copied without the write that it came after, an honest write counts at its own stamp; with it, at its `at`.
  @Test func anHonestWriteCountsAgainWhenWhatItOverwroteComes() async throws {
    let world = FarAheadWorld()
    try await world.take { event in
      event.mutation = Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 1])
      event.stamp.time += 1 << 40
    }
    try await world.write(Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 2]))
    #expect(try await world.ledger.verify().findings.allSatisfy { $0.kind == .clockSkew })
    let whole = try await world.digest()
    let files = try world.takeAway(world.mallory.id)
    _ = try await world.ledger.refresh()
    #expect(try await world.value("e", "n") == 2)
    try await world.check()
    var deep = VerifyOptions()
    deep.isDeep = true
    let findings = try await world.ledger.verify(deep).findings
    #expect(findings.contains { $0.kind == .farAhead && $0.replica == world.own }, "\(findings)")
    try world.put(files)
    _ = try await world.ledger.refresh()
    #expect(try await world.digest() == whole)
    try await world.check()
    #expect(try await world.ledger.verify().findings.allSatisfy { $0.kind == .clockSkew })
  }

  /// Any claims in any order, each local write looked at when it was acknowledged.
  @Test(.seeded, arguments: 0..<12 as Range<UInt64>) func whateverIsClaimed(_ index: UInt64) async throws {
    let world = FarAheadWorld(UInt8(index))
    let seed = TestSeed.current &+ index
    var random = SeededRandom(seed: seed)
    var number: Int64 = 0
    for step in 0..<TestSize.steps(30) {
      number += 1
      let id = "e\(Int.random(in: 0..<2, using: &random))"
      if Int.random(in: 0..<2, using: &random) == 0 {
        try await world.take { event in
          event.mutation.id = id
          event.mutation.set = ["f": .int(number)]
          world.claim(&event, &random)
        }
      } else {
        try await writeOne(id, number, world, &random, "step \(step), seed \(seed)")
      }
      if step % 6 == 5 { try await world.check() }
    }
    try await world.check()
  }

  /// Writes something here, and looks whether it shows.
  private func writeOne(
    _ id: String, _ number: Int64, _ world: FarAheadWorld, _ random: inout SeededRandom, _ place: String
  ) async throws {
    let kind = Self.kind
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      guard try await world.ledger.get(kind: kind, id: id) != nil else { return }
      try await world.write(Mutation(.delete, kind: kind, id: id))
      #expect(try await world.ledger.get(kind: kind, id: id) == nil, "\(place)")
    case 1:
      try await world.write(Mutation(.restore, kind: kind, id: id))
      #expect(try await world.life(id)?.isDeleted == false, "\(place)")
      #expect(try await world.life(id)?.over == nil, "\(place)")
    case 2:
      let op: Operation = Bool.random(using: &random) ? .link : .unlink
      try await world.write(Mutation(op, kind: kind, id: id, rel: "rel", to: "t"))
      #expect(try await world.isLinked(id) == (op == .link), "\(place)")
    case 3:
      var sync = Mutation(.sync, kind: kind, id: id)
      sync.present = Bool.random(using: &random)
      try await world.write(sync)
      #expect(try await world.life(id)?.isPresent == sync.present, "\(place)")
    default:
      try await world.write(Mutation(.upsert, kind: kind, id: id, set: ["f": .int(number)]))
      #expect(try await world.life(id)?.isDeleted == false, "\(place)")
      #expect(try await world.stored(id, "f") == .int(number), "\(place)")
    }
  }

  // MARK: The command

  /// The same on a disk: a peer's file came by copy, and what is typed here takes effect.
  @Test func theCommandsWritesShow() throws {
    let sandbox = try Sandbox()
    let path = sandbox.path + "/family.daybook"
    func run(_ arguments: String...) throws -> (status: Int32, output: String) {
      let outcome = try sandbox.run(
        BuiltCommand.path, arguments,
        environment: [
          "DAYBOOK_STATE_DIR": sandbox.path + "/state", "DAYBOOK_CACHE_DIR": sandbox.path + "/cache",
          "DAYBOOK_LEDGER": path,
        ])
      return (outcome.status, outcome.output + outcome.errors)
    }
    #expect(try run("init", path).status == 0)
    let store = try DiskFileStore(path: path)
    let id = "0193b2c4-0000-7000-8000-000000000001"
    var mallory = TestReplica(6)
    mallory.ledger = try LedgerDescriptor(try store.readAll(LedgerLayout.descriptor)).ledger
    let last = Stamp(time: Stamp.timeMax, replica: mallory.id)
    for claim in 0..<3 {
      try mallory.write(changing: { event in
        event.mutation = Mutation(
          .upsert, kind: "sam.person", id: id, set: ["displayNameCache": .string("Mallory \(claim)")])
        switch claim {
        case 0: event.at = last
        case 1: event.over = .upTo(last)
        default: event.stamp.time = Stamp.ownTimeMax
        }
      })
    }
    try store.putOpen(mallory, 0..<3)
    #expect(try run("get", "sam.person", id).output.contains("Mallory 2"))
    let written = try run("upsert", "sam.person", id, "--set", "displayNameCache=Ann Lee")
    #expect(written.status == 0, "\(written)")
    #expect(try run("get", "sam.person", id).output.contains("Ann Lee"))
    let verified = try run("verify", "--format", "json")
    #expect(verified.status == 1 && verified.output.contains("far-ahead"), "\(verified)")
    #expect(verified.output.contains(mallory.id.description))
    #expect(try run("delete", "sam.person", id).status == 0)
    #expect(try run("get", "sam.person", id).status == 1)
  }
}
