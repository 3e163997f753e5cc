import Daybook
import DaybookTestSupport
import Testing

/// What happened to an entity of a known kind, in its own types.
@Suite struct TypedHistoryTests {
  @Test func stepsHaveTheValuesBeforeAndAfter() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let soup = Dish(id: "soup") { ($0.title, $0.servings) = ("Soup", 2) }
    let tag = DishTag { $0.name = "red" }
    try await ledger.commit(by: "ann") { batch in
      try batch.upsert(soup)
      try batch.upsert(Dish(id: "stew") { $0.title = "Stew" })
    }
    try await ledger.commit(by: "bob", why: "guests") { batch in
      batch.update(soup) { $0.servings = 8 }
      try batch.upsert(tag)
      try batch.link(soup, \.tags, to: tag)
    }
    try await ledger.commit { $0.update(soup) { $0.course = .main } }
    let steps = try await ledger.history.steps(of: soup.id)
    #expect(steps.map(\.ref) == Array(repeating: soup.id, count: 4))
    #expect(steps.map(\.author) == ["ann", "bob", "bob", nil] && steps.map(\.why)[1] == "guests")
    #expect(steps.map { $0.changed(\.servings) } == [true, true, false, false])
    #expect(steps.map { $0.before(\.servings) } == [nil, 2, nil, nil])
    #expect(steps.map { $0.after(\.servings) } == [2, 8, nil, nil])
    #expect(steps[0].after(\.title) == "Soup")
    #expect(steps[2].operation == .link && steps[2].changed(\.tags) && steps[2].linked(\.tags).count == 1)
    #expect(steps[2].unlinked(\.tags).isEmpty)
    let course = try #require(steps[3].after(\.course))
    #expect(course == .main && steps[3].changed(\.course))
    #expect(steps.map(\.stamp) == steps.map(\.stamp).sorted())
  }

  @Test(.timeLimit(.minutes(5))) func changesAreToldInTheKindsTypes() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let changes = await ledger.changes(to: Dish.self)
    let tag = DishTag(id: "red") { $0.name = "red" }
    let soup = Dish(id: "soup") { ($0.title, $0.course) = ("Soup", .main) }
    try await ledger.commit(by: "ann", why: "new") { batch in
      try batch.upsert(tag)
      try batch.upsert(soup)
      try batch.link(soup, \.tags, to: tag)
    }
    try await ledger.commit { $0.update(soup) { ($0.course, $0.servings) = (nil, 6) } }
    var iterator = changes.makeAsyncIterator()
    let made = try #require(await iterator.next())
    #expect(made.ref == soup.id && made.operation == .upsert && made.author == "ann" && made.why == "new")
    #expect(made.changed(\.title) && made.written(\.title) == "Soup" && !made.changed(\.servings))
    #expect(made.written(\.course) == .some(.main) && made.written(\.servings) == nil)
    let linked = try #require(await iterator.next())
    #expect(linked.changed(\.tags) && linked.linked(\.tags) == [tag.id] && linked.unlinked(\.tags).isEmpty)
    let edited = try #require(await iterator.next())
    #expect(edited.changed(\.course) && edited.written(\.course) == .some(nil))
    #expect(edited.written(\.servings) == 6 && !edited.changed(\.title))
  }

  @Test func conflictsHaveTheFieldsType() async throws {
    let family = try await KitchenFamily()
    let id: Ref<Dish> = "soup"
    try await family.ann.commit { try $0.upsert(Dish(id: id) { ($0.title, $0.servings) = ("Soup", 2) }) }
    try await family.bob.refresh()
    try await family.bob.commit { try $0.set(id, \.title, to: "Stew") }
    // Neither has seen what the other writes.
    async let ann = family.ann.commit(by: "ann") { $0.update(id) { $0.servings = 4 } }
    async let bob = family.bob.commit(by: "bob") { $0.update(id) { $0.servings = 6 } }
    _ = try await (ann, bob)
    try await family.ann.refresh()
    let conflicts = try await family.ann.conflicts.list(of: Dish.self)
    let conflict = try #require(conflicts.first)
    #expect(conflicts.count == 1 && conflict.ref == id && conflict.cause == .field)
    #expect(conflict.concerns(\.servings) && !conflict.concerns(\.title) && conflict.sides(\.title).isEmpty)
    let sides = conflict.sides(\.servings)
    #expect(Set(sides.map(\.value)) == [4, 6] && Set(sides.map(\.author)) == ["ann", "bob"])
    #expect(try await family.ann.get(id)?.servings == sides.first?.value)
    #expect(try await family.ann.conflicts.list(of: id).map(\.id) == [conflict.id])
    #expect(try await family.ann.conflicts.list(of: Menu.self).isEmpty)
    let wrong = await #expect(throws: LedgerError.self) {
      try await family.ann.conflicts.resolve(conflict, \.title, keep: "x")
    }
    #expect(wrong?.what == "the conflict \(conflict.id) is not about the value of kitchen.dish.title")
    let highest = try #require(sides.map(\.value).max())
    try await family.ann.conflicts.resolve(conflict, \.servings, keep: highest, by: "ann")
    #expect(try await family.ann.conflicts.list(of: Dish.self).isEmpty)
    #expect(try await family.ann.get(id)?.servings == 6)
    try await family.bob.refresh()
    #expect(try await family.bob.get(id)?.servings == 6)
  }
}
