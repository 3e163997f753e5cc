import DaybookTestSupport

@testable import Daybook

/// Random changes from small pools, so that machines meet, and what they have of one another.
struct RandomGarden {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  mutating func mutation() -> Mutation {
    let plant = pick(["a", "b", "c"])
    switch Int.random(in: 0..<20, using: &random) {
    case 0...4: return Mutation(.upsert, kind: "garden.plant", id: plant, set: plantFields())
    case 5: return Mutation(.delete, kind: "garden.plant", id: plant)
    case 6: return Mutation(.restore, kind: "garden.plant", id: plant)
    case 7: return Mutation(.dismiss, kind: "garden.plant", id: plant)
    case 8:
      var sync = Mutation(
        .sync, kind: "garden.plant", id: plant, set: ["name": .string(pick(["Rose", "Fern"]))])
      sync.present = pick([nil, true, false])
      return sync
    case 9, 10:
      let op = pick([EventOperation.link, .unlink])
      return Mutation(op, kind: "garden.plant", id: plant, rel: "neighbours", to: pick(["a", "b"]))
    case 11, 12:
      let set: JSONObject = ["name": .string(pick(["", "North", "South"])), "code": .int(pick([0, 1]))]
      return Mutation(.upsert, kind: "garden.bed", id: pick(["x", "y"]), set: set)
    case 13: return Mutation(pick([.delete, .delete, .restore]), kind: "garden.bed", id: pick(["x", "y"]))
    case 14, 15:
      let set: JSONObject = [pick(["name", "title"]): .string(pick(["Saw", "Axe"]))]
      return Mutation(.upsert, kind: "garden.tool", id: pick(["t", "u"]), set: set)
    case 16:
      return Mutation(
        .upsert, kind: "garden.tool", id: pick(["t", "u"]), set: ["shed": pick([.null, "s", "s"])])
    case 17: return Mutation(pick([.delete, .restore]), kind: "garden.tool", id: pick(["t", "u"]))
    case 18: return Mutation(.upsert, kind: "garden.shed", id: "s", set: ["name": .string(pick(["A", "B"]))])
    default: return Mutation(.delete, kind: "garden.shed", id: "s")
    }
  }

  private mutating func plantFields() -> JSONObject {
    var set = JSONObject()
    if Bool.random(using: &random) { set["name"] = .string(pick(["Rose", "Fern", "Ivy"])) }
    if Bool.random(using: &random) { set["label"] = pick([.null, "one", "two"]) }
    if Bool.random(using: &random) { set["tags"] = [.string(pick(["red", "tall", "old"]))] }
    if Bool.random(using: &random) { set["bed"] = pick([.null, "x", "y"]) }
    return set
  }

  /// A plant that all know to be deleted is made anew here and restored there.
  private mutating func twoWaysBack(_ group: ReplicaGroup) async throws {
    let plant = pick(["a", "b", "c"])
    do {
      try await group.write(0, Mutation(.delete, kind: "garden.plant", id: plant))
      try await group.exchangeAll()
      try await group.write(0, Mutation(.upsert, kind: "garden.plant", id: plant, set: ["height": 1]))
      try await group.write(
        1, Mutation(pick([.restore, .upsert]), kind: "garden.plant", id: plant, set: ["height": 2]))
    } catch is LedgerError {}
  }

  /// Writes and exchanges at random.
  mutating func run(_ group: ReplicaGroup, steps: Int) async throws {
    for _ in 0..<steps {
      let index = Int.random(in: group.machines.indices, using: &random)
      let chance = Int.random(in: 0..<24, using: &random)
      if chance == 0 {
        try await twoWaysBack(group)
      } else if chance == 1 {
        for index in [0, 1] {
          var sync = Mutation(.sync, kind: "garden.plant", id: "b")
          sync.present = index == 0
          try await group.write(index, sync)
        }
      } else if Int.random(in: 0..<4, using: &random) == 0 {
        let other = Int.random(in: group.machines.indices, using: &random)
        if other != index { try await group.pull(index, from: other) }
      } else {
        do {
          try await group.write(index, by: pick(["ann", "ben"]), mutation())
        } catch is LedgerError {}
      }
    }
  }
}
