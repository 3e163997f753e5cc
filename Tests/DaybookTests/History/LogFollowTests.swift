import Testing

@testable import Daybook

/// Which events the log lists, and what comes after them.
@Suite struct LogFollowTests {
  private func group() async throws -> ReplicaGroup {
    let group = try ReplicaGroup(clocks: [0, 1])
    try await group.write(
      0, by: "ann", Mutation(.upsert, kind: "garden.plant", id: "p", set: ["name": "Rose"], why: "Café visit")
    )
    try await group.write(
      0, by: "ben", Mutation(.upsert, kind: "garden.bed", id: "x", set: ["name": "North"]))
    try await group.write(0, by: "ann", Mutation(.upsert, kind: "garden.shed", id: "s", why: "visit"))
    return group
  }

  private func ids(_ ledger: Ledger, _ change: (inout LogFilter) -> Void) async throws -> [String] {
    var filter = LogFilter()
    change(&filter)
    var ids: [String] = []
    try await ledger.history.log(filter) { entry in
      ids.append(entry.event.mutation.id)
      return true
    }
    return ids
  }

  @Test func everyFilterPicksItsOwn() async throws {
    let group = try await group()
    let ledger = group.ledger(0)
    #expect(try await ids(ledger) { $0.kinds = ["garden.plant", "garden.shed"] } == ["p", "s"])
    #expect(try await ids(ledger) { ($0.kind, $0.kinds) = ("garden.bed", ["garden.plant"]) } == [])
    #expect(try await ids(ledger) { $0.kind = "garden.bed" } == ["x"])
    #expect(try await ids(ledger) { $0.why = "VISIT" } == ["p", "s"])
    #expect(try await ids(ledger) { $0.why = "cafe" } == ["p"])
    #expect(try await ids(ledger) { ($0.by, $0.op) = ("ben", .upsert) } == ["x"])
    #expect(try await ids(ledger) { ($0.kinds, $0.limit) = (["garden.plant", "garden.shed"], 1) } == ["s"])
    let stamps = group.written.keys.sorted()
    #expect(
      try await ids(ledger) { ($0.since, $0.until) = (stamps[1].instant, stamps[1].instant) } == ["x"])
    #expect(try await ids(ledger) { $0.text = "North" } == ["x"])
    #expect(try await ids(ledger) { $0.replica = ReplicaID(rawValue: 1) } == [])
  }

  /// What is there once, and what comes once, though the files had it already when it was asked for.
  @Test(.timeLimit(.minutes(10))) func whatIsThereAndThenWhatComes() async throws {
    let group = try await group()
    let ledger = group.ledger(0)
    try await group.pull(1, from: 0)
    let early = try await group.write(1, Mutation(.upsert, kind: "garden.plant", id: "early"))
    try await group.pull(0, from: 1)
    var there: [Stamp] = []
    let coming = try await ledger.history.logAndFollow { there.append($0.event.stamp) }
    let earliest = try #require(early.lastStamp)
    #expect(there == there.sorted() && there.contains(earliest))
    #expect(Set(there).count == there.count && Set(there).isSuperset(of: group.written.keys))
    let own = try await group.write(0, Mutation(.upsert, kind: "garden.plant", id: "own"))
    let other = try await group.write(1, Mutation(.upsert, kind: "garden.plant", id: "other"))
    try await group.pull(0, from: 1)
    var iterator = coming.makeAsyncIterator()
    #expect(try await iterator.next()?.event.stamp == own.lastStamp)
    #expect(try await iterator.next()?.event.stamp == other.lastStamp)
    // Filtered alike.
    var filter = LogFilter()
    filter.kinds = ["garden.bed"]
    let beds = try await ledger.history.logAndFollow(filter) {
      #expect($0.event.mutation.kind == "garden.bed")
    }
    try await group.write(0, Mutation(.upsert, kind: "garden.plant", id: "not"))
    try await group.write(0, Mutation(.upsert, kind: "garden.bed", id: "y", set: ["code": 1]))
    var bed = beds.makeAsyncIterator()
    #expect(try await bed.next()?.event.mutation.id == "y")
  }
}
