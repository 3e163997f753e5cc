import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookView
import Testing

/// Fields that follow from others are written with them.
@Suite struct DerivedTests {
  private let kind = "shop.article"

  /// Plans one commit after the story; gives what each event sets.
  private func sets(_ mutations: Mutation..., after story: Story = Story()) throws -> [JSONObject?] {
    let records = try story.records()
    var planner = MutationPlanner(schemas: try SchemaRegistry([.shop]), replica: Story.replicas[0])
    var counter: UInt16 = 0
    return try planner.plan(MutationBuffer(mutations), records) {
      counter += 1
      return Stamp(milliseconds: Story.start + 6_000_000, counter: counter, replica: Story.replicas[0])!
    }.events().map(\.mutation.set)
  }

  private var held: Story {
    Story(
      .upsert(kind, "a", ["name": "Lamp", "price": 5, "label": "Lamp 5 -", "note": "old", "words": ["old"]]))
  }

  @Test(arguments: [EventOperation.upsert, .sync])
  func theFirstWriteDerives(op: EventOperation) throws {
    let made = Mutation(op, kind: kind, id: "a", set: ["name": "Lamp", "price": 5])
    #expect(try sets(made) == [["name": "Lamp", "price": 5, "label": "Lamp 5 -"]])
    // Though no input is among its fields; and nothing is added that reads so anyway.
    #expect(try sets(Mutation(op, kind: kind, id: "a", set: ["isSold": true])) == [["isSold": true]])
  }

  @Test func anEntityMadeOfNothingStaysEmpty() throws {
    #expect(try sets(Mutation(.upsert, kind: kind, id: "a")) == [nil])
    var present = Mutation(.sync, kind: kind, id: "a")
    present.present = true
    #expect(try sets(present) == [nil])
  }

