import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookView
import Testing

/// What local writes come to, and which are refused.
@Suite struct PlannerTests {
  /// Plans one commit after the story, at `minute` of it.
  private func plan(
    _ mutations: [Mutation], after story: Story = Story(), minute: Int64 = 100
  ) throws -> [Event] {
    let records = try story.records()
    var planner = MutationPlanner(schemas: try SchemaRegistry([.club]), replica: Story.replicas[0])
    var counter: UInt16 = 0
    do {
      let salt = { Salt(1, 2) }
      return try planner.plan(MutationBuffer(mutations), records, salt: salt) {
        counter += 1
        return Stamp(
          milliseconds: Story.start + minute * 60_000, counter: counter, replica: Story.replicas[0])!
      }.events()
    } catch let refusal as MutationRefusal {
      throw refusal.error
    }
  }

  private func refusal(_ mutations: Mutation..., after story: Story = Story()) -> LedgerError? {
    do {
      _ = try plan(mutations, after: story)
      return nil
    } catch { return error as? LedgerError }
  }

  static let story = Story(
    .upsert("club.person", "p1", ["email": "ann@x.org", "age": 30]),
    .upsert("club.room", "r", ["label": "Blue"]),
    .upsert("club.task", "t1", ["room": "r", "owner": "p1"]), .upsert("club.group", "g"),
    .upsert("club.task", "t2"), .delete("club.task", "t2"))

  /// Stored as they are, they would be kept for ever and change nothing.
  @Test(arguments: [
    ("upser", "'upser' is not an operation", "did you mean 'upsert'?"),
    (
      "merge", "'merge' is not an operation",
      "the operations are: upsert, link, unlink, dismiss, restore, delete, sync"
    ),
    ("erase", "the operation 'erase' is reserved", "this version writes upsert, link"),
  ])
  func operationsThatNobodyWritesAreRefused(_ op: String, _ what: String, _ advice: String) {
    for kind in ["club.person", "other.thing"] {
      let error = refusal(Mutation(EventOperation(rawValue: op), kind: kind, id: "x"))
      #expect(error?.code == .badData && error?.what == what)
      #expect(error?.advice?.hasPrefix(advice) == true)
    }
  }

  @Test(arguments: [
    ("sett", "set"), ("Set", "set"), ("presnt", "present"), ("kinds", "kind"), ("wyh", "why"),
  ])
  func aKeyThatIsNearlyAKnownOneIsRefused(_ key: String, _ known: String) {
    for kind in ["club.person", "other.thing"] {
      var mutation = Mutation(.upsert, kind: kind, id: "x")
      mutation.other = [key: ["name": "Ann"]]
      let error = refusal(mutation)
      #expect(error?.what == "'\(key)' is not a key of a mutation")
      #expect(error?.advice == "did you mean '\(known)'?")
    }
  }

  /// Keys of later versions are kept.
  @Test(arguments: ["later", "mood", "x", "is", "expires"]) func anyOtherKeyIsKept(_ key: String) throws {
    var mutation = Mutation(.upsert, kind: "club.person", id: "x")
    mutation.other = [key: 1]
    #expect(try plan([mutation])[0].mutation.other == [key: 1])
  }

  @Test func aKindThatIsNearlyAKnownOneIsRefused() throws {
    for kind in ["club.persn", "club.peron", "clb.person", "clubs.person"] {
      let error = refusal(.upsert(kind, "x"))
      #expect(error?.what == "there is no kind '\(kind)'" && error?.advice == "did you mean 'club.person'?")
    }
    for kind in ["club.invoice", "crm.person", "person", "note"] {
      #expect(try plan([.upsert(kind, "x")])[0].mutation.kind == kind)
    }
  }

  @Test func whatWasNeverMadeIsNotRestored() throws {
    let error = refusal(Mutation(.restore, kind: "club.person", id: "nobody"), after: Self.story)
    #expect(error?.code == .notFound)
    #expect(try plan([Mutation(.restore, kind: "club.task", id: "t2")], after: Self.story).count == 1)
  }

