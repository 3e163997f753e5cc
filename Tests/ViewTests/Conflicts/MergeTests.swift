import DaybookModel
import DaybookRecords
import DaybookView
import Testing

/// Fields of which a policy makes one value.
@Suite struct MergeTests {
  private func kitchen() throws -> View { View(registry: try SchemaRegistry([.kitchen])) }

  /// One event of each of the two, neither having seen the other, and the value in either order.
  private func merged(_ field: String, _ values: [JSONValue]) throws -> JSONValue? {
    var story = Story(.upsert("kitchen.recipe", "r"))
    for (index, value) in values.enumerated() {
      story.add(.upsert("kitchen.recipe", "r", [field: value]), by: index % 2)
    }
    var found: [JSONValue?] = []
    for order in permutations(story.events.count) {
      let records = try story.records(order)
      let view = try kitchen()
      #expect(view.conflicts(in: records).isEmpty)
      found.append(view.row("kitchen.recipe", "r", in: records)?[field])
    }
    #expect(found.allSatisfy { $0 == found[0] })
    return found[0]
  }

  @Test func policiesMakeOneValueOfTwo() throws {
    #expect(try merged("tags", [["b", "a"], ["c", "b"]]) == ["b", "a", "c"])
    #expect(try merged("tags", [["a"], .null]) == ["a"])
    #expect(try merged("tags", [.null, "odd"]) == "odd")
    #expect(try merged("cooked", [3, 5]) == 5)
    #expect(try merged("cooked", [5, 3]) == 5)
    #expect(try merged("weight", [0.5, 2]) == 0.5)
    #expect(try merged("since", ["2026-02-01", "2025-02-01"]) == "2025-02-01")
    #expect(
      try merged("tasted", ["2026-01-01T00:00:00Z", "2025-01-01T00:00:00.000Z"]) == "2026-01-01T00:00:00.000Z"
    )
    #expect(try merged("best", ["a", "ä"]) == "ä")
    #expect(try merged("note", ["salt", "pepper"]) == "salt\npepper")
    #expect(try merged("note", ["salt", "salt"]) == "salt")
    #expect(try merged("note", ["", "pepper"]) == "pepper")
    #expect(try merged("steps", [["stir"], ["stir", "bake"]]) == ["stir", "stir", "bake"])
    #expect(try merged("steps", [["stir"], ["stir"]]) == ["stir"])
  }

  @Test func theNextWriteThatSawThemTakesTheirPlace() throws {
    var story = Story(.upsert("kitchen.recipe", "r", ["tags": ["a"]]))
    story.add(.upsert("kitchen.recipe", "r", ["tags": ["b"]]), by: 1)
    story.add(.upsert("kitchen.recipe", "r", ["tags": ["c"]]), seeing: true)
    for order in permutations(3) {
      let records = try story.records(order)
      #expect(try kitchen().row("kitchen.recipe", "r", in: records)?["tags"] == ["c"])
    }
  }

  /// What a re-creation hides is not merged; the other names of a field are.
  @Test func overAndFormerNames() throws {
    var story = Story(.upsert("kitchen.recipe", "r", ["tags": ["a"]]))
    story.add(.upsert("kitchen.recipe", "r", ["tags": ["b"]]), by: 1)
    story.add(.delete("kitchen.recipe", "r"), seeing: true)
    story.add(.upsert("kitchen.recipe", "r", ["cooked": 1]), over: .upTo(story.last))
    #expect(try kitchen().row("kitchen.recipe", "r", in: story.records())?["tags"] == [])
    var renamed = Story(.upsert("kitchen.recipe", "r", ["labels": ["a"]]))
    renamed.add(.upsert("kitchen.recipe", "r", ["tags": ["b"]]), by: 1)
    #expect(try kitchen().row("kitchen.recipe", "r", in: renamed.records())?["tags"] == ["a", "b"])
    #expect(try kitchen().conflicts(in: renamed.records()).isEmpty)
  }

  @Test func conditionsSortsAndProjectionsReadTheMergedValue() throws {
    var story = Story()
    for (id, pair) in [("low", [1, 2]), ("high", [9, 3]), ("plain", [5])] {
      for (index, value) in pair.enumerated() {
        story.add(
          .upsert("kitchen.recipe", id, ["cooked": .int(Int64(value)), "best": .string("x\(value)")]),
          by: index)
      }
    }
    let records = try story.records()
    let view = try kitchen()
    #expect(try view.ids("kitchen.recipe", "cooked = 9", in: records) == ["high"])
    #expect(try view.ids("kitchen.recipe", "cooked = 3", in: records) == [])
    #expect(try view.ids("kitchen.recipe", "cooked > 4", in: records) == ["high", "plain"])
    #expect(try view.ids("kitchen.recipe", "cooked in (2, 5)", in: records) == ["low", "plain"])
    #expect(try view.ids("kitchen.recipe", "best contains 'X9'", in: records) == ["high"])
    #expect(try view.ids("kitchen.recipe", "best contains 'x3'", in: records) == [])
    #expect(
      try view.ids("kitchen.recipe", sort: [SortKey("cooked")], in: records) == ["low", "plain", "high"])
    #expect(view.row("kitchen.recipe", "high", in: records)?["twice"] == 18)
  }

  @Test func uniqueValuesAreComparedMerged() throws {
    var story = Story(.upsert("kitchen.recipe", "a", ["best": "m"]))
    story.add(.upsert("kitchen.recipe", "a", ["best": "n"]), by: 1)
    story.add(.upsert("kitchen.recipe", "a", ["best": "k"]))
    story.add(.upsert("kitchen.recipe", "b", ["best": "n"]))
    story.add(.upsert("kitchen.recipe", "c", ["best": "k"]))
    let conflicts = try kitchen().conflicts(in: story.records())
    #expect(conflicts.map { $0.entities.map(\.id) } == [["a", "b"]])
  }

  @Test func theSchemaSaysSoAndRefusesWhatDoesNotFit() throws {
    let registry = try SchemaRegistry([.kitchen])
    let field = try #require(registry["kitchen.recipe"]?.field("tags"))
    #expect(field.merge == .union && field.json["merge"] == "union")
    let plain = try SchemaRegistry([System("kitchen", version: 1, kinds: [PlainRecipe.self])])
    let merging = try SchemaRegistry([System("kitchen", version: 1, kinds: [MergingRecipe.self])])
    #expect(plain.fingerprint != merging.fingerprint)
    for (kind, what) in [
      (BadUnion.self as any Entity.Type, "union takes a list"), (BadMaximum.self, "maximum takes a number"),
      (BadBoth.self, "keepBoth takes a text"), (BadRelation.self, "cannot be merged"),
      (Twice.self, "two merge policies"),
    ] {
      let error = #expect(throws: LedgerError.self) {
        try SchemaRegistry([System("kitchen", version: 1, kinds: [kind])])
      }
      #expect(error?.code == .badSchema && error?.what.contains(what) == true, "\(error?.what ?? "")")
    }
  }
}

private struct PlainRecipe: Entity {
  var id = ID()
  var tags: [String] = []
  static let schema = Schema("kitchen.recipe") {}
}

private struct MergingRecipe: Entity {
  var id = ID()
  var tags: [String] = []
  static let schema = Schema("kitchen.recipe") { Merge(\.tags, .union) }
}

private struct BadUnion: Entity {
  var id = ID()
  var name = ""
  static let schema = Schema("kitchen.bad") { Merge(\.name, .union) }
}

private struct BadMaximum: Entity {
  var id = ID()
  var done = false
  static let schema = Schema("kitchen.bad") { Merge(\.done, .maximum) }
}

private struct BadBoth: Entity {
  var id = ID()
  var count = 0
  static let schema = Schema("kitchen.bad") { Merge(\.count, .keepBoth) }
}

private struct BadRelation: Entity {
  var id = ID()
  var others: [Ref<BadRelation>] = []
  static let schema = Schema("kitchen.bad") {
    Many(\.others)
    Merge(\.others, .union)
  }
}

private struct Twice: Entity {
  var id = ID()
  var count = 0
  static let schema = Schema("kitchen.bad") {
    Merge(\.count, .maximum)
    Merge(\.count, .minimum)
  }
}
