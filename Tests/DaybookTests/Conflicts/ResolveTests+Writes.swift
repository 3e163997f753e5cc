import DaybookTestSupport
import Testing

@testable import Daybook

// Writes and undos that leave no conflict, whatever the clocks say.

extension ResolveTests {
  /// Also without a conflict: the writer of the new name has seen the old one.
  @Test func aWriteNeverLosesToAFormerNameFromAClockAhead() async throws {
    let group = try group()
    try await group.write(0, upsert("tool", "t", ["title": "Saw"]))
    try await group.exchangeAll()
    try await group.write(1, upsert("tool", "t", ["name": "Axe"]))
    #expect(try await value(group.ledger(1), "tool", "t", "name") == "Axe")
  }

  /// An undo wins on every machine too.
  @Test func anUndoWinsOverAClockYearsAhead() async throws {
    let group = try ReplicaGroup(clocks: [7300, 0, -7300])
    try await group.write(
      1, upsert("plant", "a", ["name": "Rose", "label": "one", "tags": ["red"]]),
      upsert("tool", "t", ["title": "Saw"]))
    try await group.exchangeAll()
    let ahead = try await group.write(
      0, upsert("plant", "a", ["name": "Fern", "label": .null, "tags": ["tall"], "bed": "x"]),
      Mutation(.link, kind: "garden.plant", id: "a", rel: "neighbours", to: "b"),
      upsert("tool", "t", ["title": "Axe"]))
    try await group.exchangeAll()
    let stamp = try #require(ahead.lastStamp)
    let undo = try await group.ledger(2).history.undo(stamp, wholeCommit: true)
    #expect(undo.left.isEmpty)
    try await group.exchangeAll()
    for index in 0..<3 {
      let row = try await group.ledger(index).get(kind: "garden.plant", id: "a")
      #expect(row?["name"] == "Rose" && row?["label"] == "one" && row?["bed"] == .null)
      #expect(row?["tags"] == ["red"] && row?["neighbours"] == [])
      #expect(try await value(group.ledger(index), "tool", "t", "name") == "Saw")
      #expect(try await group.conflicts(index).isEmpty)
    }
    // And again, by the machine in the middle.
    let deleted = try #require(try await group.write(0, delete("plant", "a")).lastStamp)
    try await group.exchangeAll()
    try await group.ledger(1).history.undo(deleted)
    try await group.exchangeAll()
    for index in 0..<3 { #expect(try await isThere(group.ledger(index), "plant", "a")) }
  }

  /// What a policy has merged is written only where it differs from that, and an undo takes its part away.
  @Test func mergedFieldsAreReadBeforeTheyAreWritten() async throws {
    let group = try group()
    try await group.write(0, upsert("plant", "a", ["tags": ["red"]]))
    let late = try await group.write(1, upsert("plant", "a", ["tags": ["tall"]]))
    try await group.exchangeAll()
    #expect(try await value(group.ledger(0), "plant", "a", "tags") == ["tall", "red"])
    var plant = try #require(try await group.ledger(0).get(Ref<Plant>("a")))
    let same = plant
    #expect(try await group.ledger(0).commit { try $0.upsert(same) }.commit == nil)
    plant.name = "Rose"
    let named = plant
    let receipt = try await group.ledger(0).commit { try $0.upsert(named) }
    #expect(receipt.events.map(\.mutation.set) == [["name": "Rose"]])
    try await group.ledger(0).history.undo(try #require(late.lastStamp))
    try await group.exchangeAll()
    for index in [0, 1] { #expect(try await value(group.ledger(index), "plant", "a", "tags") == ["red"]) }
  }
}