  @Test func valuesAreStoredInOneForm() throws {
    let planned = try plan([
      .upsert(
        "club.person", "x",
        [
          "age": 3.0, "joinedAt": "2026-11-21T07:13:00+01:00",
          "token": "0193E7A0-0000-7000-8000-0000000000FF",
          "born": "1980-03-01", "tags": ["a"], "role": "unheard-of", "email": .null,
        ])
    ])
    #expect(
      planned[0].mutation.set == [
        "age": 3, "joinedAt": "2026-11-21T06:13:00.000Z", "token": "0193e7a0-0000-7000-8000-0000000000ff",
        "born": "1980-03-01", "tags": ["a"], "role": "unheard-of", "email": .null,
      ])
    #expect(
      planned[0].mutation.v == 2 && planned[0].salt != nil && planned[0].at == nil && planned[0].over == nil)
  }

  @Test(
    arguments: [
      (Mutation.upsert("club.person", "x", ["nmae": "A"]), "no field 'nmae'", "did you mean 'name'?"),
      (.upsert("club.person", "x", ["age": "old"]), "club.person.age must be an integer", nil),
      (.upsert("club.person", "x", ["joinedAt": "2026-02-30T00:00:00Z"]), "joinedAt must be a time", nil),
      (.upsert("club.person", "x", ["born": "1999-02-29"]), "born must be a day", nil),
      (.upsert("club.person", "x", ["token": "123"]), "token must be a UUID", nil),
      (.upsert("club.person", "x", ["photo": "?"]), "photo must be base64", nil),
      (.upsert("club.person", "x", ["tags": ["a", 1]]), "tags at [1] must be a text", nil),
      (.upsert("club.person", "x", ["address": ["street": 1]]), "address at .street", nil),
      (.upsert("club.person", "x", ["membershipCount": 1]), "is computed", nil),
      (.upsert("club.person", "x", ["reports": ["y"]]), "stored by the other side", "link"),
      (.upsert("club.person", "x", ["age": -1]), "club.person.age must not be negative", "it would be -1"),
      (.link("club.person", "p1", "freinds", "y"), "no relation 'freinds'", nil),
      (.upsert("club.person", ""), "needs an id", "email"),
      (.upsert("club.person", "", ["email": "  "]), "must not be empty", nil),
      (.upsert("club.person", "x", ["email": " ANN@x.org"]), "must be unique: p1", "leave out the id"),
      (.upsert("club.room", "x", ["label": "Blue"]), "must be unique: r", nil),
      (.delete("club.room", "r"), "cannot be deleted while its tasks has club.task t1", "unlink"),
      (.delete("club.room", "nowhere"), "there is no club.room nowhere", nil),
      (Mutation(.dismiss, kind: "club.group", id: "g"), "cannot be dismissed", nil),
      (Mutation(.dismiss, kind: "club.task", id: "nowhere"), "there is no club.task nowhere", nil),
      (Mutation(.unlink, kind: "club.task", id: "t1", rel: "room", to: "other"), "has no room other", nil),
    ] as [(Mutation, String, String?)])
  func aBadMutationIsRefusedWithAdvice(mutation: Mutation, what: String, advice: String?) {
    let error = refusal(mutation, after: Self.story)
    #expect(error?.what.contains(what) == true, "\(error?.description ?? "not refused")")
    if let advice { #expect(error?.advice?.contains(advice) == true, "\(error?.advice ?? "no advice")") }
  }

  @Test func rawKindsPass() throws {
    let planned = try plan([
      .upsert("raw.thing", "x", ["anything": ["goes": 1]]), .link("raw.thing", "x", "any", "y"),
      Mutation(.dismiss, kind: "raw.thing", id: "z"), .delete("raw.thing", "never-made"),
    ])
    #expect(planned.map { $0.mutation.v } == [nil, nil, nil, nil])
    #expect(planned.map { $0.salt != nil } == [true, true, true, true])
  }

  @Test func keysAreIDs() throws {
    let email: JSONObject = ["email": "new@x.org"]
    let ids = try plan(
      [
        .upsert("club.person", "", email), .upsert("club.person", "", ["email": " NEW@x.org "]),
        .upsert("club.person", "", ["email": "ann@x.org"]),
      ], after: Self.story
    ).map(\.mutation.id)
    #expect(ids[0] == ids[1] && ids[2] == "p1")
    #expect(ids[0] == (try plan([.upsert("club.person", "", email)])[0].mutation.id))
    // Frozen: an id derived today must be derived for ever.
    #expect(ids[0] == NaturalKey.id(of: "club.person", normalized: "new@x.org"))
    // Once that entity has another key, the key derives another id, from the write that took it away.
    var rekeyed = Story(.upsert("club.person", ids[0], email))
    rekeyed.add(.upsert("club.person", ids[0], ["email": "other@x.org"]))
    let again = try plan([.upsert("club.person", "", email)], after: rekeyed)[0].mutation.id
    #expect(
      again == NaturalKey.id(of: "club.person", normalized: "new@x.org", since: rekeyed.events[1].event.stamp)
    )
    #expect(again != ids[0])
  }

  @Test func uniquenessSeesTheWholeCommit() {
    #expect(
      refusal(.upsert("club.room", "a", ["label": "Red"]), .upsert("club.room", "b", ["label": "Red"])) != nil
    )
    let moved = refusal(
      .upsert("club.room", "r", ["label": "Red"]), .upsert("club.room", "b", ["label": "Blue"]),
      after: Self.story)
    #expect(moved == nil)
    let freed = refusal(
      .delete("club.task", "t1"), .delete("club.room", "r"), .upsert("club.room", "b", ["label": "Blue"]),
      after: Self.story)
    #expect(freed == nil)
    let unlinked = refusal(
      Mutation(.unlink, kind: "club.task", id: "t1", rel: "room", to: "r"), .delete("club.room", "r"),
      after: Self.story)
    #expect(unlinked == nil)
  }

  @Test func linksAreStoredOnTheirOwnersSide() throws {
    let planned = try plan(
      [
        .link("club.task", "t1", "owner", "p9"), .link("club.person", "p1", "tasks", "t1"),
        Mutation(.unlink, kind: "club.room", id: "r", rel: "tasks", to: "t1"),
        .link("club.person", "p1", "groupsWatched", "g"), .link("club.group", "g", "watchers", "p1"),
      ], after: Self.story
    ).map(\.mutation)
    #expect(planned.map(\.kind) == ["club.task", "club.task", "club.task", "club.group", "club.group"])
    #expect(planned[0].set == ["owner": "p9"] && planned[0].op == .link && planned[0].rel == nil)
    #expect(planned[1].set == ["owner": "p1"] && planned[1].id == "t1")
    #expect(planned[2].set == ["room": .null])
    #expect(planned[3].rel == "watchers" && planned[3].to == "p1" && planned[3].set == nil)
    #expect(planned[3].id == planned[4].id && planned[4].to == "p1")
  }

  @Test func dismissalsSpellOutWhatTheyWrite() throws {
    let planned = try plan(
      [
        Mutation(.dismiss, kind: "club.task", id: "t1"), .restore("club.task", "t1"),
        Mutation(.dismiss, kind: "club.person", id: "p1"), .restore("club.person", "p1"),
        .restore("club.task", "t2"),
      ], after: Self.story)
    #expect(
      planned.map(\.mutation.set) == [
        ["state": "done"], ["state": "open"], ["leftAt": .string(planned[2].stamp.instant.description)],
        ["leftAt": .null], nil,
      ])
  }

  @Test func recreatingLeavesTheOldBehind() throws {
    let planned = try plan([.upsert("club.task", "t2", ["title": "new"])], after: Self.story)
    #expect(planned[0].over == .upTo(Self.story.events[5].event.stamp))
    // Within one commit as well.
    let both = try plan(
      [.delete("club.task", "t1"), .upsert("club.task", "t1"), .restore("club.task", "t1")], after: Self.story
    )
    #expect(both[1].over == .upTo(both[0].stamp))
    // What only edges tell of was never there before.
    let linked = Story(.link("club.group", "h", "watchers", "p1"))
    #expect(try plan([.upsert("club.group", "h")], after: linked)[0].over == nil)
  }

  @Test func whatComesFromAClockAheadIsOverwritten() throws {
    let early = try plan([.upsert("club.person", "p1", ["age": 31])], after: Self.story, minute: 0)
    // The entity's own first write has minute 0 and counter 0: nothing is in the way.
    #expect(early[0].at == nil)
    let late = try plan(
      [.upsert("club.task", "t1", ["title": "x", "owner": "p2"])], after: Self.story, minute: 1)
    let order = Self.story.events[2].event.stamp
    #expect(late[0].at == Stamp(time: order.time + 1, replica: Story.replicas[0]))
    // A new field has no one to lose to, but the upsert writes whether it is alive.
    #expect(try plan([.sync("club.task", "t1", ["title": "x"])], after: Self.story, minute: 1)[0].at == nil)
  }
}
