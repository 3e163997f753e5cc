import Daybook
import DaybookTestSupport
import Foundation
import Testing

/// Edits of what a struct shows but does not store: written or refused, never dropped.
@Suite struct EdgeEditTests {
  @Test func anInverseIsEditedFromItsOwnSide() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let (soup, stew) = (Dish { $0.title = "Soup" }, Dish { $0.title = "Stew" })
    let sunday = Menu { $0.dishes = [soup.id] }
    let tag = DishTag { ($0.name, $0.dishes) = ("red", [soup.id, stew.id]) }
    // Before what they lead to is made, or behind it.
    try await ledger.commit { batch in
      try batch.upsert(sunday)
      try batch.upsert(soup)
      try batch.upsert(stew)
      try batch.upsert(tag)
    }
    #expect(try await ledger.get(soup.id)?.menu == sunday.id)
    #expect(try await ledger.get(soup.id)?.words == ["Soup"])
    #expect(try await ledger.get(stew.id)?.tags == [tag.id])
    var read = try #require(try await ledger.get(sunday.id))
    try await ledger.commit { $0.update(stew) { $0.menu = sunday.id } }
    read.dishes = []
    try await ledger.commit { [read] in try $0.upsert(read) }
    // What another added meanwhile stays.
    #expect(try await ledger.get(sunday.id)?.dishes == [stew.id])
    try await ledger.commit { $0.update(tag) { $0.dishes.removeAll { $0 == stew.id } } }
    #expect(try await ledger.get(stew.id)?.tags == [])
    #expect(try await ledger.get(soup.id)?.tags == [tag.id])
  }

  @Test func aComputedFieldCannotBeWritten() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let soup = Dish { $0.title = "Soup" }
    try await ledger.commit { try $0.upsert(soup) }
    var read = try #require(try await ledger.get(soup.id))
    read.tagCount = 7
    let wrong: [@Sendable (inout Batch) throws -> Void] = [
      { [read] in try $0.upsert(read) }, { $0.update(soup) { $0.tagCount = 7 } },
      { try $0.upsert(Dish { $0.tagCount = 7 }) }, { try $0.set(soup, \.tagCount, to: 7) },
    ]
    for write in wrong {
      let error = await #expect(throws: LedgerError.self) { try await ledger.commit(write) }
      #expect(error?.what == "kitchen.dish.tagCount is computed and cannot be written")
    }
  }

  @Test func linkingFromWhatIsNotThereIsRefused() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let (soup, stew, tag) = (Dish { $0.title = "Soup" }, Dish(id: "gone"), DishTag { $0.name = "red" })
    try await ledger.commit { batch in
      try batch.upsert(stew)
      try batch.upsert(tag)
    }
    try await ledger.commit { $0.delete(stew) }
    let wrong: [@Sendable (inout Batch) throws -> Void] = [
      { try $0.upsert(Menu { $0.dishes = [soup.id] }) }, { try $0.link(soup, \.tags, to: tag) },
      { try $0.link(stew, \.tags, to: tag) },
      { try $0.link(tag, \.dishes, to: soup) }, { try $0.unlink(soup, \.tags, from: tag) },
      { try $0.set(soup, \.title, to: "x") }, { $0.update(soup) { $0.title = "x" } },
    ]
    for write in wrong {
      let error = await #expect(throws: LedgerError.self) { try await ledger.commit(write) }
      #expect(error?.code == .notFound, "\(error?.what ?? "")")
    }
    #expect(try await ledger.get(kind: Dish.kind, id: soup.id.rawValue) == nil)
    // Made in the same commit, before or after; and the target may be unknown yet.
    try await ledger.commit { batch in
      try batch.link(soup, \.tags, to: tag)
      try batch.upsert(soup)
      try batch.link(soup.id, \.tags, to: Ref("elsewhere"))
    }
    #expect(try await ledger.get(soup.id)?.tags.first == tag.id)
  }

  @Test func aTimeThatCannotBeStoredIsRefused() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    for seconds in [1e12, -1e12, .infinity, .nan] {
      let soup = Dish { $0.servedAt = Date(timeIntervalSince1970: seconds) }
      let error = await #expect(throws: LedgerError.self) { try await ledger.commit { try $0.upsert(soup) } }
      #expect(error?.what == "kitchen.dish.servedAt must be a time in the years 0 to 9999")
    }
    let soup = Dish { $0.servedAt = .distantPast }
    let stew = Dish { $0.servedAt = .distantFuture }
    try await ledger.commit { batch in
      try batch.upsert(soup)
      try batch.upsert(stew)
    }
    #expect(try await ledger.get(soup.id)?.servedAt == .distantPast)
    #expect(try await ledger.get(stew.id)?.servedAt == .distantFuture)
  }

  @Test(arguments: [
    (1.2346, "1970-01-01T00:00:01.235Z"), (-1.2346, "1969-12-31T23:59:58.765Z"),
    (253_402_300_799.9993, "9999-12-31T23:59:59.999Z"),
  ])
  func aTimeIsRoundedToTheNearestMillisecond(seconds: Double, stored: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let soup = Dish { $0.servedAt = Date(timeIntervalSince1970: seconds) }
    let receipt = try await ledger.commit { try $0.upsert(soup) }
    #expect(receipt.events.first?.mutation.set?["servedAt"] == .string(stored))
    #expect(try await ledger.commit { try $0.upsert(soup) }.events.isEmpty)
    let late = Dish { $0.servedAt = Date(timeIntervalSince1970: 253_402_300_799.9996) }
    let error = await #expect(throws: LedgerError.self) { try await ledger.commit { try $0.upsert(late) } }
    #expect(error?.what == "kitchen.dish.servedAt must be a time in the years 0 to 9999")
  }
}
