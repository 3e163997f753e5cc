import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookTestSupport
import Testing

/// Registers that very many writes contend for: the heads are those of the reference model, and cost what the writes
/// do.
@Suite struct HeadsTests {
  /// One register, many branches, and authors who had read little.
  private struct Crowd {
    var maker: RandomHistory

    init(seed: UInt64) {
      maker = RandomHistory(seed: seed)
      maker.momentCount = 40
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &maker.random) }

    mutating func history(commitCount: Int) throws -> TestHistory {
      let replicas = (0..<number(1...5)).map { ReplicaID(rawValue: 0xaaaa + UInt64($0)) }
      var branches = replicas.map { TestBranch(replica: $0) }
      for _ in 0..<number(0...6) {
        // Of any branch, forks of forks among them.
        let parent = number(0...branches.count - 1)
        let start = Int(branches[parent].parent?.leaf ?? 0)
        branches.append(
          TestBranch(replica: branches[parent].replica, parent: (parent, UInt64(start + number(0...6)))))
      }
      var commits: [TestCommit] = []
      for seq in 1...commitCount {
        let branch = number(0...branches.count - 1)
        let event = event(branches[branch].replica, UInt64(seq), replicas)
        commits.append(TestCommit(branch: branch, events: [event], seen: seen(branches, replicas)))
      }
      return try TestHistory(branches: branches, commits: commits)
    }

    private mutating func moment(_ replica: ReplicaID) -> Stamp {
      stamp(1 << 24 + UInt64(number(0...Int(maker.momentCount))), replica)
    }

    private mutating func event(_ replica: ReplicaID, _ seq: UInt64, _ replicas: [ReplicaID]) -> Event {
      var mutation = Mutation(.upsert, kind: "k", id: "e", set: ["f": .int(Int64(number(0...9)))])
      if maker.chance(10) { mutation = Mutation(.delete, kind: "k", id: "e") }
      if mutation.op == .upsert, maker.chance(70) {
        let other = replicas[number(0...replicas.count - 1)]
        mutation.was = ["f": maker.chance(40) ? .null : .string(moment(other).description)]
      }
      var event = Event(stamp: moment(replica), seq: seq, mutation: mutation)
      if maker.chance(20) { event.at = moment(replica) }
      // Some of these wait for further events before they count.
      if maker.chance(20) { event.at = stamp(moment(replica).time + UInt64(number(0...100)), replica) }
      event.salt = "s\(seq)"
      return event
    }

    private mutating func seen(_ branches: [TestBranch], _ replicas: [ReplicaID]) -> Seen {
      guard maker.chance(40) else { return Seen() }
      var entries: [(replica: ReplicaID, parts: [Seen.Part])] = []
      for replica in replicas where maker.chance(60) {
        let own = branches.indices.filter { branches[$0].replica == replica }
        let parts = (0..<number(1...3)).map { _ -> Seen.Part in
          let first = UInt64(number(0...30))
          let root = testRoot(maker.chance(85) ? own[number(0...own.count - 1)] : -1)
          guard maker.chance(50) else { return Seen.Part(end: first, root: root) }
          return Seen.Part(
            first: first, end: first + UInt64(number(1...12)), root: maker.chance(60) ? root : nil)
        }
        entries.append((replica, parts))
      }
      return Seen(entries)
    }
  }

  @Test("Many writes of one register, in any order", .seeded, arguments: 0..<30)
  func crowds(round: Int) throws {
    let seed = TestSeed.current &+ UInt64(3000 + round)
    var crowd = Crowd(seed: seed)
    let history = try crowd.history(commitCount: round % 3 == 0 ? 90 : 40)
    let expected = ReferenceModel(history).text()
    for turn in 0..<3 {
      let order = Array(history.commits.indices).shuffled(using: &crowd.maker.random)
      var records = history.emptyRecords()
      for (count, number) in (turn == 0 ? Array(history.commits.indices) : order).enumerated() {
        history.apply(number, to: &records)
        if turn == 2, count % 20 == 9 { records.compact() }
      }
      let text = records.text()
      try #require(text == expected, "turn \(turn), seed \(seed)")
    }
  }

  @Test("What is hidden by deletes does not depend on the order of arrival", .seeded, arguments: 0..<20)
  func hidden(round: Int) throws {
    let seed = TestSeed.current &+ UInt64(4000 + round)
    var crowd = Crowd(seed: seed)
    let history = try crowd.history(commitCount: 60)
    var expected: String?
    for _ in 0..<3 {
      let records = history.records(Array(history.commits.indices).shuffled(using: &crowd.maker.random))
      let entity = try records.required("k", "e")
      let hidden = records.hiddenWrites(of: entity, by: entity, records.precedence)
      let all = (hidden?.hiding ?? []) + (hidden?.writes.map(\.write) ?? [])
      let text = all.map { "\($0.stamp) \($0.leafHash)" }.joined(separator: "\n")
      try #require(text == expected ?? text, "seed \(seed)")
      expected = text
    }
  }

  @Test("Writes that had read nothing contend for one field by the thousand", .timeLimit(.minutes(1)))
  func thousands() throws {
    let count = 10_000
    let events = (1...UInt64(count)).map { number in
      var mutation = Mutation(.upsert, kind: "k", id: "e", set: ["a": .int(Int64(number))])
      mutation.was = ["a": .null]
      return Event(stamp: stamp(number), seq: number, mutation: mutation)
    }
    var history = try TestHistory(
      branches: [TestBranch(replica: replicaA)], commits: events.map { TestCommit(branch: 0, events: [$0]) })
    let records = history.records()
    #expect(try records.requiredConflict().heads.count == count)
    #expect(records.digest() == history.records(Array(history.commits.indices).reversed()).digest())
    // One that had read all of them is the only head.
    let last = UInt64(count + 1)
    let settling = Event(
      stamp: stamp(last), seq: last, mutation: Mutation(.upsert, kind: "k", id: "e", set: ["a": 0]))
    history = try TestHistory(
      branches: [TestBranch(replica: replicaA)],
      commits: (events + [settling]).map { TestCommit(branch: 0, events: [$0]) })
    #expect(history.records().conflicts().isEmpty)
  }

  @Test("Replicas by the thousand that had not seen one another", .timeLimit(.minutes(1)))
  func strangers() throws {
    let branches = (0..<2000).map { TestBranch(replica: ReplicaID(rawValue: 0xaaaa + UInt64($0))) }
    let commits = branches.indices.map { index in
      let event = Event(
        stamp: stamp(7, branches[index].replica), seq: 1,
        mutation: Mutation(.upsert, kind: "k", id: "e", set: ["a": .int(Int64(index))]))
      return TestCommit(branch: index, events: [event])
    }
    let history = try TestHistory(branches: branches, commits: commits)
    let heads = try history.records().requiredConflict().heads
    #expect(heads.map(\.stamp) == commits.map { $0.events[0].stamp }.sorted(by: >))
  }
}
