import DaybookModel
import DaybookRecords
import DaybookView
import FoundationEssentials
import Testing

private struct Visit: Entity {
  var id = ID()
  var at: Date?
  var isToCome = false

  static let schema = Schema("visits.visit") {
    Projection(\.isToCome) { !$0.hasBegun("at") }
  }
}

/// The moment of which formulas speak.
@Suite struct MomentTests {
  private static let time = Instant("2026-11-23T12:00:00.000Z")!

  @Test func itDecidesWhatIsToComeAndNoDigest() throws {
    let records = try Story(
      .upsert("visits.visit", "v", ["at": .string(Self.time.description)]), .upsert("visits.visit", "w")
    ).records()
    let view = View(registry: try SchemaRegistry([System("visits", version: 1, kinds: [Visit.self])]))
    let digest = view.digest(of: records)
    // Without a moment nothing is to come.
    #expect(view.row("visits.visit", "v", in: records)?["isToCome"] == false)
    for (offset, expected) in [(-1, true), (0, false), (1, false)] as [(Int64, JSONValue)] {
      view.moment = Instant(milliseconds: Self.time.milliseconds + offset)
      #expect(view.row("visits.visit", "v", in: records)?["isToCome"] == expected)
      // What has no date is not.
      #expect(view.row("visits.visit", "w", in: records)?["isToCome"] == false)
      #expect(view.digest(of: records) == digest)
      #expect(view.moment?.milliseconds == Self.time.milliseconds + offset)
    }
  }
}
