import Daybook
import DaybookPredicates
import Foundation
import Testing

private struct Reader: Entity {
  var id = ID()
  var name = ""
  static let schema = Schema("shelf.reader") { Key(\.name, .trimmedLowercased) }
}

private struct Book: Entity {
  var id = ID()
  var title = ""
  var owner: Ref<Reader>?
  static let schema = Schema("shelf.book") { One(\.owner) }
}

extension System {
  /// Whose a book is reads it.
  fileprivate static let shelf = System(
    "shelf", version: 1, kinds: [Reader.self, Book.self],
    access: AccessRules(viewers: "shelf.reader", names: ["name"]) { entity, viewer in
      entity.kind == "shelf.reader" || entity.related("owner").contains(viewer)
    } writes: { _, _, _ in
    })
}

/// Predicates as somebody.
@Suite struct ViewerPredicateTests {
  @Test func aPredicateFindsWhatTheViewerMaySee() async throws {
    let ledger = try Ledger.inMemory(systems: [.shelf])
    try await ledger.commit { batch in
      try batch.upsert(Reader(id: "ann") { $0.name = "ann" })
      try batch.upsert(Reader(id: "bo") { $0.name = "bo" })
      for (title, owner) in [("Atlas", "ann"), ("Bible", "bo"), ("Cookbook", "ann")] {
        try batch.upsert(Book(id: Ref(title)) { ($0.title, $0.owner) = (title, Ref(owner)) })
      }
    }
    let ann = try await ledger.viewer(named: "ann")
    let late = #Predicate<Book> { $0.title > "B" }
    #expect(try await ledger.fetch(Book.self, where: late).count == 2)
    let found = try await ledger.fetch(Book.self, where: late, as: ann)
    #expect(found.map(\.title) == ["Cookbook"])
    #expect(try await ledger.count(Book.self, where: late, as: ann) == 1)
    let sorted = try await ledger.fetch(
      Book.self, sortedBy: [SortDescriptor(\.title, order: .reverse)], as: ann)
    #expect(sorted.map(\.title) == ["Cookbook", "Atlas"])
    let observed = await ledger.observe(Book.self, as: ann)
    while await !observed.isLoaded { await Task.yield() }
    #expect(await Set(observed.results.map(\.title)) == ["Atlas", "Cookbook"])
  }
}
