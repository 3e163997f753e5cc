import Daybook
import DaybookTestSupport
import Testing

/// A follower gets whole commits.
@Suite struct ChangeSetTests {
  @Test(.timeLimit(.minutes(5))) func aLargeCommitIsOneChangeSet() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    // The first commit of all also names the machine.
    try await ledger.commit { try $0.upsert(Menu()) }
    let sets = await ledger.changeSets()
    var batch = Batch()
    for index in 0..<5000 { try batch.upsert(Dish(id: Ref("d\(index)")) { $0.servings = index }) }
    try await ledger.commit(batch, by: "ann", why: "import")
    try await ledger.commit(by: "bob") { $0.delete(Ref<Dish>("d7")) }
    var iterator = sets.makeAsyncIterator()
    let first = try #require(await iterator.next())
    #expect(first.changes.count == 5000 && first.refs(to: Dish.self).count == 5000)
    #expect(first.author == "ann" && first.why == "import")
    #expect(first.changes(to: Dish.self).map { $0.written(\.servings) ?? 4 } == Array(0..<5000))
    #expect(first.stamps.lowerBound == first.changes.first?.stamp)
    #expect(first.stamps.upperBound == first.changes.last?.stamp)
    #expect(first.changes(to: Menu.self).isEmpty && first.refs(to: Menu.self).isEmpty)
    let second = try #require(await iterator.next())
    #expect(second.changes.map(\.op) == [.delete] && second.author == "bob" && second.why == nil)
    #expect(second.commit == first.commit + 1 && second.stamps.lowerBound > first.stamps.upperBound)
  }

  @Test(.timeLimit(.minutes(5))) func commitsThatAreWrittenTogetherStayApart() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let sets = await ledger.changeSets(touching: [Dish.self])
    // Many tasks share a flush.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        group.addTask {
          try await ledger.commit(by: "\(index)") { batch in
            for part in 0..<5 { try batch.upsert(Dish(id: Ref("\(index)-\(part)"))) }
            try batch.upsert(Menu(id: Ref("\(index)")))
          }
          try await ledger.commit { try $0.upsert(Menu(id: Ref("menu \(index)"))) }
        }
      }
      try await group.waitForAll()
    }
    var iterator = sets.makeAsyncIterator()
    var authors: Set<String> = []
    for _ in 0..<40 {
      let set = try #require(await iterator.next())
      let author = try #require(set.author)
      #expect(authors.insert(author).inserted)
      #expect(set.changes.map(\.id) == (0..<5).map { "\(author)-\($0)" } + [author])
    }
  }

  @Test(.timeLimit(.minutes(5))) func commitsOfAnotherMachineAreWholeToo() async throws {
    let family = try await KitchenFamily()
    let sets = await family.bob.changeSets()
    for commit in 0..<3 {
      try await family.ann.commit(by: "ann") { batch in
        for part in 0..<4 { try batch.upsert(Dish(id: Ref("\(commit)-\(part)"))) }
      }
    }
    try await family.bob.refresh()
    var iterator = sets.makeAsyncIterator()
    for commit in 0..<3 {
      var set = try #require(await iterator.next())
      // The machine says its own name.
      if set.changes.first?.kind == "daybook.replica" { set = try #require(await iterator.next()) }
      #expect(set.refs(to: Dish.self).map(\.rawValue) == (0..<4).map { "\(commit)-\($0)" })
      #expect(set.author == "ann")
    }
  }
}
