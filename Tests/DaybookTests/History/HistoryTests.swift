import Testing

@testable import Daybook

/// What each event changed, of an entity and of what belongs to it.
@Suite struct HistoryTests {
  @Test func everyChangeHasItsBeforeAndAfter() async throws {
    let group = try ReplicaGroup(clocks: [0])
    try await group.write(
      0, by: "ann", Mutation(.upsert, kind: "garden.plant", id: "p", set: ["name": "Rose"], why: "bought"))
    try await group.write(
      0, by: "ben", Mutation(.upsert, kind: "garden.plant", id: "p", set: ["name": "Fern", "height": 3]))
    try await group.write(
      0, by: "ann", Mutation(.link, kind: "garden.plant", id: "p", rel: "neighbours", to: "q"))
    try await group.write(
      0, by: "ann", Mutation(.unlink, kind: "garden.plant", id: "p", rel: "neighbours", to: "q"))
    try await group.write(0, by: "ben", Mutation(.delete, kind: "garden.plant", id: "p"))
    let told = try await group.story("garden.plant", "p")
    #expect(
      told == [
        "ann (bought) p: alive nil → true, name nil → \"Rose\", shows false → true",
        "ben p: alive true → true, height nil → 3, name \"Rose\" → \"Fern\"",
        "ann p: neighbours q nil → true",
        "ann p: neighbours q true → false",
        "ben p: alive true → false, shows true → false",
      ])
    #expect(try await group.story("garden.plant", "nobody").isEmpty)
  }

  /// Names are equal where their bytes are: one letter in two Unicode forms names two fields and two entities.
  @Test func oneLetterInTwoFormsIsTwo() async throws {
    let group = try ReplicaGroup(clocks: [0])
    let forms = ["\u{e9}", "e\u{301}"]
    let start = try #require(
      try await group.write(0, Mutation(.upsert, kind: "other.note", id: "first")).lastStamp)
    for (number, id) in forms.enumerated() {
      let value = JSONValue.int(Int64(number))
      try await group.write(
        0, Mutation(.upsert, kind: "other.note", id: id, set: [forms[0]: value, forms[1]: value]))
    }
    let ledger = group.ledger(0)
    for (number, id) in forms.enumerated() {
      let value = JSONValue.int(Int64(number))
      let steps = try await ledger.history.steps(kind: "other.note", id: id)
      #expect(steps.map { $0.changes.compactMap(\.after) } == [[true, value, value, true]])
      var filter = LogFilter()
      filter.id = id
      var count = 0
      try await ledger.history.log(filter) { _ in
        count += 1
        return true
      }
      #expect(count == 1)
    }
    let made = try await ledger.history.differences(from: .asOf(start.instant), to: .now)
    #expect(made.map(\.id).map { Array($0.utf8) } == forms.reversed().map { Array($0.utf8) })
    let both = try #require(
      try await group.write(
        0, Mutation(.delete, kind: "other.note", id: forms[0]),
        Mutation(.delete, kind: "other.note", id: forms[1])
      ).lastStamp)
    _ = try await ledger.history.undo(both, wholeCommit: true)
    #expect(try await ledger.query(Query("other.note")).rows.count == 3)
  }

  @Test func whatWasReplacedUnseenIsNamed() async throws {
    let group = try ReplicaGroup(clocks: [0, 0])
    func write(_ machine: Int, _ set: JSONObject) async throws -> Stamp {
      let mutation = Mutation(.upsert, kind: "garden.plant", id: "p", set: set)
      return try #require(try await group.write(machine, mutation).lastStamp)
    }
    func changes(_ field: String) async throws -> [Step.Change] {
      try await group.ledger(1).history.steps(kind: "garden.plant", id: "p").compactMap { step in
        step.changes.first { $0.register == .field(field) }
      }
    }
    _ = try await write(0, ["name": "Rose"])
    try await group.exchangeAll()
    let apart = [try await write(0, ["name": "Fern"]), try await write(1, ["name": "Ivy"])]
    try await group.exchangeAll()
    _ = try await write(0, ["name": "Oak"])
    try await group.exchangeAll()
    let names = try await changes("name")
    #expect(names.map(\.unseen) == [nil, nil, apart.min(), nil])
    #expect(names.allSatisfy { $0.outcome == .won && $0.writers.count == 1 })
    #expect(names.last?.after == "Oak")
    // Merged values replace none another.
    _ = (try await write(0, ["tags": ["red"]]), try await write(1, ["tags": ["old"]]))
    try await group.exchangeAll()
    let tags = try await changes("tags")
    #expect(tags.map(\.writers.count) == [1, 2])
    #expect(Set(tags.last?.after?.array?.compactMap(\.string) ?? []) == ["red", "old"])
    #expect(tags.allSatisfy { $0.unseen == nil })
  }

  /// What a clock that runs ahead wrote stands, though others write later.
  @Test func aWriteMayLose() async throws {
    let group = try ReplicaGroup(clocks: [0, 400, 0])
    try await group.write(
      1, by: "ben", Mutation(.upsert, kind: "garden.plant", id: "p", set: ["name": "Ivy"]))
    try await group.pull(0, from: 1)
    // Counts after what it overwrites, though its stamp is before.
    let first = try await group.write(
      0, by: "ann", Mutation(.upsert, kind: "garden.plant", id: "p", set: ["name": "Oak"]))
    try await group.write(
      2, by: "cem", Mutation(.upsert, kind: "garden.plant", id: "p", set: ["name": "Elm"]))
    try await group.exchangeAll()
    let steps = try await group.ledger(0).history.steps(kind: "garden.plant", id: "p")
    let names = steps.compactMap { step in step.changes.first { $0.register == .field("name") } }
    let stamps = steps.map(\.entry.event.stamp)
    #expect(stamps == stamps.sorted())
    let stamp = try #require(first.lastStamp)
    #expect(names.contains { $0.outcome == .lost(to: stamp) && $0.unseen == stamp && $0.after == "Oak" })
    #expect(names.last?.after == "Oak")
  }

  @Test func whoHidesAndWhoBringsBack() async throws {
    let group = try ReplicaGroup(clocks: [0])
    func plant(_ id: String, _ bed: JSONValue) -> Mutation {
      Mutation(.upsert, kind: "garden.plant", id: id, set: ["bed": bed])
    }
    try await group.write(0, by: "ann", plant("p", "x"), plant("q", .null))
    try await group.write(
      0, by: "ann", Mutation(.upsert, kind: "garden.bed", id: "x", set: ["name": "North"]))
    let delete = try await group.write(0, by: "david", Mutation(.delete, kind: "garden.bed", id: "x"))
    try await group.write(0, by: "ann", plant("q", "x"))
    let restore = try await group.write(0, by: "eve", Mutation(.restore, kind: "garden.bed", id: "x"))
    try await group.write(0, by: "ann", plant("q", .null))
    try await group.write(0, by: "ann", Mutation(.delete, kind: "garden.bed", id: "x"))
    let gone = try #require(delete.lastStamp)
    let back = try #require(restore.lastStamp)
    let plantStory = try await group.ledger(0).history.steps(kind: "garden.plant", id: "q")
    let causes = plantStory.flatMap { $0.changes.compactMap(\.cause) }
    #expect(
      causes == [
        Step.Cause(kind: "garden.bed", id: "x", stamp: gone, by: "david", what: .deleted),
        Step.Cause(kind: "garden.bed", id: "x", stamp: back, by: "eve", what: .returned),
      ])
    // The bed's own history has all plants that ever stood in it.
    let told = try await group.story("garden.bed", "x")
    #expect(told.contains("david p: shows true → false since garden.bed x deleted by david"))
    #expect(told.contains("eve p: shows false → true since garden.bed x returned by eve"))
    #expect(told.contains("ann q: alive true → true, bed \"x\" → null"))
    #expect(told.last == "ann p: shows true → false since garden.bed x deleted by ann")
    // And the plant's has nothing of the other.
    #expect(!plantStory.contains { $0.id == "p" || $0.kind == "garden.bed" })
  }

  @Test func aRecreationHidesWhatWas() async throws {
    let group = try ReplicaGroup(clocks: [0])
    try await group.write(
      0, by: "ann", Mutation(.upsert, kind: "garden.plant", id: "p", set: ["name": "Rose", "height": 2]))
    try await group.write(0, by: "ann", Mutation(.delete, kind: "garden.plant", id: "p"))
    try await group.write(
      0, by: "ann", Mutation(.upsert, kind: "garden.plant", id: "p", set: ["name": "Ivy"]))
    try await group.write(0, by: "ann", Mutation(.restore, kind: "garden.plant", id: "p"))
    let told = try await group.story("garden.plant", "p")
    #expect(
      told[2] == "ann p: alive false → true, name \"Rose\" → \"Ivy\", height 2 → nil, shows false → true")
    #expect(told[3].contains("height nil → 2"))
  }

  /// What the journal has and the folder lacks, and what a later machine reads.
  @Test func stepsOfAllMachinesComeInTheOrderOfStamps() async throws {
    let group = try ReplicaGroup(clocks: [0, 0, 0])
    for round in 0..<6 {
      for machine in 0..<3 {
        let kind = round % 2 == 0 ? "garden.plant" : "garden.bed"
        try await group.write(
          machine, Mutation(.upsert, kind: kind, id: "\(round)", set: ["name": .string("\(machine)")]))
      }
    }
    try await group.exchangeAll()
    for machine in 0..<3 {
      var stamps: [Stamp] = []
      var last: [String: JSONValue] = [:]
      try await group.ledger(machine).history.steps { step in
        stamps.append(step.entry.event.stamp)
        for change in step.changes where change.register == .field("name") {
          #expect(change.before == last[step.id])
          last[step.id] = change.after
        }
        return true
      }
      #expect(stamps.count == group.written.count + 3)
      #expect(stamps == stamps.sorted())
      var kinds: Set<String> = []
      try await group.ledger(machine).history.steps(kinds: ["garden.bed"]) { step in
        kinds.insert(step.kind)
        return kinds.count < 2
      }
      #expect(kinds == ["garden.bed"])
    }
  }
}

extension ReplicaGroup {
  /// A line for each step, without stamps.
  func story(_ kind: String, _ id: String, on machine: Int = 0) async throws -> [String] {
    try await ledger(machine).history.steps(kind: kind, id: id).map { step in
      let mutation = step.entry.event.mutation
      let who = [mutation.by, mutation.why.map { "(\($0))" }, step.id].compactMap { $0 }
      return who.joined(separator: " ") + ": " + step.changes.map(\.line).joined(separator: ", ")
    }
  }
}

extension Step.Change {
  fileprivate var line: String {
    let name =
      switch register {
      case .field(let name): name
      case .relation(let rel, let to): "\(rel) \(to)"
      case .alive: "alive"
      case .present: "present"
      case .visibility: "shows"
      }
    let cause = cause.map { " since \($0.kind) \($0.id) \($0.what.rawValue) by \($0.by ?? "nobody")" } ?? ""
    return "\(name) \(before?.description ?? "nil") → \(after?.description ?? "nil")\(cause)"
  }
}
