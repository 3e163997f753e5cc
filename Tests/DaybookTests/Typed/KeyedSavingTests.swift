import Daybook
import DaybookTestSupport
import Testing

/// A natural key gives a new struct its id.
@Suite struct KeyedSavingTests {
  @Test func twoMachinesMakeOneEntity() async throws {
    var ids: Set<String> = []
    for name in ["red", " Red "] {
      let ledger = try Ledger.inMemory(systems: [.kitchen])
      let tag = DishTag { $0.name = name }
      try await ledger.commit { try $0.upsert(tag) }
      ids.insert(tag.id.rawValue)
      #expect(try await ledger.get(tag.id)?.name == "red")
    }
    #expect(ids.count == 1)
  }

  @Test func aNewStructUpdatesWhoeverHoldsItsKey() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let held = DishTag(id: "mine") { ($0.name, $0.color) = ("red", "f00") }
    let soup = Dish { $0.title = "Soup" }
    try await ledger.commit { batch in
      try batch.upsert(held)
      try batch.upsert(soup)
    }
    // What it has at its default it says nothing of; and its id leads to the holder, in this commit and later.
    let met = DishTag { $0.name = "Red" }
    let stew = Dish { $0.tags = [met.id] }
    try await ledger.commit { batch in
      try batch.link(soup, \.tags, to: met)
      try batch.upsert(met)
      try batch.upsert(stew)
    }
    #expect(try await ledger.fetch(DishTag.self).map(\.color) == ["f00"])
    #expect(try await ledger.get(met.id)?.id == held.id)
    #expect(try await ledger.get(soup.id)?.tags == [held.id])
    #expect(try await ledger.get(stew.id)?.tags == [held.id])
    try await ledger.commit { $0.update(met) { $0.color = "e00" } }
    #expect(try await ledger.get(held.id)?.color == "e00")
  }

  @Test func aKeyThatIsSetLaterCountsToo() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    var tag = DishTag()
    tag.name = "red"
    let receipt = try await ledger.commit { [tag] in try $0.upsert(tag) }
    #expect(receipt.events.first?.mutation.id == DishTag { $0.name = "RED" }.id.rawValue)
    tag.color = "f00"
    try await ledger.commit { [tag] in try $0.upsert(tag) }
    #expect(try await ledger.fetch(DishTag.self).map(\.color) == ["f00"])
  }

  @Test func anIdThatWasGivenStays() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let id = Ref<DishTag>()
    let tag = DishTag(id: id) { $0.name = "red" }
    try await ledger.commit { try $0.upsert(tag) }
    #expect(tag.id == id)
    #expect(try await ledger.get(id)?.name == "red")
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.commit { try $0.upsert(DishTag(id: "other") { $0.name = "red" }) }
    }
    #expect(error?.code == .refused)
  }
}
