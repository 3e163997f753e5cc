import Daybook
import DaybookTestSupport
import Foundation
import Testing

// Values that were not read from this ledger as it is are written whole.

extension SavingTests {
  @Test func aValueMadeWithTheIdOfAReadOneIsNew() async throws {
    let (red, blue) = (DishTag { $0.name = "red" }, DishTag { $0.name = "blue" })
    let soup = Dish { ($0.title, $0.servings, $0.tags) = ("Soup", 8, [red.id]) }
    let ledger = try await kitchen(soup)
    try await ledger.commit { batch in
      try batch.upsert(red)
      try batch.upsert(blue)
    }
    let read = try #require(try await ledger.get(soup.id))
    let fresh = Dish(id: read.id) { ($0.title, $0.tags) = ("Stew", [blue.id]) }
    #expect(fresh.id == read.id && fresh.readStamp == nil && read.readStamp != nil)
    let receipt = try await ledger.commit { try $0.upsert(fresh) }
    #expect(!receipt.events.contains { $0.mutation.op == .unlink })
    var now = try #require(try await ledger.get(soup.id))
    #expect(now.title == "Stew" && now.servings == 4 && Set(now.tags) == [red.id, blue.id])
    // The same with an id that was never read.
    try await ledger.commit { try $0.upsert(Dish(id: Ref(soup.id.rawValue)) { $0.title = "Roast" }) }
    now = try #require(try await ledger.get(soup.id))
    #expect(now.title == "Roast" && now.words == ["Roast"] && Set(now.tags) == [red.id, blue.id])
  }

  @Test func whatIsDecodedFromElsewhereIsNew() async throws {
    let soup = Dish { $0.title = "Soup" }
    let ledger = try await kitchen(soup)
    let read = try #require(try await ledger.get(soup.id))
    let bytes = try JSONEncoder().encode(read)
    #expect(!String(decoding: bytes, as: UTF8.self).contains(try #require(read.readStamp).description))
    let decoded = try JSONDecoder().decode(Dish.self, from: bytes)
    #expect(decoded.id == read.id && decoded.readStamp == nil)
    try await ledger.commit { $0.update(soup) { $0.title = "Stew" } }
    // The value that was read changed nothing; the decoded one is written whole.
    #expect(try await ledger.commit { try $0.upsert(read) }.events.isEmpty)
    try await ledger.commit { try $0.upsert(decoded) }
    #expect(try await ledger.get(soup.id)?.title == "Soup")
  }

  @Test func aValueOfAnotherLedgerOrOfThePastIsWrittenWhole() async throws {
    var options = LedgerOptions.prompt
    let clock = TestClock(1_000_000)
    options.now = { clock.now }
    let tag = DishTag { $0.name = "red" }
    let soup = Dish { ($0.title, $0.tags) = ("Soup", [tag.id]) }
    let here = try Ledger.inMemory(systems: [.kitchen], options: options)
    let there = try Ledger.inMemory(systems: [.kitchen])
    try await here.commit { batch in
      try batch.upsert(tag)
      try batch.upsert(soup)
    }
    clock.advance(60_000)
    try await here.commit { $0.update(soup) { $0.title = "Stew" } }
    let past = try #require(try await here.get(soup.id, at: .asOf(Instant(milliseconds: 1_030_000))))
    try await here.commit { try $0.upsert(past) }
    #expect(try await here.get(soup.id)?.title == "Soup")
    // What is computed there is no edit here.
    let (dishes, tags) = (try await here.fetch(Dish.self), try await here.fetch(DishTag.self))
    #expect(dishes.map(\.tagCount) == [1] && tags.map(\.dishes) == [[soup.id]])
    try await there.commit { batch in
      for tag in tags { try batch.upsert(tag) }
      for dish in dishes { try batch.upsert(dish) }
    }
    let copied = try #require(try await there.get(soup.id))
    #expect(copied.title == "Soup" && copied.tags == [tag.id])
  }
}
