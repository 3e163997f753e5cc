import DaybookModel
import DaybookRecords
import DaybookView
import Testing

@Suite struct ConflictTests {
  @Test func sharedValuesAndDeniedDeletesAreKeptAndNamed() throws {
    var story = Story()
    story.add(.upsert("club.person", "p1", ["email": "Ann@x.org"]))
    story.add(.upsert("club.person", "p2", ["email": " ann@X.org"]), by: 1)
    story.add(.upsert("club.person", "p3", ["email": "ann@x.org"]))
    story.add(.delete("club.person", "p3"))
    story.add(.upsert("club.person", "p4", ["email": ""]))
    story.add(.upsert("club.person", "p5", ["email": ""]))
    story.add(.upsert("club.room", "r"))
    story.add(.upsert("club.task", "t", ["room": "r"]))
    story.add(.delete("club.room", "r"), by: 1, seeing: true)
    for order in [Array(0..<9), Array((0..<9).reversed()), [8, 3, 1, 0, 2, 7, 6, 5, 4]] {
      let records = try story.records(order)
      let view = try clubView()
      let conflicts = view.conflicts(in: records)
      #expect(
        conflicts.map(\.cause) == [
          .unique(fields: ["email"], values: ["ann@x.org"]), .denied(relation: "tasks"),
        ])
      #expect(conflicts.map { $0.entities.map(\.id) } == [["p1", "p2"], ["r", "t"]])
      // Until then both are there, and the reference reads as null.
      #expect(try view.ids("club.person", in: records) == ["p1", "p2", "p4", "p5"])
      #expect(view.row("club.task", "t", in: records)?["room"] == JSONValue.null)
    }
  }

  @Test func fingerprintsTellSchemasApart() throws {
    let club = try SchemaRegistry([.club])
    #expect(try SchemaRegistry([.club]).fingerprint == club.fingerprint)
    #expect(SchemaRegistry.empty.fingerprint != club.fingerprint)
    let later = System("club", version: 3, kinds: System.club.kinds)
    #expect(try SchemaRegistry([later]).fingerprint != club.fingerprint)
    let records = try Story(.upsert("club.person", "p1")).records()
    #expect(View(registry: club).digest(of: records) != View(registry: .empty).digest(of: records))
  }
}