  @Test(arguments: [EventOperation.upsert, .sync])
  func aWriteOfAnInputDerives(op: EventOperation) throws {
    #expect(
      try sets(Mutation(op, kind: kind, id: "a", set: ["price": 6]), after: held)
        == [["price": 6, "label": "Lamp 6 -"]])
    #expect(
      try sets(Mutation(op, kind: kind, id: "a", set: ["note": .null]), after: held)
        == [["note": .null, "words": []]])
  }

  @Test(arguments: [EventOperation.upsert, .sync])
  func aWriteOfNoInputAddsNothing(op: EventOperation) throws {
    #expect(
      try sets(Mutation(op, kind: kind, id: "a", set: ["isSold": true]), after: held) == [["isSold": true]])
    // An input's own value again changes nothing that follows from it.
    #expect(try sets(Mutation(op, kind: kind, id: "a", set: ["price": 5]), after: held) == [["price": 5]])
  }

  @Test func anExplicitWriteIsKept() throws {
    let explicit: JSONObject = ["price": 6, "label": "mine"]
    #expect(try sets(.upsert(kind, "a", explicit), after: held) == [explicit])
    #expect(try sets(.upsert(kind, "b", explicit)) == [explicit])
    // Until an input is written again; a value that the formula did not give is no reason to write it anew.
    let mine = Story(.upsert(kind, "a", ["name": "Lamp", "label": "mine"]))
    #expect(try sets(.upsert(kind, "a", ["isSold": true]), after: mine) == [["isSold": true]])
    #expect(try sets(.upsert(kind, "a", ["price": 1]), after: mine) == [["price": 1, "label": "Lamp 1 -"]])
  }

  @Test func referencesAreInputsAndEdgesAreNot() throws {
    #expect(
      try sets(.link(kind, "a", "shelf", "s"), .link(kind, "a", "tags", "s"), after: held)
        == [["shelf": "s", "label": "Lamp 5 s"], nil])
    let shelved = Story(.upsert(kind, "a", ["name": "Lamp", "shelf": "s", "label": "Lamp 0 s"]))
    #expect(
      try sets(Mutation(.unlink, kind: kind, id: "a", rel: "shelf", to: "s"), after: shelved)
        == [["shelf": .null, "label": "Lamp 0 -"]])
  }

  @Test func aCommitBuildsOnItself() throws {
    #expect(
      try sets(
        .upsert(kind, "a", ["name": "Lamp"]), .upsert(kind, "a", ["price": 2]), .delete(kind, "a"),
        .upsert(kind, "a", ["price": 3]), .upsert(kind, "a", ["name": "Desk"]))
        == [
          ["name": "Lamp", "label": "Lamp 0 -"], ["price": 2, "label": "Lamp 2 -"], nil, ["price": 3],
          ["name": "Desk", "label": "Desk 3 -"],
        ])
  }

  @Test func aReCreationBeginsAnew() throws {
    var story = held
    story.add(.delete(kind, "a"))
    #expect(
      try sets(.upsert(kind, "a", ["name": "Desk"]), after: story) == [["name": "Desk", "label": "Desk 0 -"]])
    // What a source says of a deleted one derives as ever, and does not bring it back.
    #expect(
      try sets(.sync(kind, "a", ["price": 9]), after: story) == [["price": 9, "label": "Lamp 9 -"]])
  }

  @Test func formerNamesAndVersionsAreReadAsTheViewReadsThem() throws {
    var old = Mutation.upsert(kind, "a", ["title": "Lamp", "price": 5])
    old.v = 1
    #expect(try sets(old) == [["title": "Lamp", "price": 5, "label": "Lamp 500 -"]])
    #expect(
      try sets(.upsert(kind, "a", ["shelf": "s"]), after: Story(old)) == [
        ["shelf": "s", "label": "Lamp 500 s"]
      ])
  }

  @Test func dismissingWritesItsFieldAlone() throws {
    #expect(try sets(Mutation(.dismiss, kind: kind, id: "a"), after: held) == [["isSold": true]])
  }

  @Test func aRepeatAsksForWhatWasAskedFor() throws {
    let planner = MutationPlanner(schemas: try SchemaRegistry([.shop]), replica: Story.replicas[0])
    let asked = Mutation.upsert(kind, "a", ["price": 6])
    var written = asked
    written.set?["label"] = "Lamp 6 -"
    #expect(planner.asks(asked, for: written))
    #expect(!planner.asks(.upsert(kind, "a", ["price": 6, "label": "mine"]), for: written))
  }

  @Test func theSchemaSaysWhatFollowsFromWhat() throws {
    let schema = try #require(try SchemaRegistry([.shop])[kind])
    #expect(schema.field("label")?.derivedFrom == ["name", "price", "shelf"])
    #expect(schema.field("name")?.derivedFrom == [])
  }

  /// What was written reads the same whoever would derive something else from it.
  @Test func theFingerprintIsThatOfTheFields() throws {
    struct Thing: Entity {
      var id = ID()
      var name = ""
      var label = ""
      static let schema = Schema("x.thing") {}
    }
    struct Deriving: Entity {
      var id = ID()
      var name = ""
      var label = ""
      static let schema = Schema("x.thing") {
        Derived(\.label, from: \.name) { $0 }
      }
    }
    let plain = try SchemaRegistry([System("x", version: 1, kinds: [Thing.self])])
    let deriving = try SchemaRegistry([System("x", version: 1, kinds: [Deriving.self])])
    #expect(plain.fingerprint == deriving.fingerprint)
  }

  @Test func badDeclarationsAreRefused() {
    struct Bad: Entity {
      var id = ID()
      var name = ""
      var tags: [Ref<Bad>] = []
      static let schema = Schema("x.bad") {
        Many(\.tags)
        Derived(\.name, from: \.tags) { tags in "\(tags.count)" }
      }
    }
    struct Chain: Entity {
      var id = ID()
      var first = ""
      var second = ""
      var third = ""
      static let schema = Schema("x.chain") {
        Derived(\.second, from: \.first) { $0 }
        Derived(\.third, from: \.second) { $0 }
      }
    }
    struct Keyed: Entity {
      var id = ID()
      var name = ""
      var code = ""
      static let schema = Schema("x.keyed") {
        Key(\.code)
        Derived(\.code, from: \.name) { $0 }
      }
    }
    for kind in [Bad.self, Chain.self, Keyed.self] as [any Entity.Type] {
      #expect(throws: LedgerError.self) { try SchemaRegistry([System("x", version: 1, kinds: [kind])]) }
    }
  }
}
