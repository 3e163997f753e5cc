import DaybookLog
import DaybookRecords
import DaybookTestSupport
import Testing

@testable import Daybook
@testable import DaybookView

/// What a ledger keeps beside its records follows them, whoever wrote and whatever was refused.
@Suite struct FollowingTests {
  @Test(.seeded) func aLedgerInUseSaysWhatOneReadAnewSays() async throws {
    var house = RandomHouse(seed: TestSeed.current &+ 6)
    var (refused, count) = (0, 0)
    for _ in 0..<4 {
      let store = MemoryFileStore()
      let descriptor = LedgerDescriptor(
        ledger: "0193e7a0-0000-7000-8000-000000000001", createdAt: Instant(milliseconds: 0))
      try store.replaceFile(LedgerLayout.descriptor, with: descriptor.bytes)
      var ledgers: [Ledger] = []
      for _ in 0..<2 {
        ledgers.append(try Ledger.open(store, path: "memory:", [.house], .inMemory(), .seeded()))
      }
      for _ in 0..<40 {
        count += 1
        let ledger = ledgers[Int.random(in: 0..<2, using: &house.random)]
        if Int.random(in: 0..<8, using: &house.random) == 0 { try await ledger.refresh() }
        let mutations = house.mutations(count: 1...4)
        do { try await ledger.append(mutations) } catch is LedgerError { refused += 1 }
        if Int.random(in: 0..<3, using: &house.random) > 0 { try await ledger.compareWithFresh() }
      }
    }
    #expect(refused > 0 && refused < count, "both happen: \(refused)")
  }
}

extension Ledger {
  /// Against the same files read anew, through a view, an index and tables made afresh.
  fileprivate func compareWithFresh() throws {
    var fresh = try LedgerState.read(folder, descriptor)
    var reader = session
    try reader?.attach(to: &fresh, now: options.now(), folder, descriptor)
    // What another ledger wrote since is in the files only.
    guard fresh.records.eventCount == loaded.records.eventCount else { return }
    fresh.holders.schemas = schemas
    loaded.holders.schemas = schemas
    let freshView = View(registry: schemas)
    for kind in ["house.member", "house.household"] where loaded.records.kind(kind) != nil {
      var query = Query(kind)
      query.includesDeleted = true
      let (rows, expected) = (
        try view.fetch(query, in: loaded.records).rows, try freshView.fetch(query, in: fresh.records).rows
      )
      #expect(rows == expected)
    }
    let schema = try #require(schemas["house.member"])
    var index = UniqueIndex()
    for email in ["a@x.example", "b@x.example", "c@x.example", "nobody"] {
      let (held, expected) = (
        loaded.entity("house.member", key: email), fresh.entity("house.member", key: email)
      )
      #expect(held == expected)
      guard session != nil else { continue }
      let holders = index.holders(of: [email], in: ["email"], of: schema, besides: nil, fresh.records)
      let known = session?.planner.holders(of: [email], in: ["email"], of: schema, loaded.records) ?? []
      #expect(known == holders)
    }
  }
}

extension MutationPlanner {
  fileprivate mutating func holders(
    of value: [String], in fields: [String], of schema: KindSchema, _ records: borrowing Records
  ) -> [String] { uniques.holders(of: value, in: fields, of: schema, besides: nil, records) }
}
