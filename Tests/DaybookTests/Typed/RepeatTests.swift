import Daybook
import DaybookTestSupport
import Testing

/// A typed commit that is repeated under its idempotency key.
@Suite struct RepeatTests {
  @Test func aRetryIsARepeat() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let tag = DishTag { $0.name = "red" }
    let soup = Dish { ($0.title, $0.tags) = ("Soup", [tag.id]) }
    let write = { @Sendable in
      try await ledger.commit(key: "k") { batch in
        try batch.upsert(tag)
        try batch.upsert(soup)
        try batch.link(soup.id, \.tags, to: Ref("elsewhere"))
      }
    }
    let first = try await write()
    #expect(!first.isRepeat && first.commit != nil)
    for _ in 0..<2 {
      let again = try await write()
      #expect(again.isRepeat && again.commit == first.commit && again.eventCount == first.eventCount)
      // Also when others wrote in between.
      try await ledger.commit { batch in
        batch.update(soup) { $0.title = "Stew" }
        try batch.unlink(soup, \.tags, from: tag)
      }
    }
    #expect(try await ledger.get(soup.id)?.title == "Stew")
  }

  @Test func aRetryOfAProgramThatStartedAnewIsARepeat() async throws {
    let folder = try await KitchenFolder()
    let write = { @Sendable (ledger: Ledger) in
      try await ledger.commit(key: "k") { batch in
        try batch.upsert(Dish(id: "soup") { ($0.title, $0.servings) = ("Soup", 2) })
      }
    }
    var ledger = try await folder.open()
    #expect(try await write(ledger).isRepeat == false)
    await ledger.close()
    ledger = try await folder.open()
    #expect(try await write(ledger).isRepeat)
    try await ledger.commit { $0.delete(Ref<Dish>("soup")) }
    #expect(try await write(ledger).isRepeat)
    #expect(try await ledger.get(Ref<Dish>("soup")) == nil)
  }

  @Test func aRetryAfterACrashIsARepeat() async throws {
    let folder = try await KitchenFolder()
    let write = { @Sendable (ledger: Ledger) in
      try await ledger.commit(key: "k") { try $0.upsert(Dish(id: "soup") { $0.title = "Soup" }) }
    }
    let crashed = try await folder.open()
    let first = try await write(crashed)
    // The disk as it is while the program still runs.
    let copy = try folder.copy()
    let ledger = try await copy.open()
    let again = try await write(ledger)
    #expect(again.isRepeat && again.commit == first.commit)
    #expect(try await ledger.get(Ref<Dish>("soup"))?.title == "Soup")
    await crashed.close()
  }

  @Test func otherContentIsRefused() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let soup = Dish { $0.title = "Soup" }
    try await ledger.commit(key: "k") { try $0.upsert(soup) }
    let wrong: [@Sendable (inout Batch) throws -> Void] = [
      { try $0.upsert(Dish { $0.title = "Soup" }) },
      { try $0.upsert(Dish(id: soup.id) { $0.title = "Stew" }) },
      { try $0.upsert(Dish(id: soup.id) { ($0.title, $0.servings) = ("Soup", 5) }) },
      { batch in
        try batch.upsert(soup)
        batch.delete(soup)
      },
      { $0.append(Mutation(.upsert, kind: Dish.kind, id: "x", set: ["title": "x"])) },
    ]
    for write in wrong {
      let error = await #expect(throws: LedgerError.self) { try await ledger.commit(key: "k", write) }
      #expect(error?.what == "the key 'k' was used for another commit")
    }
  }

  @Test func aClosureDoesNotRunAgain() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let soup = Dish { $0.servings = 1 }
    try await ledger.commit { try $0.upsert(soup) }
    for round in 0..<3 {
      let update = try await ledger.commit(key: "update") { $0.update(soup) { $0.servings += 1 } }
      let write = try await ledger.write(key: "write") { tx in
        guard var soup = try tx.get(soup.id) else { return }
        soup.servings += 1
        try tx.upsert(soup)
      }
      #expect(update.isRepeat == (round > 0) && write.isRepeat == (round > 0))
    }
    #expect(try await ledger.get(soup.id)?.servings == 3)
  }
}
