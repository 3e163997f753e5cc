import DaybookModel
import DaybookRecords
import DaybookView
import Testing

/// Every cause in a story of a few events, in every order of arrival.
@Suite struct CauseTests {
  /// The conflicts as one line each, the same in every order in which the events may arrive.
  private func conflicts(_ story: Story, sourceLocation: SourceLocation = #_sourceLocation) throws -> [String]
  {
    var all: Set<[String]> = []
    var ids: Set<[String]> = []
    for order in permutations(story.events.count) {
      let records = try story.records(order)
      let found = try clubView().conflicts(in: records)
      all.insert(found.map(\.line))
      ids.insert(found.map(\.id))
    }
    #expect(all.count == 1 && ids.count == 1, "\(all)", sourceLocation: sourceLocation)
    return all.first ?? []
  }

  @Test func twoValuesOfAField() throws {
    var story = Story(.upsert("club.person", "p", ["name": "Ann", "age": 1]))
    story.add(.upsert("club.person", "p", ["name": "Anna"]), by: 1, seeing: true)
    #expect(try conflicts(story) == [])
    story.add(.upsert("club.person", "p", ["name": "Annie", "age": 2]))
    #expect(try conflicts(story) == ["field club.person/p name: Annie | Anna"])
    // Equal values are none; and who has seen both has settled it.
    var equal = story
    equal.add(.upsert("club.person", "p", ["name": "Annie"]), by: 1)
    #expect(try conflicts(equal) == [])
    story.add(.upsert("club.person", "p", ["name": "Annie"]), by: 1, seeing: true)
    #expect(try conflicts(story) == [])
  }

  @Test func formerNamesAndOldVersionsAreOneField() throws {
    var story = Story(.upsert("club.person", "p", ["fullName": "Ann"]))
    story.add(.upsert("club.person", "p", ["name": "Anna"]), by: 1)
    #expect(try conflicts(story) == ["field club.person/p name: Anna | Ann"])
    var old = Mutation.upsert("club.person", "q", ["role": "boss"])
    old.v = 1
    var same = Story(old)
    same.add(.upsert("club.person", "q", ["role": "chair"]), by: 1)
    #expect(try conflicts(same) == [])
    same.add(.upsert("club.person", "q", ["role": "member"]))
    #expect(try conflicts(same) == ["field club.person/q role: member | chair"])
  }

  @Test func linkedAndUnlinkedPresentAndGone() throws {
    var story = Story(.upsert("club.person", "p"), .link("club.person", "p", "friends", "q"))
    story.add(Mutation(.unlink, kind: "club.person", id: "p", rel: "friends", to: "q"), by: 1)
    #expect(try conflicts(story) == ["link club.person/p friends q: false | true"])
    var source = Story(.upsert("club.person", "p"), .sync("club.person", "p", present: true))
    source.add(.sync("club.person", "p", present: false), by: 1)
    #expect(try conflicts(source) == ["presence club.person/p present (gone): false | true"])
  }

  @Test func aDeleteAndAnEdit() throws {
    var story = Story(.upsert("club.person", "p", ["name": "Ann"]))
    story.add(.delete("club.person", "p"))
    story.add(.upsert("club.person", "p", ["name": "Anna"]), by: 1)
    #expect(
      try conflicts(story) == ["revived club.person/p: true | false", "field club.person/p name: Anna | Ann"])
    var other = Story(.upsert("club.person", "p", ["name": "Ann"]))
    other.add(.upsert("club.person", "p", ["age": 3]), by: 1, seeing: true)
    other.add(.delete("club.person", "p"))
    #expect(try conflicts(other) == ["deleted club.person/p (gone): false | true | age=3"])
    other.add(.delete("club.person", "p"), seeing: true)
    #expect(try conflicts(other) == [])
  }

