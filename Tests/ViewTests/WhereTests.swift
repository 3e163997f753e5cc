import DaybookModel
import DaybookRecords
import DaybookView
import Testing

/// Every form of the `--where` grammar, over one small club. `now` is 2026-11-21T06:13:00Z, a Saturday.
@Suite struct WhereTests {
  static let story = Story(
    .upsert(
      "club.person", "ann",
      [
        "name": "Ann Lée", "email": "ann@x.org", "age": 30, "score": 1.5, "role": "chair",
        "born": "1996-02-29", "joinedAt": "2026-11-20T23:30:00.000Z", "tags": ["Swim", "chess"],
        "address": ["street": "Low 1", "city": "Rome"], "token": "0193e7a0-0000-7000-8000-0000000000ff",
      ]),
    .upsert(
      "club.person", "bob",
      [
        "name": "Bob", "age": 41, "manager": "ann", "isActive": false, "joinedAt": "2026-11-14T06:13:00.000Z",
      ]),
    .upsert("club.person", "cy", ["name": "O'Hara \"Cy\"", "role": "treasurer", "manager": "bob"]),
    .upsert("club.group", "g1", ["name": "Board"]),
    .upsert("club.group", "g2", ["name": "Choir", "parent": "g1"]),
    .upsert("club.membership", "m1", ["person": "ann", "group": "g1", "isPrimary": true]),
    .upsert("club.membership", "m2", ["person": "ann", "group": "g2"]),
    .upsert("club.membership", "m3", ["person": "bob", "group": "g2"]),
    .link("club.person", "ann", "friends", "bob"), .link("club.person", "bob", "friends", "cy"),
    .link("club.group", "g2", "watchers", "ann"))

