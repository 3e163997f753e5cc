import DaybookModel
import DaybookRecords
import DaybookTestSupport
import DaybookView
import Testing

@Suite struct ViewPropertyTests {
  @Test(.seeded) func saysWhatThePlainestReadingSays() throws {
    var club = RandomClub(seed: TestSeed.current)
    let registry = try SchemaRegistry([.club])
    for _ in 0..<60 {
      let story = club.story(events: Int.random(in: 1...60, using: &club.random))
      let records = try story.records()
      let view = View(registry: registry)
      let reference = ReferenceView(registry: registry, view: view, records)
      for kind in registry.kinds.map(\.kind) where records.kind(kind) != nil {
        let expected = reference.shown.filter { $0.kind == kind }.map(\.id)
        #expect(
          try view.ids(kind, in: records) == expected.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
      }
      for (entity, row) in reference.rows { check(row, entity, reference) }
      for _ in 0..<60 {
        let condition = club.condition()
        let found = try view.fetch(Query("club.person", where: condition), in: records).rows.map(\.id)
        let expected = reference.shown.filter { $0.kind == "club.person" && reference.holds(condition, $0) }
        #expect(Set(found) == Set(expected.map(\.id)), "\(condition)")
      }
    }
  }

  /// Every stored value against every literal by every comparison, field by field.
  @Test func storedBytesCompareAsTheirValues() throws {
    let registry = try SchemaRegistry([.club])
    for field in RandomClub.personFields where field != "fullName" {
      let values = RandomClub.pool(field) + RandomClub.strange
      var story = Story(.upsert("club.person", "unset"))
      for (index, value) in values.enumerated() {
        story.add(.upsert("club.person", "p\(index)", [field: value]))
      }
      let records = try story.records()
      let view = View(registry: registry)
      let reference = ReferenceView(registry: registry, view: view, records)
      for literal in values.map({ RandomClub.canonical($0, field) }) {
        let path = Condition.Path([field])
        let conditions =
          RandomClub.comparisons.map { Condition.compare(path, $0, literal) } + [
            .isIn(path, [literal, "zz", 17]), .contains(path, literal), .isNull(path),
          ]
        for condition in conditions {
          let found = try view.fetch(Query("club.person", where: condition), in: records).rows.map(\.id)
          let expected = reference.shown.filter { reference.holds(condition, $0) }
          #expect(Set(found) == Set(expected.map(\.id)), "\(condition)")
        }
      }
    }
  }

  private func check(_ row: Row, _ entity: ReferenceView.Entity, _ reference: ReferenceView) {
    for field in row.fields {
      guard let expected = reference.related(entity, field.name) else { continue }
      let ids = field.value.array?.compactMap(\.string) ?? field.value.string.map { [$0] } ?? []
      #expect(Set(ids) == expected && ids.count == expected.count, "\(entity) \(field.name)")
    }
  }

  /// The view is a function of the set of events.
  @Test(.seeded) func orderOfArrivalDoesNotMatter() throws {
    var club = RandomClub(seed: TestSeed.current &+ 1)
    let registry = try SchemaRegistry([.club])
    for _ in 0..<40 {
      let story = club.story(events: 25)
      var digests: Set<Hash256> = []
      for _ in 0..<4 {
        let order = story.events.indices.shuffled(using: &club.random)
        let records = try story.records(order)
        digests.insert(View(registry: registry).digest(of: records))
      }
      #expect(digests.count == 1)
    }
  }

  /// Caches must not outlive the events they were made of.
  @Test(.seeded) func readingBetweenWritesChangesNothing() throws {
    var club = RandomClub(seed: TestSeed.current &+ 2)
    let registry = try SchemaRegistry([.club])
    for _ in 0..<20 {
      let story = club.story(events: 30)
      let view = View(registry: registry)
      var digests: [Hash256] = []
      let records = try story.records { digests.append(view.digest(of: $0)) }
      #expect(View(registry: registry).digest(of: records) == digests.last)
    }
  }
}
