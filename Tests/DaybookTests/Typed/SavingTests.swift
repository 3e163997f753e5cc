import Daybook
import DaybookTestSupport
import Foundation
import Testing

/// Saving a struct writes what its holder changed, and nothing else.
@Suite struct SavingTests {
  func kitchen(_ dishes: Dish...) async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    try await ledger.commit { batch in for dish in dishes { try batch.upsert(dish) } }
    return ledger
  }

  @Test func whatOthersWroteMeanwhileStays() async throws {
    let soup = Dish { ($0.title, $0.servings) = ("Soup", 4) }
    let ledger = try await kitchen(soup)
    var read = try #require(try await ledger.get(soup.id))
    try await ledger.commit { $0.update(soup) { $0.servings = 8 } }
    read.course = .starter
    let receipt = try await ledger.commit { [read] in try $0.upsert(read) }
    #expect(receipt.events.map(\.mutation.set) == [["course": "starter"]])
    #expect(try await ledger.get(soup.id)?.servings == 8)
    #expect(try await ledger.conflicts.list().isEmpty)
  }

  @Test func readingAndSavingUnchangedWritesNothing() async throws {
    let soup = Dish { ($0.title, $0.servedAt) = ("Soup", Date(timeIntervalSince1970: 1.23456)) }
    let ledger = try await kitchen(soup)
    let read = try #require(try await ledger.get(soup.id))
    try await ledger.commit { $0.update(soup) { ($0.title, $0.servings) = ("Stew", 2) } }
    #expect(try await ledger.commit { try $0.upsert(read) }.events.isEmpty)
    #expect(try await ledger.commit { try $0.upsert(soup) }.events.isEmpty)
    #expect(try await ledger.get(soup.id)?.title == "Stew")
  }

  @Test func aDerivedFieldIsNotResetByWhoeverMadeTheEntity() async throws {
    var soup = Dish { $0.title = "Pea soup" }
    let ledger = try await kitchen(soup)
    soup.servings = 6
    let receipt = try await ledger.commit { [soup] in try $0.upsert(soup) }
    #expect(receipt.events.map(\.mutation.set) == [["servings": 6]])
    // Nor by one who made the struct afresh, with the id alone.
    let fresh = Dish(id: soup.id) { ($0.title, $0.servings) = ("Pea soup", 6) }
    #expect(try await ledger.commit { try $0.upsert(fresh) }.events.isEmpty)
    #expect(try await ledger.get(soup.id)?.words == ["Pea", "soup"])
  }

  @Test func whatThisVersionCannotReadStays() async throws {
    let folder = try await KitchenFolder()
    let id = Ref<Dish>("soup")
    let later: JSONObject = [
      "title": "Soup", "servings": ["atLeast": 4], "course": "midnight",
      "origin": ["place": "Lyon", "altitude": 170],
      "steps": [["place": "pan", "heat": 3], ["place": "pot", "heat": 5]],
    ]
    try await folder.writeRaw(id, later)
    let ledger = try await folder.open()
    var read = try #require(try await ledger.get(id))
    #expect(read.servings == 4 && read.course == nil && read.origin.place == "Lyon")
    let saved1 = try await ledger.commit { [read] in try $0.upsert(read) }
    #expect(saved1.events.isEmpty)
    // A change of other fields, and of what a nested struct does know, leaves it alone.
    read.title = "Pea soup"
    read.origin.note = "in winter"
    read.steps[1].place = "oven"
    let receipt = try await ledger.commit { [read] in try $0.upsert(read) }
    #expect(
      receipt.events.map(\.mutation.set) == [
        [
          "title": "Pea soup", "words": ["Pea", "soup"],
          "origin": ["place": "Lyon", "note": "in winter", "altitude": 170],
          "steps": [["place": "pan", "heat": 3], ["place": "oven", "heat": 5]],
        ]
      ])
    try await ledger.commit { $0.update(id) { $0.origin.place = "Nantes" } }
    #expect(
      try await ledger.get(kind: Dish.kind, id: "soup")?["origin"]
        == ["place": "Nantes", "note": "in winter", "altitude": 170])
    // Who gives it another value means it.
    read = try #require(try await ledger.get(id))
    read.servings = 5
    try await ledger.commit { [read] in try $0.upsert(read) }
    #expect(try await ledger.get(id)?.servings == 5)
  }

  @Test func aStructMadeAfreshIsRefusedOverWhatItCannotRead() async throws {
    let folder = try await KitchenFolder()
    try await folder.writeRaw("soup", ["title": "Soup", "servings": "a few", "course": "midnight"])
    let ledger = try await folder.open()
    let same = Dish(id: "soup") { $0.title = "Soup" }
    #expect(try await ledger.commit { try $0.upsert(same) }.events.isEmpty)
    for wrong in [Dish(id: "soup") { $0.servings = 5 }, Dish(id: "soup") { $0.course = .starter }] {
      let error = await #expect(throws: LedgerError.self) { try await ledger.commit { try $0.upsert(wrong) } }
      #expect(error?.code == .refused && error?.what.contains("this version cannot read") == true)
    }
    try await ledger.commit { try $0.set(Ref<Dish>("soup"), \.servings, to: 5) }
    #expect(try await ledger.get(Ref<Dish>("soup"))?.servings == 5)
  }

  @Test func aStaleRelationTakesNothingAwayThatOthersLinked() async throws {
    let (red, blue, green) = (
      DishTag { $0.name = "red" }, DishTag { $0.name = "blue" }, DishTag { $0.name = "green" }
    )
    var soup = Dish { $0.tags = [red.id] }
    let ledger = try await kitchen()
    try await ledger.commit { [soup] batch in
      for tag in [red, blue, green] { try batch.upsert(tag) }
      try batch.upsert(soup)
    }
    var read = try #require(try await ledger.get(soup.id))
    try await ledger.commit { [soup] in try $0.link(soup, \.tags, to: blue) }
    read.tags = [green.id]
    let receipt = try await ledger.commit { [read] in try $0.upsert(read) }
    #expect(receipt.events.map(\.mutation.to) == [red.id.rawValue, green.id.rawValue])
    #expect(try await ledger.get(soup.id)?.tags == [blue.id, green.id])
    // The struct that the entity was made from, too; and one made afresh, which says nothing of links.
    soup.tags = []
    let saved2 = try await ledger.commit { [soup] in try $0.upsert(soup) }
    #expect(saved2.events.isEmpty)
    let fresh = Dish(id: soup.id) { $0.tags = [red.id] }
    try await ledger.commit { try $0.upsert(fresh) }
    #expect(try await ledger.get(soup.id)?.tags == [blue.id, green.id, red.id])
  }

  @Test func whatTwoChangedIsAConflict() async throws {
    let soup = Dish { $0.title = "Soup" }
    let ledger = try await kitchen(soup)
    var (one, other) = (
      try #require(try await ledger.get(soup.id)), try #require(try await ledger.get(soup.id))
    )
    (one.title, other.title) = ("Pea soup", "Bean soup")
    try await ledger.commit(by: "ann") { [one] in try $0.upsert(one) }
    let receipt = try await ledger.commit(by: "bo") { [other] in try $0.upsert(other) }
    #expect(receipt.events.first?.mutation.was?["title"]?.string != nil)
    // The words follow from the title, and are no conflict of their own.
    let conflicts = try await ledger.conflicts.list()
    #expect(conflicts.count == 1 && conflicts.first?.sides.map(\.value) == ["Bean soup", "Pea soup"])
    // A later look, and a save after it, settles it.
    var third = try #require(try await ledger.get(soup.id))
    third.title = "Pea and bean soup"
    try await ledger.commit { [third] in try $0.upsert(third) }
    #expect(try await ledger.conflicts.list().isEmpty)
  }

  @Test func aHeldValueIsSavedAgainAndAgain() async throws {
    let made = Dish { $0.title = "Soup" }
    let ledger = try await kitchen(made)
    var soup = try #require(try await ledger.get(made.id))
    for (servings, course) in [(5, Dish.Course.main), (5, .starter), (4, .starter), (5, .main), (4, .main)] {
      (soup.servings, soup.course) = (servings, course)
      try await ledger.commit { [soup] in try $0.upsert(soup) }
      let read = try #require(try await ledger.get(soup.id))
      #expect(read.servings == servings && read.course == course)
    }
    #expect(try await ledger.conflicts.list().isEmpty)
  }

  @Test func anOlderCopyIsRefused() async throws {
    let made = Dish { $0.title = "Soup" }
    let ledger = try await kitchen(made)
    var listed = try #require(try await ledger.get(made.id))
    var detail = listed
    detail.title = "Pea soup"
    try await ledger.commit { [detail] in try $0.upsert(detail) }
    listed.servings = 9
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.commit { [listed] in try $0.upsert(listed) }
    }
    #expect(error?.code == .moved)
    #expect(try await ledger.get(made.id)?.title == "Pea soup")
  }

  /// A copy cannot be told from the value that it was copied from.
  @Test(arguments: [false, true]) func anOlderCopyDoesNotPutBackWhatAnotherCopySaved(
    isFetched: Bool
  ) async throws {
    let made = Dish { ($0.title, $0.servings) = ("Soup", 2) }
    let ledger = try await kitchen(made)
    let read = isFetched ? try await ledger.fetch(Dish.self).first : try await ledger.get(made.id)
    let listed = try #require(read)
    var detail = listed
    (detail.title, detail.servings) = ("Pea soup", 5)
    try await ledger.commit { [detail] in try $0.upsert(detail) }
    var edited = listed
    edited.title = "Bean soup"
    for older in [listed, edited] {
      let error = await #expect(throws: LedgerError.self) {
        try await ledger.commit { try $0.upsert(older) }
      }
      #expect(error?.code == .moved)
    }
    // Also within one commit.
    let again = try #require(try await ledger.get(made.id))
    detail = again
    detail.course = .main
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.commit { [detail] batch in
        try batch.upsert(detail)
        try batch.upsert(again)
      }
    }
    #expect(error?.code == .moved)
    let now = try #require(try await ledger.get(made.id))
    #expect(now.title == "Pea soup" && now.servings == 5 && now.course == nil)
    // The value that was saved goes on.
    detail = again
    detail.servings = 6
    try await ledger.commit { [detail] in try $0.upsert(detail) }
    detail.title = "Bean soup"
    try await ledger.commit { [detail] in try $0.upsert(detail) }
    #expect(try await ledger.get(made.id)?.title == "Bean soup")
  }

  @Test func aFormThatGoesBackToWhatWasReadReadsAgain() async throws {
    let made = Dish { $0.title = "Soup" }
    let ledger = try await kitchen(made)
    var form = try #require(try await ledger.get(made.id))
    form.title = "Pea soup"
    try await ledger.commit { [form] in try $0.upsert(form) }
    form = try #require(try await ledger.get(made.id))
    form.title = "Soup"
    try await ledger.commit { [form] in try $0.upsert(form) }
    #expect(try await ledger.get(made.id)?.title == "Soup")
    try await ledger.commit { $0.update(made) { $0.title = "Pea soup" } }
    try await ledger.commit { $0.update(made) { $0.title = "Soup" } }
    #expect(try await ledger.get(made.id)?.title == "Soup")
    #expect(try await ledger.conflicts.list().isEmpty)
  }

  @Test func whatWasDeletedMeanwhileIsNotBroughtBack() async throws {
    let soup = Dish { $0.title = "Soup" }
    let ledger = try await kitchen(soup)
    var read = try #require(try await ledger.get(soup.id))
    read.servings = 9
    try await ledger.commit { $0.delete(soup) }
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.commit { [read] in try $0.upsert(read) }
    }
    #expect(error?.code == .moved && error?.advice?.contains("restore") == true)
    try await ledger.commit { [read] batch in
      batch.restore(read)
      batch.update(read) { $0.servings = 9 }
    }
    #expect(try await ledger.get(soup.id)?.servings == 9)
  }

  @Test func largeDataIsComparedByItsContent() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let picture = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    var ann = Member { ($0.name, $0.picture) = ("Ann", picture) }
    try await ledger.commit { [ann] in try $0.upsert(ann) }
    var read = try #require(try await ledger.get(ann.id))
    (read.name, ann.name) = ("Ann Lee", "Anne")
    let first = try await ledger.commit { [read] in try $0.upsert(read) }
    #expect(first.events.map(\.mutation.set) == [["name": "Ann Lee"]])
    try await ledger.commit { [read] in $0.update(read) { $0.name = "Ann Moor" } }
    #expect(try await ledger.get(ann.id)?.picture == picture)
    ann.picture = nil
    try await ledger.commit { [ann] in try $0.upsert(ann) }
    #expect(try await ledger.get(ann.id)?.picture == nil)
  }
}
