import DaybookModel
import DaybookRecords
import DaybookView
import Testing

@Suite struct QueryTests {
  private func fetch(_ change: (inout Query) -> Void) throws -> QueryResult {
    let records = try WhereTests.story.records()
    var query = Query("club.person")
    change(&query)
    return try clubView().fetch(query, in: records)
  }

  @Test(arguments: [
    ([SortKey("age")], "cy ann bob"), ([SortKey("age", descending: true)], "bob ann cy"),
    ([SortKey("email"), SortKey("name")], "ann bob cy"), ([SortKey("email", descending: true)], "bob cy ann"),
    ([SortKey("isActive"), SortKey("age", descending: true)], "bob ann cy"),
    ([SortKey("manager.name")], "bob cy ann"), ([SortKey("memberships.count")], "cy bob ann"),
    ([SortKey("role")], "ann bob cy"), ([SortKey("joinedAt")], "bob ann cy"),
    ([SortKey("id", descending: true)], "cy bob ann"), ([], "ann bob cy"),
    ([SortKey("tags.count", descending: true), SortKey("_stamp")], "ann cy bob"),
    ([SortKey("address")], "ann bob cy"),
  ])
  func rowsAreSortedByTheirKeys(keys: [SortKey], expected: String) throws {
    let found = try fetch { $0.sort = keys }.rows.map(\.id)
    #expect(found == expected.split(separator: " ").map(String.init))
  }

  @Test func foldedKeysPassOverCase() throws {
    let records = try Story(
      .upsert("club.person", "1", ["name": "b"]), .upsert("club.person", "2", ["name": "É"]),
      .upsert("club.person", "3", ["name": "C"]), .upsert("club.person", "4", ["name": "a"])
    ).records()
    var key = SortKey("name")
    #expect(try clubView().ids("club.person", sort: [key], in: records) == ["3", "4", "1", "2"])
    key.isFolded = true
    #expect(try clubView().ids("club.person", sort: [key], in: records) == ["4", "1", "3", "2"])
  }

  @Test(
    arguments: [
      (0, nil, "ann bob cy"), (1, nil, "bob cy"), (0, 2, "ann bob"), (1, 1, "bob"), (3, 5, ""), (9, nil, ""),
      (0, 0, ""), (-1, -1, ""),
    ] as [(Int, Int?, String)])
  func aPageHasItsOffsetAndLimit(offset: Int, limit: Int?, expected: String) throws {
    let result = try fetch { ($0.offset, $0.limit) = (offset, limit) }
    #expect(result.rows.map { $0.id } == expected.split(separator: " ").map(String.init))
    #expect(result.count == 3)
  }

  @Test func aCountHasNoRows() throws {
    let result = try fetch {
      $0.isCount = true
      $0.condition = .compare("isActive", .equal, true)
    }
    #expect(result.count == 2 && result.rows.isEmpty && result.groups == nil)
  }

  @Test func picksFields() throws {
    let rows = try fetch { $0.fields = ["name", "manager.name", "friends.count", "id"] }.rows
    #expect(
      rows[2].fields == [
        Row.Field("name", "O'Hara \"Cy\""), Row.Field("manager.name", "Bob"), Row.Field("friends.count", 0),
        Row.Field("id", "cy"),
      ])
  }

  @Test func groupsCountTheirRows() throws {
    func groups(_ path: String) throws -> [String] {
      try (fetch { $0.groupBy = path }.groups ?? []).map { "\($0.value) \($0.count)" }
    }
    #expect(try groups("isActive") == ["false 1", "true 2"])
    #expect(try groups("role") == ["\"chair\" 1", "\"member\" 1", "\"treasurer\" 1"])
    #expect(try groups("email") == ["\"ann@x.org\" 1", "null 2"])
    #expect(try groups("tags") == ["\"Swim\" 1", "\"chess\" 1", "null 2"])
    #expect(try groups("memberships") == ["\"m1\" 1", "\"m2\" 1", "\"m3\" 1", "null 1"])
    #expect(try groups("manager.name") == ["\"Ann Lée\" 1", "\"Bob\" 1", "null 1"])
  }

  @Test func mistakesAreNamed() throws {
    func refusal(_ change: (inout Query) -> Void) -> LedgerError? {
      do {
        _ = try fetch(change)
        return nil
      } catch { return error as? LedgerError }
    }
    #expect(refusal { $0.kind = "club.persn" }?.code == .notFound)
    #expect(refusal { $0.kind = "club.persn" }?.advice == "did you mean 'club.person'?")
    #expect(refusal { $0.sort = [SortKey("nmae")] }?.advice == "did you mean 'name'?")
    #expect(refusal { ($0.sort, $0.isCount) = ([SortKey("nmae")], true) }?.code == .usage)
    #expect(refusal { $0.fields = ["nope"] }?.code == .usage)
    #expect(refusal { $0.groupBy = "friends.name" }?.code == .usage)
    #expect(refusal { $0.condition = .isNull("nope") }?.code == .usage)
    #expect(refusal { $0.kind = "club.task" } == nil)
  }

  @Test func whatIsGoneIsFoundWhereAskedFor() throws {
    let records = try Story(
      .upsert("club.group", "g"), .upsert("club.membership", "m", ["group": "g"]), .delete("club.group", "g"),
      .link("club.group", "edges-only", "watchers", "p")
    ).records()
    var query = Query("club.group")
    query.includesDeleted = true
    let rows = try clubView().fetch(query, in: records).rows
    #expect(rows.map { $0.id } == ["g"])
    #expect(rows.allSatisfy { $0.isGone })
  }
}
