import DaybookLog
import DaybookReplication
import DaybookTestSupport
import DaybookView
import Testing

@testable import Daybook
@testable import DaybookModel
@testable import DaybookRecords

// Any claims in any order.

extension FarAheadTests {
  /// Any claims in any order, each local write looked at when it was acknowledged.
  @Test(.seeded, arguments: 0..<12 as Range<UInt64>) func whateverIsClaimed(_ index: UInt64) async throws {
    let world = FarAheadWorld(UInt8(index))
    let seed = TestSeed.current &+ index
    var random = SeededRandom(seed: seed)
    var number: Int64 = 0
    // What was written here last, of entities that nobody has written since.
    var last: [String: JSONValue] = [:]
    var served: Set<String> = []
    for step in 0..<TestSize.steps(30) {
      number += 1
      var written: String?
      let id = "e\(Int.random(in: 0..<2, using: &random))"
      if Int.random(in: 0..<2, using: &random) == 0 {
        try await world.take { event in
          event.mutation.id = id
          event.mutation.set = ["f": .int(number)]
          world.claim(&event, &random)
          if event.mutation.server != nil { served.insert(id) }
        }
        last[id] = nil
      } else if try await writeOne(id, number, world, &random, "step \(step), seed \(seed)") {
        last[id] = .int(number)
        written = id
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        try await world.pass(milliseconds: 3000)
        written = nil
      }
      for (id, value) in last where !served.contains(id) {
        // Where another commit made the claim count, what is one step above it shows with the next event.
        if id != written, try await world.aClaimCountsJustNow(on: id) { continue }
        #expect(try await world.stored(id, "f") == value, "\(id) after step \(step), seed \(seed)")
      }
      if step % 6 == 5 { try await world.check() }
    }
    try await world.check()
  }

  /// Writes something here, and looks whether it shows. Whether it wrote the field.
  private func writeOne(
    _ id: String, _ number: Int64, _ world: FarAheadWorld, _ random: inout SeededRandom, _ place: String
  ) async throws -> Bool {
    let kind = Self.kind
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      guard try await world.ledger.get(kind: kind, id: id) != nil else { return false }
      try await world.write(Mutation(.delete, kind: kind, id: id))
      #expect(try await world.ledger.get(kind: kind, id: id) == nil, "\(place)")
    case 1:
      try await world.write(Mutation(.restore, kind: kind, id: id))
      #expect(try await world.life(id)?.isDeleted == false, "\(place)")
      #expect(try await world.life(id)?.over == nil, "\(place)")
    case 2:
      let op: EventOperation = Bool.random(using: &random) ? .link : .unlink
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
      return true
    }
    return false
  }
}