  @Test func whatADeleteHides() throws {
    let writes: [(Mutation, String)] = [
      (.sync("club.person", "p", ["name": "Anna"]), "name=Anna"),
      (.sync("club.person", "p", present: true), "present=true"),
      (.link("club.person", "p", "friends", "q"), "friends→q=true"),
      (
        Mutation(.dismiss, kind: "club.person", id: "p", set: ["leftAt": "2026-01-01T00:00:00.000Z"]),
        "leftAt=2026-01-01T00:00:00.000Z"
      ),
    ]
    for (write, text) in writes {
      for isLater in [false, true] {
        var story = Story(.upsert("club.person", "p", ["age": 1]))
        if isLater { story.add(write, by: 1) }
        story.add(.delete("club.person", "p"))
        if !isLater { story.add(write, by: 1) }
        #expect(try conflicts(story) == ["hidden-edit club.person/p (gone): false | \(text)"])
        var knowing = story
        knowing.add(.delete("club.person", "p"), seeing: true)
        #expect(try conflicts(knowing) == [])
        var told = story
        told.add(write, by: 1, seeing: true)
        // Whoever has seen the delete knew that nobody would see it.
        #expect(try conflicts(told) == [])
        var back = story
        back.add(.restore("club.person", "p"), by: 1, seeing: true)
        #expect(try conflicts(back) == [])
      }
    }
  }

