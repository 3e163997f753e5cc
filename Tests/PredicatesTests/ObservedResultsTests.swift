import Daybook
import DaybookPredicates
import DaybookTestSupport
import Foundation
import Observation
import Testing

/// Results that a view observes, without a view.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ObservedResultsTests {
  /// Waits until a condition on what is observed holds.
  private func until(_ condition: @MainActor () -> Bool) async {
    while true {
      let (changes, change) = AsyncStream.makeStream(of: Void.self)
      let holds = withObservationTracking {
        condition()
      } onChange: {
        change.yield()
      }
      if holds { return }
      // The change is about to be made: what follows runs behind it, on the main actor.
      for await _ in changes { break }
    }
  }

  private func add(_ titles: String..., to ledger: Ledger) async throws {
    try await ledger.commit { batch in
      for (index, title) in titles.enumerated() {
        try batch.upsert(Meeting(id: Ref(title)) { ($0.title, $0.number) = (title, index) })
      }
    }
  }

  @Test func resultsFollowTheLedger() async throws {
    let ledger = try Ledger.inMemory(systems: [.book])
    try await add("Plan", "Budget", to: ledger)
    let meetings = ledger.observe(Meeting.self, sortedBy: [SortDescriptor(\.title)])
    #expect(meetings.results.isEmpty && !meetings.isLoaded)
    await until { meetings.isLoaded }
    #expect(meetings.results.map(\.title) == ["Budget", "Plan"] && meetings.error == nil)
    try await add("Café", to: ledger)
    await until { meetings.results.count == 3 }
    #expect(meetings.results.map(\.title) == ["Budget", "Café", "Plan"])
    try await ledger.commit { $0.delete(Ref<Meeting>("Plan")) }
    await until { meetings.results.count == 2 }
    #expect(meetings.results.map(\.title) == ["Budget", "Café"])
  }

  @Test func aPredicateAndALimitBoundThem() async throws {
    let ledger = try Ledger.inMemory(systems: [.book])
    let guests = ledger.observe(
      Meeting.self, where: #Predicate { $0.host?.name == "Ann" }, sortedBy: [SortDescriptor(\.title)],
      limit: 1)
    await until { guests.isLoaded }
    #expect(guests.results.isEmpty)
    try await ledger.commit { batch in
      try batch.upsert(Guest(id: "ann") { $0.name = "Bo" })
      for title in ["b", "a"] {
        try batch.upsert(Meeting(id: Ref(title)) { ($0.title, $0.host) = (title, "ann") })
      }
    }
    // A change of another kind decides.
    try await ledger.commit { $0.update(Ref<Guest>("ann")) { $0.name = "Ann" } }
    await until { !guests.results.isEmpty }
    #expect(guests.results.map(\.title) == ["a"])
  }

  @Test func whatCannotBeAskedIsTheError() async throws {
    let ledger = try Ledger.inMemory(systems: [.book])
    let wrong = ledger.observe(Meeting.self, where: #Predicate { $0.shout == "X" })
    await until { wrong.isLoaded }
    #expect((wrong.error as? LedgerError)?.code == .usage && wrong.results.isEmpty)
  }

  @Test func itEndsWithTheObject() async throws {
    let ledger = try Ledger.inMemory(systems: [.book])
    weak var released: ObservedResults<Meeting>?
    do {
      let meetings = ledger.observe(Meeting.self)
      released = meetings
      await until { meetings.isLoaded }
      meetings.stop()
      try await add("Plan", to: ledger)
      #expect(meetings.results.isEmpty)
    }
    while released != nil { await Task.yield() }
  }
}
