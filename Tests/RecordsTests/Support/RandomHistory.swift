import DaybookLog
import DaybookModel
import DaybookTestSupport

/// Makes histories in which everything collides: few entities, few fields, few moments, and every modifier.
struct RandomHistory {
  var random: SeededRandom
  var entityCount = 2
  var fieldCount = 2
  var momentCount: UInt64 = 6
  /// Whether a replica may have forked.
  var forks = true

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  /// Two or three replicas, one of which may have forked.
  mutating func history(commitCount: Int) throws -> TestHistory {
    let replicas = chance(50) ? [replicaA, replicaB] : [replicaA, replicaB, replicaC]
    var branches = replicas.map { TestBranch(replica: $0) }
    if forks, chance(40) {
      branches.append(TestBranch(replica: replicaA, parent: (0, UInt64.random(in: 0...4, using: &random))))
      if chance(30) {
        branches.append(TestBranch(replica: replicaA, parent: (branches.count - 1, 5)))
      }
    }
    var commits: [TestCommit] = []
    for _ in 0..<commitCount {
      let branch = Int.random(in: 0..<branches.count, using: &random)
      var events: [Event] = []
      for _ in 0..<Int.random(in: 1...2, using: &random) { events.append(event(branches[branch].replica)) }
      var commit = TestCommit(branch: branch, events: events, seen: seen(branches))
      for (index, event) in events.enumerated() { commit.fates[index] = fate(of: event) }
      commits.append(commit)
    }
    return try TestHistory(branches: branches, commits: commits)
  }

  private mutating func moment(_ replica: ReplicaID) -> Stamp {
    DaybookModel.Stamp(
      time: 1 << 40 + UInt64.random(in: 0..<momentCount, using: &random) << 16, replica: replica)
  }

  private mutating func anyMoment() -> Stamp {
    moment([replicaA, replicaB, replicaC].randomElement(using: &random) ?? replicaA)
  }

  /// A few steps above, or far ahead of everything.
  private mutating func steps(above stamp: Stamp) -> Stamp {
    let steps = UInt64.random(in: 1...20, using: &random)
    let time = chance(90) ? stamp.time + steps : DaybookModel.Stamp.timeMax
    return DaybookModel.Stamp(time: time, replica: stamp.replica)
  }

  private var seq: UInt64 = 0

  private mutating func event(_ replica: ReplicaID) -> Event {
    seq += 1
    let ops: [EventOperation] = [
      .upsert, .upsert, .upsert, .link, .unlink, .dismiss, .restore, .delete, .sync, .sync, "reticulate",
      .erase,
    ]
    let op = ops.randomElement(using: &random) ?? .upsert
    // The last one needs escapes.
    let number = Int.random(in: 0..<entityCount, using: &random)
    var mutation = Mutation(
      op, kind: chance(80) ? "k.one" : "k.two", id: number == 1 ? "e\"1\n" : "entity-\(number)")
    if op == .upsert || chance(50) { mutation.set = set() }
    if op == .link || op == .unlink {
      mutation.rel = chance(50) ? "rel" : "f0"
      if chance(90) { mutation.to = chance(50) ? "t" : "t\\2" }
    }
    if op == .sync {
      if chance(60) {
        mutation.server = ServerTime(
          seconds: Int64.random(in: 100...101, using: &random),
          nanoseconds: [3, 5, 500].randomElement(using: &random) ?? 0)
      }
      if chance(40) { mutation.present = chance(50) }
      if chance(60) { mutation.acks = anyMoment() }
    }
    if chance(30) { mutation.v = [0, 6, 7, -1, .max, .min].randomElement(using: &random) }
    if let set = mutation.set, chance(40) {
      var was = JSONObject()
      for member in set where chance(70) {
        was[member.key] = chance(30) ? .null : .string(anyMoment().description)
      }
      mutation.was = was
    }
    if chance(30) { mutation.by = chance(50) ? "ann" : "b\"en" }
    var event = Event(stamp: moment(replica), seq: seq, mutation: mutation)
    if chance(25) {
      event.at = chance(20) ? anyMoment() : chance(50) ? moment(replica) : steps(above: moment(replica))
    }
    if op == .upsert, chance(25) {
      event.over = chance(80) ? .upTo(chance(70) ? anyMoment() : steps(above: anyMoment())) : .cleared
    }
    if op == .restore, chance(60) { event.over = chance(80) ? .cleared : .upTo(anyMoment()) }
    // Different lines for what is otherwise the same.
    event.salt = "s\(seq)"
    return event
  }

  /// Something of one line in five is erased; one in twenty is a stub without an effect.
  private mutating func fate(of event: Event) -> TestCommit.Fate? {
    let op = event.mutation.op
    guard op != .erase, op != "reticulate", chance(25) else { return nil }
    if chance(20) { return .void }
    let names = (0..<fieldCount).filter { _ in chance(50) }.map { field($0) }
    return .erased(chance(40) ? .all : .named(names))
  }

  private func field(_ number: Int) -> String { number == 1 ? "f\t1" : "f\(number)" }

  private mutating func set() -> JSONObject {
    var set = JSONObject()
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      set[field(Int.random(in: 0..<fieldCount, using: &random))] = value()
    }
    return set
  }

  private mutating func value() -> JSONValue {
    let values: [JSONValue] = [
      .null, 1, 2, "", "short", "a value of more than a few bytes", ["a", ["b}"], [:]], ["x": "\"]"], 0.5,
    ]
    return values.randomElement(using: &random) ?? .null
  }

  private mutating func seen(_ branches: [TestBranch]) -> Seen {
    guard chance(50) else { return Seen() }
    var entries: [(replica: ReplicaID, parts: [Seen.Part])] = []
    for replica in Set(branches.map(\.replica)).sorted() where chance(50) {
      var parts: [Seen.Part] = []
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let own = branches.indices.filter { branches[$0].replica == replica }
        let branch = chance(80) ? own.randomElement(using: &random) ?? -1 : -1
        if chance(60) {
          parts.append(Seen.Part(end: UInt64.random(in: 0...8, using: &random), root: testRoot(branch)))
        } else {
          let first = UInt64.random(in: 0...5, using: &random)
          let end = first + UInt64.random(in: 1...4, using: &random)
          parts.append(Seen.Part(first: first, end: end, root: chance(60) ? testRoot(branch) : nil))
        }
      }
      entries.append((replica, parts))
    }
    return Seen(entries)
  }
}
