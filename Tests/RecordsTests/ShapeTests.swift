import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookTestSupport
import Testing

/// What the layout must bear: many fields, many kinds, large values, lines written by others.
@Suite struct ShapeTests {
  private func records(_ events: [Event]) throws -> Records {
    try TestHistory(
      branches: [TestBranch(replica: replicaA)], commits: [TestCommit(branch: 0, events: events)]
    )
    .records()
  }

  @Test("More fields than a row has columns, on both sides")
  func manyFields() throws {
    var events: [Event] = []
    for number in 0..<300 {
      var mutation = Mutation(
        number % 2 == 0 ? .upsert : .sync, kind: "k", id: "e\(number % 7)",
        set: ["field\(number % 150)": .int(Int64(number))])
      if number % 2 == 1 { mutation.server = ServerTime(seconds: Int64(number)) }
      events.append(Event(stamp: stamp(UInt64(number + 1)), seq: UInt64(number + 1), mutation: mutation))
    }
    let history = try TestHistory(
      branches: [TestBranch(replica: replicaA)], commits: [TestCommit(branch: 0, events: events)])
    let text = history.records().text()
    #expect(text == ReferenceModel(history).text())
    let records = history.records()
    for number in 0..<7 {
      let entity = try records.required("k", "e\(number)")
      let names = records.fields(of: entity).map { records.name(of: $0) }
      let expected = Set(
        events.filter { $0.mutation.id == "e\(number)" }.flatMap { $0.mutation.set?.keys ?? [] })
      #expect(names == expected.sorted(by: precede))
    }
  }

  @Test("Tables grow: entities, kinds, edges, targets")
  func growth() throws {
    var events: [Event] = []
    for number in 1...3000 {
      var mutation = Mutation(
        .upsert, kind: "kind\(number % 90)", id: "entity number \(number)", set: ["n": .int(Int64(number))])
      if number % 3 == 0 {
        mutation = Mutation(.link, kind: "hub", id: "h\(number % 5)", rel: "spokes", to: "spoke \(number)")
      }
      events.append(Event(stamp: stamp(UInt64(number)), seq: UInt64(number), mutation: mutation))
    }
    let history = try TestHistory(
      branches: [TestBranch(replica: replicaA)], commits: [TestCommit(branch: 0, events: events)])
    let records = history.records()
    #expect(records.text() == ReferenceModel(history).text())
    let hub = try records.required("hub", "h3")
    let targets = records.edges(from: hub).map(\.to)
    #expect(targets == stride(from: 3, through: 3000, by: 15).map { "spoke \($0)" })
    #expect(records.edges(to: "spoke 33").map(\.from) == [hub])
  }

  @Test("Every length of value, in place and in the arena", arguments: [0, 1, 5, 6, 7, 8, 9, 100, 70_000])
  func lengths(count: Int) throws {
    let text = String(repeating: "é", count: count / 2) + String(repeating: "x", count: count % 2)
    let event = Event(
      stamp: stamp(1), seq: 1,
      mutation: Mutation(.upsert, kind: "k", id: "e", set: ["a": .string(text), "b": true]))
    let records = try records([event])
    let entity = try records.required("k", "e")
    let value = try records.requiredValue(entity, "a")
    #expect(value.count == count + 2)
    #expect(records.json(value) == .string(text))
    #expect(try records.requiredValue(entity, "b").isTrue == true)
  }

  @Test("Values keep their bytes; keys and ids are compared unescaped")
  func strangeButStrict() throws {
    let lines = """
      { "stamp" :"\(stamp(1))" , "seq" : 1, "op":"upsert", "kind":"k", "id":"\\u0061b", "set" : { "na\\u006de" : [ 1 , {"a]":"}\\""} ] , "n":1.50 } }
      {"stamp":"\(stamp(2))","seq":2,"op":"upsert","kind":"\\u006b","id":"ab","set":{"other":"\\u0041"}}
      {"commit":1,"events":2}

      """
    let content = try TestHistory.content(Array(lines.utf8))
    var records = Records()
    let branch = records.declareBranch(replica: replicaA)
    records.apply(content, commits: 0..<1, branch: branch, firstLeaf: 0)
    #expect(records.entityCount == 1)
    let entity = try records.required("k", "ab")
    #expect(records.fields(of: entity).map { records.name(of: $0) } == ["n", "name", "other"])
    let text = records.text()
    #expect(text.contains("{\"field\":\"name\",\"value\":[ 1 , {\"a]\":\"}\\\"\"} ],"))
    #expect(text.contains("\"value\":1.50,"))
    #expect(text.contains("\"value\":\"\\u0041\","))
    let name = try records.requiredValue(entity, "name")
    #expect(records.json(name) == [1, ["a]": "}\""]])
  }

  @Test("Who has seen a fork has seen what it shares with its parent, and no more")
  func seenThroughAFork() throws {
    let branches = [
      TestBranch(replica: replicaA), TestBranch(replica: replicaA, parent: (0, 2)),
      TestBranch(replica: replicaB),
    ]
    func upsert(_ number: UInt64, _ replica: ReplicaID) -> Event {
      Event(
        stamp: stamp(number, replica), seq: number,
        mutation: Mutation(.upsert, kind: "k", id: "e", set: ["f": .int(Int64(number))]))
    }
    let seen = Seen([(replicaA, [Seen.Part(end: 4, root: testRoot(1))])])
    let shared = TestCommit(branch: 0, events: [upsert(1, replicaA)])
    let behind = TestCommit(branch: 0, events: [upsert(2, replicaA)])
    let forked = TestCommit(branch: 1, events: [upsert(3, replicaA)])
    let other = TestCommit(branch: 2, events: [upsert(4, replicaB)], seen: seen)
    for (commits, conflicts) in [
      ([shared, other], 0), ([shared, forked, other], 0), ([shared, behind, other], 1),
    ] {
      let history = try TestHistory(branches: branches, commits: commits)
      #expect(history.records().conflicts().count == conflicts)
      #expect(history.records().text() == ReferenceModel(history).text())
    }
  }

  @Test("A branch's parent that becomes known later settles what it settles")
  func lateParent() throws {
    let events = (1...2).map { number in
      Event(
        stamp: stamp(UInt64(number)), seq: UInt64(number),
        mutation: Mutation(.upsert, kind: "k", id: "e", set: ["f": .int(Int64(number))]))
    }
    let first = TestBranch(replica: replicaA)
    let late = TestBranch(replica: replicaA, parent: (0, 2))
    let commits = [TestCommit(branch: 0, events: [events[0]]), TestCommit(branch: 1, events: [events[1]])]
    let history = try TestHistory(branches: [first, late], commits: commits)
    var records = history.records()
    let settled = records.text()
    #expect(records.conflicts().count == 0)
    let branch = BranchIndex(rawValue: 1)
    records.setParent(of: branch, nil)
    #expect(records.conflicts().count == 1)
    records.setParent(of: branch, (BranchIndex(rawValue: 0), 2))
    #expect(records.conflicts().count == 0)
    #expect(records.text() == settled)
  }
}
