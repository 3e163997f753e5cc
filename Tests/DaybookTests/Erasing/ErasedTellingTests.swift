import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

/// What history, blame and differences tell of what was erased: by whom, when and why.
@Suite struct ErasedTellingTests {
  private let place: RepairTests.Place

  init() throws { place = try RepairTests.Place() }

  private func erase(_ ledger: Ledger, _ fields: String..., by author: String) async throws -> String {
    var request = ErasureRequest(kind: "house.member", id: "ann")
    request.fields = fields
    return try #require(
      try await ledger.erasures.erase(request, by: author, why: "\(author)'s wish").erasures.first)
  }

  private func name(_ difference: Difference?) -> Difference.Change? {
    difference?.changes.first { $0.register == .field("name") }
  }

  @Test func historyAndBlameNameWhoErased() async throws {
    let ledger = try await place.family()
    let withdrawn = try await erase(ledger, by: "mia")
    try await ledger.erasures.withdraw(withdrawn)
    let mail = try await erase(ledger, "email", by: "david")
    _ = try await erase(ledger, "name", by: "cleo")
    let steps = try await ledger.history.steps(kind: "house.member", id: "ann").filter { !$0.erased.isEmpty }
    #expect(steps.count == 2)
    for step in steps {
      let erasers = Dictionary(uniqueKeysWithValues: step.erasers.map { ($0.field, $0.events) })
      #expect(erasers["name"]?.map(\.event.mutation.by) == ["cleo"])
      guard step.erased.contains("email") else { continue }
      let event = try #require(erasers["email"]?.first?.event)
      #expect(event.mutation.by == "david" && event.mutation.why == "david's wish" && event.erasure == mail)
    }
    let blame = try #require(try await ledger.history.blame(kind: "house.member", id: "ann"))
    let line = try #require(blame.lines.first { $0.register == .field("name") })
    #expect(line.isErased && line.erasers.map(\.event.mutation.by) == ["cleo"], "\(line)")
  }

  @Test func anErasureBetweenTwoPointsIsADifference() async throws {
    let ledger = try await place.family()
    let before = try #require(try await ledger.replicas.status().replicas.first?.lastStamp)
    _ = try await erase(ledger, "name", by: "cleo")
    let after = try #require(try await ledger.replicas.status().replicas.first?.lastStamp)
    let found = try await ledger.history.differences(from: .until(before), kind: "house.member")
    #expect(found.map(\.id) == ["ann"] && found.map(\.what) == [.changed])
    let change = try #require(name(found.first))
    #expect(change.wasErased && change.isErased && change.before == nil && change.after == nil)
    #expect(change.erasers.map(\.event.mutation.by) == ["cleo"], "\(change)")
    #expect(found[0].changes.map(\.register) == [.field("name")])
    #expect(try await ledger.history.differences(from: .until(after)).isEmpty)
  }

  @Test func whatIsErasedIsNoneOfTheValues() async throws {
    let ledger = try await place.family()
    let first = try #require(try await ledger.replicas.status().replicas.first?.lastStamp)
    try await ledger.commit { try $0.upsert(Member(id: "cleo") { $0.name = "Cleo" }) }
    _ = try await erase(ledger, "name", by: "cleo")
    var request = ErasureRequest(kind: "house.member", id: "cleo")
    request.fields = ["name"]
    try await ledger.erasures.erase(request, by: "ben")
    let erased = try #require(try await ledger.replicas.status().replicas.first?.lastStamp)
    try await ledger.commit { try $0.upsert(Member(id: "ann") { $0.name = "Anna" }) }

    // Created, and erased since.
    let made = try await ledger.history.differences(from: .until(first), kind: "house.member", id: "cleo")
    let created = try #require(name(made.first))
    #expect(made[0].what == .created && created.isErased && !created.wasErased && created.after == nil)
    #expect(created.erasers.map(\.event.mutation.by) == ["ben"])
    // Erased, and written anew.
    let anew = try #require(name(try await ledger.history.differences(from: .until(erased)).first))
    #expect(anew.wasErased && !anew.isErased && anew.after == "Anna" && anew.erasers.isEmpty)
    // The other way around.
    let back = try #require(name(try await ledger.history.differences(from: .now, to: .until(erased)).first))
    #expect(!back.wasErased && back.isErased && back.before == "Anna" && back.after == nil)
  }
}
