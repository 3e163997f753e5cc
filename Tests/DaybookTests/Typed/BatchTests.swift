import Daybook
import Testing

/// A model of an app: no value that other tasks may use.
private final class Shopping {
  var titles = ["Soup", "Stew"]
  var written = 0
}

@MainActor private final class Screen {
  var title = "Bread"
  let ledger: Ledger

  init(_ ledger: Ledger) { self.ledger = ledger }

  func save() async throws {
    try await ledger.commit(by: "ann") { try $0.upsert(Dish(id: "bread") { $0.title = self.title }) }
    title = ""
  }
}

/// Batches that are made outside of a commit, and closures that use what only the caller may use.
@Suite struct BatchTests {
  @Test func aBatchIsBuiltOutsideAndCommitted() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let other = try Ledger.inMemory(systems: [.kitchen])
    var batch = Batch()
    for title in ["Soup", "Stew"] { try batch.upsert(Dish(id: Ref(title)) { $0.title = title }) }
    let receipt = try await ledger.commit(batch, by: "ann", why: "the week", key: "week 1")
    #expect(Set(receipt.events.map(\.mutation.by)) == ["ann"])
    #expect(Set(receipt.events.map(\.mutation.why)) == ["the week"])
    #expect(try await ledger.get(Ref<Dish>("Soup"))?.title == "Soup")
    #expect(try await ledger.commit(batch, by: "ann", why: "the week", key: "week 1").isRepeat)
    #expect(try await ledger.commit(Batch()).commit == nil)
    let stamp = try #require(try await ledger.get(Ref<Dish>("Soup"))?.readStamp)
    try await ledger.commit { $0.update(Ref<Dish>("Soup")) { $0.servings = 9 } }
    let error = await #expect(throws: LedgerError.self) { try await ledger.commit(batch, expect: stamp) }
    #expect(error?.code == .moved)
    try await other.commit(batch)
    #expect(try await other.count(Dish.self) == 2)
  }

  @Test func theBodyOfACommitUsesWhatIsTheCallersOwn() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let shopping = Shopping()
    try await ledger.commit { batch in
      for title in shopping.titles {
        try batch.upsert(Dish { $0.title = title })
        shopping.written += 1
      }
    }
    #expect(shopping.written == 2)
    #expect(try await ledger.count(Dish.self) == 2)
    let screen = await Screen(ledger)
    try await screen.save()
    #expect(try await ledger.get(Ref<Dish>("bread"))?.title == "Bread")
    #expect(await screen.title.isEmpty)
  }

  @Test func theBodyOfAWriteTakesAlongWhatItUses() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let shopping = Shopping()
    let written = try await ledger.write { tx in
      for title in shopping.titles {
        try tx.upsert(Dish { $0.title = title })
        shopping.written += 1
      }
      return shopping.written
    }.value
    #expect(written == 2)
    let more = Shopping()
    let receipt = try await ledger.write(key: "more") { tx in
      for title in more.titles { try tx.upsert(Dish { $0.title = title + " again" }) }
    }
    #expect(receipt.eventCount == 2)
    #expect(try await ledger.count(Dish.self) == 4)
  }
}