  @Test func whatAnOwnersDeleteHides() throws {
    var story = Story(.upsert("club.person", "boss"))
    story.add(.upsert("club.task", "known", ["owner": "boss"]))
    story.add(.delete("club.person", "boss"))
    story.add(.upsert("club.task", "new", ["owner": "boss", "title": "Paint"]), by: 1)
    #expect(
      try conflicts(story) == [
        "hidden-child club.task/new club.person/boss (gone): false | true | owner=boss | title=Paint"
      ])
    // A child made by somebody who had seen the delete, or deleted itself, is no conflict.
    var knowing = story
    knowing.add(.delete("club.task", "new"), seeing: true)
    #expect(try conflicts(knowing) == [])
    var restored = story
    restored.add(.restore("club.person", "boss"), seeing: true)
    #expect(try conflicts(restored) == [])
    var again = story
    again.add(.delete("club.person", "boss"), seeing: true)
    #expect(try conflicts(again) == [])
  }

  /// Down a chain of owners, round in circles, and no further than what is deleted itself.
  @Test func aDeleteHidesThroughSeveralOwners() throws {
    var story = Story(.upsert("club.group", "top", ["name": "Top"]))
    story.add(.upsert("club.group", "middle", ["name": "Middle", "parent": "top"]))
    story.add(.upsert("club.group", "below", ["name": "Below", "parent": "middle"]), by: 1)
    story.add(.delete("club.group", "top"))
    #expect(
      try conflicts(story) == [
        "hidden-child club.group/below club.group/top (gone): false | true | name=Below | parent=middle"
      ])
    story.add(.delete("club.group", "middle"))
    #expect(
      try conflicts(story) == [
        "hidden-child club.group/below club.group/middle (gone): false | true | name=Below | parent=middle"
      ])
  }

  @Test func twoWaysBack() throws {
    var story = Story(.upsert("club.person", "p", ["name": "Ann"]))
    story.add(.delete("club.person", "p"))
    story.add(.upsert("club.person", "p", ["age": 3]), over: .upTo(story.last))
    story.add(.restore("club.person", "p"), by: 1, over: .cleared)
    let lines = try conflicts(story)
    #expect(lines.count == 1 && lines[0].hasPrefix("recreated club.person/p: null | 2026-"))
  }

  /// A write to a field's former name is gone with the next write to the field, hidden or not.
  @Test func aFieldOfSeveralNamesIsHiddenOnce() throws {
    var story = Story(.upsert("club.person", "p", ["age": 1]))
    story.add(.sync("club.person", "p", ["fullName": "Ann"]), by: 1)
    story.add(.sync("club.person", "p", ["name": "Anna"]), by: 1)
    story.add(.delete("club.person", "p"))
    #expect(try conflicts(story) == ["hidden-edit club.person/p (gone): false | name=Anna"])
    let before = story.last
    story.add(.upsert("club.person", "p", ["age": 2]), over: .upTo(before))
    #expect(try conflicts(story) == ["recreated club.person/p: \(before) | name=Anna"])
  }

  @Test func deniedInBothDirections() throws {
    var story = Story(.upsert("club.room", "r", ["label": "Hall"]))
    story.add(.upsert("club.task", "t", ["room": "r"]), by: 1, seeing: true)
    story.add(.delete("club.room", "r"))
    #expect(try conflicts(story) == ["denied club.room/r club.task/t tasks (gone): false | room=r"])
    story.add(.upsert("club.task", "t", ["room": .null]), by: 1, seeing: true)
    #expect(try conflicts(story) == [])
  }

  @Test func whoHadItFirstComesFirst() throws {
    var story = Story(.upsert("club.person", "z", ["email": "A@x.org"]))
    story.add(.upsert("club.person", "a", ["email": " a@X.org\u{a0}"]), by: 1)
    story.add(.upsert("club.person", "m", ["email": "a@x.org"]), by: 1)
    #expect(
      try conflicts(story) == [
        "unique club.person/z club.person/a club.person/m email: email=A@x.org | email= a@X.org\u{a0} | email=a@x.org"
      ])
    story.add(.delete("club.person", "a"))
    story.add(.upsert("club.person", "m", ["email": .null]), by: 1)
    #expect(try conflicts(story).allSatisfy { !$0.hasPrefix("unique") })
  }

  /// By the key's normaliser, whether or not its bytes can be read as they lie there.
  @Test func sharedValuesAreFoundHoweverTheyAreSpelled() throws {
    let values: [[JSONValue]] = [
      ["a@x", "\tA@X\n"], ["É@x", " é@X"], ["b\"@x", "B\"@X "], ["c@x"], ["C@x\u{a0}", "c@y"], ["", " "],
      [.null],
      ["d"], ["dd"],
    ]
    var story = Story()
    for (index, value) in values.joined().enumerated() {
      story.add(.upsert("club.person", "p\(index)", ["email": value]), by: index % 2)
    }
    let found = try clubView().conflicts(in: story.records())
    #expect(
      found.map { $0.entities.map(\.id) } == [["p0", "p1"], ["p2", "p3"], ["p4", "p5"], ["p6", "p7"]])
    // Of two fields both count, and where one ends.
    var rooms = Story()
    for (index, label) in ["x", "x", "y", ""].enumerated() {
      rooms.add(.upsert("club.room", "r\(index)", ["label": .string(label)]), by: index % 2)
    }
    #expect(try clubView().conflicts(in: rooms.records()).map { $0.entities.map(\.id) } == [["r0", "r1"]])
  }

  @Test func askedForOneItAnswersForOne() throws {
    var story = Story(.upsert("club.person", "p", ["name": "Ann"]))
    story.add(.upsert("club.person", "p", ["name": "Anna"]), by: 1)
    story.add(.upsert("club.person", "q", ["name": "Bo"]))
    story.add(.upsert("club.person", "q", ["name": "Bob"]), by: 1)
    story.add(.upsert("club.room", "r", ["label": "x"]))
    story.add(.upsert("club.room", "s", ["label": "x"]), by: 1)
    let records = try story.records()
    let view = try clubView()
    func ids(_ kind: String?, _ id: String?) -> [String] {
      view.conflicts(kind: kind, id: id, in: records).map { $0.entities[0].id }
    }
    #expect(ids(nil, nil) == ["p", "q", "r"])
    #expect(ids("club.person", nil) == ["p", "q"] && ids("club.person", "q") == ["q"])
    #expect(ids("club.room", "s") == ["r"] && ids("club.room", "t") == [] && ids("club.task", nil) == [])
  }

  /// Raw kinds, and what a later version of the schema wrote.
  @Test func whatNoSchemaKnows() throws {
    var story = Story(.upsert("note", "n", ["text": "a"]))
    story.add(.upsert("note", "n", ["text": "b"]), by: 1)
    story.add(.upsert("club.person", "p", ["shoe": 41]))
    story.add(.upsert("club.person", "p", ["shoe": 42]), by: 1)
    #expect(try conflicts(story) == ["field club.person/p shoe: 42 | 41", "field note/n text: b | a"])
  }
}

extension ViewConflict {
  /// `cause kind/id … field to: side | side`
  var line: String {
    let names = [cause.code] + entities.map { "\($0.kind)/\($0.id)" } + [what, to].compactMap { $0 }
    let isWhole = what != nil && sides.allSatisfy { $0.what == what && $0.to == to } && sides.count > 0
    let texts = sides.map { side in
      let value = side.value.string ?? side.value.description
      guard let name = side.what, name != "over", !isWhole || cause.code == "unique" else { return value }
      return "\(name)\(side.to.map { "→\($0)" } ?? "")=\(value)"
    }
    return "\(names.joined(separator: " "))\(isGone ? " (gone)" : ""): \(texts.joined(separator: " | "))"
  }
}
