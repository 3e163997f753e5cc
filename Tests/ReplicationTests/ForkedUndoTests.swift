import DaybookTestSupport
import Testing

@testable import Daybook
@testable import DaybookModel

/// Two histories of one replica number their commits alike.
@Suite struct ForkedUndoTests {
  @Test func theLastChangeIsThatOfOneHistory() async throws {
    let world = FarAheadWorld()
    var desk = world.mallory
    func note(_ id: String) -> (inout Event) -> Void {
      { event in
        event.mutation = Mutation(.upsert, kind: "test.thing", id: id, set: ["n": 1])
        event.mutation.by = "ann"
      }
    }
    try desk.write(changing: note("both"))
    var laptop = desk
    try laptop.write(changing: note("laptop"))
    desk.time += 1 << 24
    try desk.write(changing: note("desk"))
    try world.store.putOpen(laptop, 0..<laptop.commits.count)
    try world.store.putOpen(desk, 0..<desk.commits.count, random: 2)
    _ = try await world.ledger.refresh()
    #expect(try await world.ledger.audit.verify().findings.contains { $0.kind == .fork })
    let change = try #require(try await world.ledger.history.lastChange(by: "ann"))
    #expect(change.entries.map(\.event.mutation.id) == ["desk"] && change.isWholeCommit)
    try await world.ledger.history.undo(change.entries.map(\.event.stamp), wholeCommits: true)
    #expect(try await world.value("desk", "n") == nil)
    #expect(try await world.value("laptop", "n") == 1)
  }
}
