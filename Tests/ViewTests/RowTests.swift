import DaybookModel
import DaybookRecords
import DaybookView
import Testing

@Suite struct RowTests {
  @Test func knownKindsHaveAllTheirFields() throws {
    let story = Story(
      .upsert("club.person", "p1", ["name": "Ann", "age": .null, "nickname": "A"]),
      .upsert("club.person", "p1", ["score": 1.5]))
    let records = try story.records()
    let view = try clubView()
    let found = view.row("club.person", "p1", in: records)
    let row = try #require(found)
    #expect(row.kind == "club.person" && row.id == "p1" && !row.isGone)
    #expect(row.stamp == story.events[1].event.stamp)
    #expect(row.fields.prefix(4).map { $0.name } == ["email", "name", "age", "score"])
    #expect(row["name"] == "Ann" && row["age"] == 0 && row["score"] == 1.5)
    #expect(row["email"] == JSONValue.null && row["role"] == "member" && row["tags"] == [])
    #expect(row["createdAt"] == "2026-11-21T06:13:00.000Z")
    #expect(row["updatedAt"] == "2026-11-21T06:14:00.000Z")
    // Unknown here, perhaps not to a later version.
    #expect(row.fields.last == Row.Field("nickname", "A"))
  }

  @Test func rawKindsAreShownAsTheyAre() throws {
    let records = try Story(
      .upsert("other.thing", "x", ["b": 1, "a": ["q": .null]]), .link("other.thing", "x", "rel", "t2"),
      .link("other.thing", "x", "rel", "t1"), .link("other.thing", "x", "b", "t3")
    ).records()
    let view = try clubView()
    let found = view.row("other.thing", "x", in: records)
    let row = try #require(found)
    #expect(
      row.fields == [
        Row.Field("a", ["q": .null]), Row.Field("b", 1), Row.Field("b[]", ["t3"]),
        Row.Field("rel", ["t2", "t1"]),
      ])
    #expect(view.row("other.thing", "y", in: records) == nil)
  }

  @Test func formerNamesReadTheLaterRegister() throws {
    let old = Mutation.upsert("club.person", "p1", ["fullName": "Old"])
    let new = Mutation.upsert("club.person", "p1", ["name": "New"])
    let both = Mutation.upsert("club.person", "p2", ["name": "Wins", "fullName": "Loses"])
    for (story, expected) in [(Story(old, new), "New"), (Story(new, old), "Old")] {
      for order in permutations(2) {
        let records = try story.records(order)
        #expect(try clubView().row("club.person", "p1", in: records)?["name"] == .string(expected))
        #expect(try clubView().ids("club.person", "name = '\(expected)'", in: records) == ["p1"])
      }
    }
    let records = try Story(both).records()
    let row = try clubView().row("club.person", "p2", in: records)
    #expect(row?["name"] == "Wins")
    #expect(row?["fullName"] == nil)
  }

  @Test func oldValuesAreUpcast() throws {
    var old = Mutation.upsert("club.person", "p1", ["role": "boss"])
    old.v = 1
    var new = Mutation.upsert("club.person", "p2", ["role": "boss"])
    new.v = 2
    let records = try Story(old, new).records()
    #expect(try clubView().row("club.person", "p1", in: records)?["role"] == "chair")
    #expect(try clubView().row("club.person", "p2", in: records)?["role"] == "boss")
    #expect(try clubView().ids("club.person", "role = 'chair'", in: records) == ["p1"])
  }

  @Test func relationsReadInTheOrderOfTheirLinks() throws {
    let records = try Story(
      .upsert("club.membership", "m2", ["person": "p1"]), .upsert("club.membership", "m1", ["person": "p1"]),
      .upsert("club.person", "p1"), .upsert("club.person", "p2"), .link("club.group", "g", "watchers", "p2"),
      .upsert("club.group", "g"), .link("club.group", "g", "watchers", "p1"),
      .upsert("club.membership", "m2", ["person": "p1"])
    ).records()
    let view = try clubView()
    #expect(view.row("club.person", "p1", in: records)?["memberships"] == ["m1", "m2"])
    #expect(view.row("club.person", "p1", in: records)?["membershipCount"] == 2)
    #expect(view.row("club.group", "g", in: records)?["watchers"] == ["p2", "p1"])
    #expect(view.row("club.person", "p2", in: records)?["groupsWatched"] == ["g"])
  }

  @Test func writingAProjectionIsIgnored() throws {
    let records = try Story(.upsert("club.person", "p1", ["membershipCount": 7])).records()
    let row = try clubView().row("club.person", "p1", in: records)
    #expect(row?["membershipCount"] == 0)
    #expect(row?.fields.count { $0.name == "membershipCount" } == 1)
  }
}
