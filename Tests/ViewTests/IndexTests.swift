import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookTestSupport
import Testing

@testable import DaybookView

/// What is kept of a kind says what each entity says by itself, while events come.
@Suite struct IndexTests {
  private static let sorts = ["joinedAt", "leftAt", "age", "role", "name"]

  /// Worked out entity by entity, by a view made for it.
  private func plain(_ condition: Condition?, _ records: borrowing Records) throws -> [Row] {
    let view = try clubView()
    view.refresh(records)
    guard let kind = records.kind("club.person") else { return [] }
    let test = try condition.map { try view.test($0, of: "club.person", records) }
    var rows: [Row] = []
    for entity in records.entities(of: kind) {
      guard view.shows(entity, records), test?(records, entity) ?? true else { continue }
      rows.append(view.row(entity, isGone: false, records))
    }
    return rows.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  private func groups(_ rows: [Row], by field: String) -> [String: Int] {
    var counts: [String: Int] = [:]
    for row in rows {
      let value = row[field] ?? .null
      let values = value.array.map { $0.isEmpty ? [.null] : $0 } ?? [value]
      for value in values { counts[value.description, default: 0] += 1 }
    }
    return counts
  }

  private func check(_ view: View, _ records: borrowing Records, _ club: inout RandomClub) throws -> Bool {
    guard records.kind("club.person") != nil else { return true }
    let condition = club.chance(80) ? club.condition(depth: 2) : nil
    let expected = try plain(condition, records)
    var query = Query("club.person", where: condition)
    let found = try view.fetch(query, in: records)
    query.groupBy = club.pick(RandomClub.personFields.filter { $0 != "fullName" })
    let grouped = try view.fetch(query, in: records).groups ?? []
    var counts: [String: Int] = [:]
    for group in grouped { counts[group.value.description, default: 0] += group.count }
    return found.rows == expected && found.count == expected.count
      && counts == groups(expected, by: query.groupBy ?? "") && counts.count == grouped.count
  }

  @Test(.seeded) func followsTheEvents() throws {
    var club = RandomClub(seed: TestSeed.current &+ 6)
    for round in 0..<120 {
      let story = club.story(events: Int.random(in: 1...70, using: &club.random))
      let order = club.chance(50) ? nil : story.events.indices.shuffled(using: &club.random)
      let view = try clubView()
      let touches = (countMax: club.pick([1, 3, 1000, 1000, 1000]), from: club.pick([0, 0, 0, 9]))
      var isRight = true
      _ = try story.records(order, touches: touches) { records in
        guard isRight, club.chance(50) else { return }
        isRight = try check(view, records, &club)
      }
      #expect(isRight, "round \(round)")
      guard isRight else { return }
    }
  }

  /// The first of many by an instant are the first of all, while they are written and deleted.
  @Test(.seeded) func theOrderFollowsTheEvents() throws {
    var club = RandomClub(seed: TestSeed.current &+ 7)
    var story = Story()
    let values: [JSONValue] =
      RandomClub.pool("joinedAt") + [.null]
      + (0..<40).map { .string("2026-11-\(10 + $0 % 20)T0\($0 % 10):00:00.000Z") }
      + ["a text that is longer than any instant: A", "a text that is longer than any instant: B"]
    for number in 0..<700 {
      let id = number < 600 ? "p\(number)" : "p\(Int.random(in: 0..<620, using: &club.random))"
      var set: JSONObject = ["age": .int(Int64(number % 7))]
      for field in ["joinedAt", "leftAt"] where club.chance(70) { set[field] = club.pick(values) }
      story.add(
        club.chance(number < 600 ? 2 : 30) ? .delete("club.person", id) : .upsert("club.person", id, set))
    }
    // The last one is no text: no order of texts has a place for it.
    story.add(.upsert("club.person", "p1", ["joinedAt": club.pick([17, "with \"quotes\""])]))
    let view = try clubView()
    var count = 0
    _ = try story.records(touches: (countMax: 10_000, from: 0)) { records in
      count += 1
      guard count > 590, club.chance(20) || count > 698 else { return }
      for field in ["joinedAt", "leftAt"] {
        var sort = [SortKey(field, descending: club.chance(50))]
        if club.chance(50) { sort.append(SortKey("age", descending: club.chance(50))) }
        let condition = club.pick([nil, Condition.compare("age", .less, 5)])
        let fresh = try clubView().fetch(Query("club.person", where: condition, sort: sort), in: records)
        let limit = club.pick([0, 1, 20, 60, .max])
        let page = try view.fetch(
          Query("club.person", where: condition, sort: sort, limit: limit, offset: 2), in: records)
        #expect(page.rows == Array(fresh.rows.dropFirst(2).prefix(limit)), "\(count) \(sort) \(limit)")
        #expect(page.count == fresh.count)
      }
    }
    #expect(count == 701)
  }

  /// Those with one value are found whatever was written, deleted and taken back before.
  @Test(.seeded) func theValuesFollowTheEvents() throws {
    var club = RandomClub(seed: TestSeed.current &+ 8)
    let names: [JSONValue] = [
      "Ann", "Ben", "a \"quoted\" name", "", .null, "Zoë", "a name that is longer than others",
    ]
    let ages: [JSONValue] = [0, 7, 8, -1, .null, 123_456_789_012]
    for round in 0..<12 {
      var story = Story()
      for _ in 0..<300 {
        let id = "p\(Int.random(in: 0..<150, using: &club.random))"
        let set: JSONObject = ["secret": club.pick(names), "age": club.pick(ages)]
        story.add(club.chance(15) ? .delete("club.person", id) : .upsert("club.person", id, set))
      }
      // Equal values may differ in their bytes from here on.
      if round % 3 == 0 { story.add(.upsert("club.person", "p1", ["age": club.pick([7.5, "text"])])) }
      let view = try clubView()
      var found = 0
      _ = try story.records(touches: (countMax: 10_000, from: 0)) { records in
        guard club.chance(40), records.kind("club.person") != nil else { return }
        for (field, value) in [("secret", club.pick(names)), ("age", club.pick(ages))] where !value.isNull {
          var condition = Condition.compare(Condition.Path([field]), .equal, value)
          if club.chance(30) { condition = .and([.compare("age", .less, 8), condition]) }
          let rows = try view.fetch(Query("club.person", where: condition), in: records).rows
          #expect(try rows == plain(condition, records), "\(condition)")
          found += rows.count
        }
      }
      #expect(found > 100)
    }
  }

  /// More values than a column has codes.
  @Test func aFieldOfManyValuesIsCountedTheSame() throws {
    var story = Story()
    for number in 0..<600 {
      let role = number % 300 == 0 ? JSONValue.null : .string("role \(number % 300)")
      story.add(.upsert("club.person", "p\(number)", ["role": role]))
    }
    let view = try clubView()
    _ = try story.records(touches: (countMax: 10_000, from: 0)) { records in
      let count = records.entityCount
      guard count % 100 == 0 else { return }
      var query = Query("club.person", where: .compare("role", .equal, "role 7"))
      #expect(try view.fetch(query, in: records).count == (count > 307 ? 2 : 1))
      query = Query("club.person")
      query.groupBy = "role"
      let groups = try view.fetch(query, in: records).groups ?? []
      #expect(groups.count == min(count, 300) && groups.reduce(0) { $0 + $1.count } == count)
    }
  }

  /// A field that no schema declares may hold any value, and links of its name where it holds none.
  @Test(.seeded) func rawFieldsAreAskedByTheirBytes() throws {
    var club = RandomClub(seed: TestSeed.current &+ 9)
    let values: [JSONValue] =
      RandomClub.strange + RandomClub.pool("name") + RandomClub.pool("joinedAt") + RandomClub.pool("age")
      + RandomClub.pool("tags")
    var story = Story()
    for number in 0..<200 {
      story.add(.upsert("raw.thing", "r\(number)", club.chance(70) ? ["a": club.pick(values)] : ["b": 1]))
      if club.chance(30) {
        story.add(.link("raw.thing", "r\(club.pick(Array(0...number)))", "a", club.pick(["x", "cafe"])))
      }
    }
    let records = try story.records()
    let view = try clubView()
    view.refresh(records)
    let known = records.kind("raw.thing")
    let kind = try #require(known)
    for literal in values + ["cafe", "AN"] {
      let conditions =
        RandomClub.comparisons.map { Condition.compare("a", $0, literal) } + [
          .isIn("a", [literal, 1]), .contains("a", literal), .isNull("a"), .not(.contains("a", literal)),
        ]
      for condition in conditions {
        let test = try view.test(condition, of: "raw.thing", records)
        var expected: Set<String> = []
        for entity in records.entities(of: kind) where test(records, entity) {
          expected.insert(records.id(of: entity))
        }
        let found = try view.fetch(Query("raw.thing", where: condition), in: records).rows.map(\.id)
        #expect(Set(found) == expected && found.count == expected.count, "\(condition)")
      }
    }
  }

  /// What a snapshot keeps says the same, and follows what comes after it.
  @Test(.seeded) func theIndexesOfASnapshotFollowTheEvents() throws {
    var club = RandomClub(seed: TestSeed.current &+ 10)
    for round in 0..<120 {
      let story = club.story(events: Int.random(in: 20...90, using: &club.random))
      var (view, isRight, count) = (try clubView(), true, 0)
      let after = Int.random(in: 10..<story.events.count, using: &club.random)
      // By other rules: what was kept by these is not believed.
      let isForeign = club.chance(10)
      let exchange = { (records: borrowing Records) throws -> Records in
        let file = try Self.snapshot(of: records, isForeign ? View(registry: .empty) : try clubView())
        var kept = try Records.read(file)
        kept.keepTouches()
        view = try clubView()
        view.adopt(SnapshotIndexes(file, kept))
        return kept
      }
      _ = try story.records(exchange: (after, exchange)) { records in
        count += 1
        guard isRight, count > after, club.chance(40) || count == after + 1 else { return }
        isRight = try check(view, records, &club) && checkRows(view, records)
      }
      #expect(isRight, "round \(round)")
      guard isRight else { return }
    }
  }

  private static func snapshot(of records: borrowing Records, _ view: View) throws -> SnapshotFile {
    let store = MemoryFileStore()
    let file = try store.createPlaced("snapshot")
    var writer = SnapshotWriter(file)
    try records.write(to: &writer) { view.makeIndexes(of: records) }
    try view.writeIndexes(of: records, to: &writer)
    try writer.finish(nanoseconds: 1)
    file.close()
    return try SnapshotFile.open(try store.readAll("snapshot", sizeBytesMax: 1 << 24))
  }

  /// With what others refer to.
  private func checkRows(_ view: View, _ records: borrowing Records) throws -> Bool {
    let fresh = try clubView()
    for (kind, ids) in RandomClub.kinds {
      for id in ids where view.row(kind, id, in: records) != fresh.row(kind, id, in: records) { return false }
    }
    return true
  }
}
