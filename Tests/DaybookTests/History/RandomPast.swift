import DaybookTestSupport

@testable import Daybook

/// Machines that wrote of two systems and met at random: deletes, restores, things made anew, links, what servers and
/// sources say, edits by those who had not seen one another.
struct RandomPast {
  var garden: RandomGarden
  private var house: RandomHouse
  let group: ReplicaGroup
  /// Before it nothing but what a slow clock wrote.
  private let begun: Stamp
  private var serverSeconds: Int64 = 1_790_000_000

  static let entities: [EntityName] = {
    let ids: KeyValuePairs = [
      "garden.plant": ["a", "b", "c"], "garden.bed": ["x", "y"], "garden.tool": ["t", "u"],
      "garden.shed": ["s"],
      "house.member": ["a", "b", "c", "d", "e", "m", "n", "o"], "house.household": ["h", "i"],
      "raw.thing": ["r"],
    ]
    return ids.flatMap { kind, ids in ids.map { EntityName(kind: kind, id: $0) } }
  }()

  init(seed: UInt64) async throws {
    var garden = RandomGarden(seed: seed)
    house = RandomHouse(seed: seed &+ 1)
    let clocks = (0..<Int.random(in: 1...3, using: &garden.random)).map { _ in
      garden.pick([0, 0, 1, -9000, 4000]) as Int64
    }
    self.garden = garden
    group = try ReplicaGroup(clocks: clocks, seed: seed, systems: [.garden, .house])
    // All that others refer to: who refers to what was never made shows, and hides once that was made and deleted.
    let beginning =
      RandomHouse.beginning
      + ["x", "y"].map { Mutation(.upsert, kind: "garden.bed", id: $0, set: ["name": .string($0)]) }
      + [Mutation(.upsert, kind: "garden.shed", id: "s")]
    let written = group.note(try await group.ledger(0).append(beginning), by: 0)
    begun = written.lastStamp ?? Stamp(time: 0, replica: ReplicaID(rawValue: 0))
    try await group.exchangeAll()
  }

  /// Writes and exchanges at random; in the end the first machine has everything.
  mutating func run(steps: Int) async throws {
    for _ in 0..<steps {
      let index = Int.random(in: group.machines.indices, using: &garden.random)
      if Int.random(in: 0..<5, using: &garden.random) == 0 {
        let other = Int.random(in: group.machines.indices, using: &garden.random)
        if other != index { try await group.pull(index, from: other) }
        continue
      }
      let count = garden.pick([1, 1, 1, 2, 3])
      let mutations = (0..<count).map { _ in mutation(by: index) }
      do {
        let options = AppendOptions(by: garden.pick(["ann", "ben"]))
        group.note(try await group.ledger(index).append(mutations, options: options), by: index)
      } catch is LedgerError {}
    }
    for other in group.machines.indices.dropFirst() { try await group.pull(0, from: other) }
  }

  private mutating func mutation(by index: Int) -> Mutation {
    switch Int.random(in: 0..<10, using: &garden.random) {
    case 0...5: return garden.mutation()
    case 6: return server(by: index)
    case 7:
      let op = garden.pick([EventOperation.upsert, .upsert, .link, .unlink, .delete])
      var raw = Mutation(op, kind: "raw.thing", id: "r")
      if op == .upsert { raw.set = [garden.pick(["one", "two"]): garden.pick([1, "text", .null, [true]])] }
      if op == .link || op == .unlink { (raw.rel, raw.to) = ("near", garden.pick(["r", "s"])) }
      return raw
    default: return house.mutation()
    }
  }

  /// What a server says of a plant, and which of our writes it has taken.
  private mutating func server(by index: Int) -> Mutation {
    var sync = Mutation(
      .sync, kind: "garden.plant", id: garden.pick(["a", "b", "c"]),
      set: ["name": .string(garden.pick(["Served", "Sold"])), "height": .int(garden.pick([1, 2]))])
    serverSeconds += garden.pick([0, 1, 1, -1])
    sync.server = ServerTime(seconds: serverSeconds)
    sync.present = garden.pick([nil, nil, true, false])
    let own = group.written.values.filter {
      $0.event.mutation.id == sync.id && $0.event.mutation.kind == sync.kind
        && group.machines[index].held.contains($0.event.stamp)
    }
    sync.acks = garden.pick([nil, own.map(\.event.stamp).max()])
    return sync
  }

  /// Last stamps of commits that divide no other commit: each lies wholly before or wholly after. Nor does an event
  /// before such a stamp claim an order after it: without the later events the claim would not count.
  func cleanStamps() async throws -> [Stamp] {
    var commits: [String: (first: Stamp, last: Stamp, claim: Stamp)] = [:]
    try await group.ledger(0).withLog { entry in
      let (key, stamp) = ("\(entry.replica) \(entry.commit)", entry.event.stamp)
      let claim = max(stamp, entry.event.at ?? stamp, entry.event.mutation.acks ?? stamp)
      let known = commits[key] ?? (stamp, stamp, claim)
      commits[key] = (min(known.first, stamp), max(known.last, stamp), max(known.claim, claim))
    }
    let all = Array(commits.values)
    return all.map(\.last).filter { stamp in
      stamp >= begun
        && !all.contains { $0.first <= stamp && (stamp < $0.last || stamp < $0.claim) }
    }.sorted()
  }
}

extension Ledger {
  nonisolated func withLog(_ body: (LogEntry) -> Void) async throws {
    try await history.log { entry in
      body(entry)
      return true
    }
  }
}

extension Step.Register {
  /// As a line, for messages and to find it by.
  var text: String {
    switch self {
    case .field(let name): name
    case .relation(let rel, let to): "\(rel) → \(to)"
    case .alive: "(alive)"
    case .present: "(present)"
    case .visibility: "(visible)"
    }
  }
}