  @Test(arguments: [
    ("name = 'Bob'", "bob"), ("name = \"Bob\"", "bob"), ("name == 'Bob'", "bob"),
    ("name != 'Bob'", "ann cy"), ("name <> 'Bob'", "ann cy"), ("name = 'O''Hara \"Cy\"'", "cy"),
    ("name = 'O\\'Hara \"Cy\"'", "cy"), ("`name` = 'Bob'", "bob"),
    ("age = 30", "ann"), ("age > 30", "bob"), ("age >= 30", "ann bob"), ("age < 30", "cy"),
    ("age <= 30", "ann cy"), ("age = 30.0", "ann"), ("age > -1", "ann bob cy"), ("score = 1.5", "ann"),
    ("score < 1", "bob cy"), ("score > 15e-1", ""), ("age = 3e1", "ann"),
    ("isActive", "ann cy"), ("not isActive", "bob"), ("isActive = false", "bob"),
    ("isActive = TRUE", "ann cy"),
    ("role = 'chair'", "ann"), ("role = chair", "ann"), ("role = member", "bob"),
    ("role = 'treasurer'", "cy"), ("role != chair", "bob cy"),
    ("role in (chair, 'treasurer')", "ann cy"), ("age in (41, 30)", "ann bob"), ("age not in (41)", "ann cy"),
    ("email is null", "bob cy"), ("email is not null", "ann"), ("email = null", "bob cy"),
    ("email != null", "ann"), ("email in ('ann@x.org', null)", "ann bob cy"),
    ("name contains 'LEE'", "ann"), ("name contains 'o'", "bob cy"), ("role contains 'EAS'", "cy"),
    ("tags contains 'CHESS'", "ann"), ("tags contains 'che'", ""), ("tags.count = 2", "ann"),
    ("memberships.count >= 1", "ann bob"), ("memberships.count = 0", "cy"),
    ("address.city = 'Rome'", "ann"), ("address.city is null", "bob cy"), ("address is null", "bob cy"),
    ("manager = 'ann'", "bob"), ("manager is null", "ann"), ("manager.name = 'Bob'", "cy"),
    ("manager.manager.name contains 'ann'", "cy"), ("manager.age > age", "cy"), ("age < manager.age", "cy"),
    ("manager.isActive", "bob"), ("manager.name is null", "ann"),
    ("friends contains 'bob'", "ann"), ("friends contains 'nobody'", ""), ("reports contains 'bob'", "ann"),
    ("memberships contains 'm3'", "bob"), ("groupsWatched contains 'g2'", "ann"),
    ("any friends (name = 'Bob')", "ann"), ("any friends (not isActive or role = 'treasurer')", "ann bob"),
    ("any memberships (isPrimary and group.name = 'Board')", "ann"),
    ("any memberships (any group.memberships (person.name = 'Bob'))", "ann bob"),
    ("not any memberships (true)", "cy"), ("any tags (true)", "ann"),
    ("born = 1996-02-29", "ann"), ("born < 1996-03-01", "ann"), ("born >= '1996-03-01'", ""),
    ("joinedAt = 2026-11-20", "ann"), ("joinedAt != 2026-11-20", "bob cy"), ("joinedAt < 2026-11-20", "bob"),
    ("joinedAt <= 2026-11-20", "ann bob"), ("joinedAt > 2026-11-19", "ann"), ("joinedAt > 2026-11-20", ""),
    ("joinedAt >= 2026-11-20T23:30:00Z", "ann"), ("joinedAt > 2026-11-20T23:30Z", ""),
    ("joinedAt = '2026-11-21T00:30:00+01:00'", "ann"), ("joinedAt >= now-7d", "ann bob"),
    ("joinedAt > now - 7d", "ann"), ("joinedAt > now-6h-44m", "ann"), ("joinedAt >= today - 1d", "ann"),
    ("joinedAt >= today", ""), ("joinedAt >= today-1w", "ann bob"),
    ("joinedAt in (2026-11-20, 2026-11-14)", "ann bob"),
    ("token = '0193E7A0-0000-7000-8000-0000000000FF'", "ann"), ("id = 'cy'", "cy"), ("_id > 'ann'", "bob cy"),
    ("_stamp < '2026-11-21T06:16'", "cy"),
    ("name = 'Bob' or age = 30 and role = chair", "ann bob"),
    ("(name = 'Bob' or age = 30) and role = chair", "ann"),
    ("not (name = 'Bob' or age = 30)", "cy"), ("not not isActive", "ann cy"),
    ("NOT isActive OR age = 30", "ann bob"),
    ("fullName = 'Bob'", "bob"), ("true", "ann bob cy"), ("false", ""), ("membershipCount = 2", "ann"),
    ("memberships is null", ""), ("createdAt = today", "ann bob cy"),
    ("createdAt < 2026-11-21T06:14:00Z", "ann"), ("photo is null", "ann bob cy"),
  ])
  func anExpressionFindsItsRows(expression: String, expected: String) throws {
    let records = try Self.story.records()
    let found = try clubView().ids("club.person", expression, in: records)
    #expect(found == expected.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    ("nam = 'x'", "has no field 'nam' (at character 1", "did you mean 'name'?"),
    ("age > 1 and nmae = 'x'", "character 13", "did you mean 'name'?"),
    ("name = ", "expected a value, found the end (at character 8", nil),
    ("name = 'x", "is never closed (at character 8", nil), ("name 'x'", "expected a comparison", nil),
    ("name = 5", "name is text", "write texts in quotes"), ("age = 'x'", "age is a whole number", nil),
    ("age = x", "age is a whole number", nil), ("joinedAt > 5", "joinedAt is a date and time", nil),
    ("joinedAt > 'soon'", "'soon' is not a date", nil),
    ("joinedAt > 2026-13-01", "'•••' is not a date (at character 12)", nil),
    ("joinedAt > now-7", "followed by a number and d, h, m or w", "now-7d"),
    ("born = 1999-02-29", "is not a date", nil),
    ("role = chiar", "not a known value of role", "did you mean 'chair'?"),
    ("memberships.group = 'g1'", "leads to many", "any memberships (group"),
    ("memberships = 'm1'", "cannot be compared", "contains 'id'"),
    ("name.first = 'x'", "has no fields", nil), ("address.town = 'x'", "no field 'town'", nil),
    ("any name (true)", "needs a to-many relation", nil), ("any friends name = 'x'", "expected '('", nil),
    ("(name = 'x'", "expected ')'", nil), ("name = 'x')", "found ')'", nil), ("", "expected a field", nil),
    ("name = 'x' age = 1", "expected 'and', 'or' or the end", nil), ("age < null", "null has no order", nil),
    ("name is 5", "expected 'null'", nil), ("age contains 1", "not a text, an array or a relation", nil),
    ("age = 5x", "'•••' is not a number", nil), ("name ! 'x'", "must be followed by '='", nil),
    ("name # 'x'", "'#' has no meaning", nil), ("age = ((((", "expected a value", nil),
    ("manager.nmae = 'x'", "has no field 'nmae'", "name"), ("age in 5", "expected '('", nil),
  ])
  func aBadExpressionIsRefusedWithItsPlace(expression: String, what: String, advice: String?) throws {
    let registry = try SchemaRegistry([.club])
    let error = #expect(throws: LedgerError.self) {
      try WhereParser.parse(
        expression, kind: "club.person", registry: registry, zone: .utc,
        now: Instant(milliseconds: Story.start))
    }
    #expect(error?.code == .usage)
    #expect(error?.what.contains(what) == true, "\(error?.what ?? "")")
    if let advice { #expect(error?.advice?.contains(advice) == true, "\(error?.advice ?? "none")") }
  }

  @Test func nestingHasALimit() throws {
    let deep = String(repeating: "(", count: 100_000) + "true"
    #expect(throws: LedgerError.self) {
      try WhereParser.parse(deep, kind: "x", registry: .empty, now: Instant(milliseconds: 0))
    }
    let long = Array(repeating: "isActive", count: 5000).joined(separator: " and ")
    let records = try Self.story.records()
    #expect(try clubView().ids("club.person", long, in: records) == ["ann", "cy"])
  }

  @Test(arguments: [
    ("a = 1", "x"), ("a = 'text'", "y"), ("a is null", "z"), ("b.c > 1", "x"), ("rel contains 't1'", "y"),
    ("day = 2026-11-20", "x y"), ("id = 'x'", "x"), ("list contains 'A'", "z"), ("any list (n = 2)", "z"),
    ("flag", "z"), ("flag = true", "z"), ("missing is null", "x y z"), ("a > 'a'", "y"), ("a != 1", "y z"),
    ("list.count = 2", ""),
  ])
  func rawKindsNeedNoSchema(expression: String, expected: String) throws {
    let records = try Story(
      .upsert("raw.thing", "x", ["a": 1, "b": ["c": 2], "day": "2026-11-20"]),
      .upsert("raw.thing", "y", ["a": "text", "day": "2026-11-20T12:00:00.000Z"]),
      .upsert("raw.thing", "z", ["list": ["a", ["n": 2]], "flag": true]),
      .link("raw.thing", "y", "rel", "t1")
    ).records()
    #expect(
      try View(registry: .empty).ids("raw.thing", expression, in: records)
        == expected.split(separator: " ").map(String.init))
  }

  @Test func zonesDecideWhenADayBegins() throws {
    let records = try Self.story.records()
    let view = try clubView()
    for (offset, expected) in [(Int64(0), [String]()), (3600, ["ann"]), (-7 * 3600, ["ann"])] {
      var query = Query("club.person")
      query.condition = try WhereParser.parse(
        "joinedAt = today", kind: "club.person", registry: view.registry, zone: .fixed(seconds: offset),
        now: Instant(milliseconds: Story.start))
      #expect(try view.fetch(query, in: records).rows.map { $0.id } == expected)
    }
  }
}
