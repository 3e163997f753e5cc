import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

@testable import PurusHealth

/// Of several exports of Apple Health the newest counts, in whatever order they are imported.
@Suite struct OlderExportTests {
  private static func export(_ date: String?, steps: Int, comment: String, also: String = "") -> String {
    """
    <HealthData>\(date.map { "<ExportDate value=\"\($0) 10:00:00 +0000\"/>" } ?? "")
    <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-02-29"/>
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" startDate="2026-01-20 10:00:00 +0000" endDate="2026-01-20 10:05:00 +0000" value="\(steps)"/>
    <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" startDate="2026-01-20 10:00:00 +0000" endDate="2026-01-20 10:00:00 +0000" value="70"><MetadataEntry key="note" value="\(comment)"/></Record>
    \(also)</HealthData>
    """
  }

  private static let weight = """
    <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" startDate="2025-01-20 10:00:00 +0000" endDate="2025-01-20 10:00:00 +0000" value="80"/>
    """

  private static func state(_ fixture: HealthFixture) async throws -> [String] {
    let steps = try await fixture.rows(BloodEntry.kind).map { $0["value"]?.string ?? "" }
    let texts = try await fixture.rows(SourceResource.kind).filter {
      $0["text"]?.string?.contains("note") == true
    }
    let notes = texts.map { $0["text"]?.string?.contains("new") == true ? "new" : "old" }
    let weights = try await fixture.rows(WeightEntry.kind).map { "\($0["weight"]?.double ?? 0)" }.sorted()
    return steps + notes + weights
  }

  @Test(arguments: [
    ["old", "new"], ["new", "old"], ["new", "old", "new"], ["undated", "new", "old", "undated"],
  ])
  func theNewestCounts(_ order: [String]) async throws {
    let fixture = try await HealthFixture()
    let files = [
      "old": Self.export("2026-01-20", steps: 100, comment: "old", also: Self.weight),
      "new": Self.export("2026-02-01", steps: 900, comment: "new"),
      "undated": Self.export(nil, steps: 500, comment: "old"),
    ]
    for name in order { try await fixture.importAppleHealth(try fixture.file("\(name).xml", files[name]!)) }
    #expect(try await Self.state(fixture) == ["900 count", "new", "70.0", "80.0"])
    for name in order {
      #expect(
        try await fixture.importAppleHealth(fixture.folder.path + "/\(name).xml").events == 0, "\(name)")
    }
  }

  /// In one import too, whatever the files are called.
  @Test(arguments: [("a", "b"), ("b", "a")])
  func ofOneFolder(_ old: String, _ new: String) async throws {
    let fixture = try await HealthFixture()
    _ = try fixture.file(
      "x/\(old).xml", Self.export("2026-01-20", steps: 100, comment: "old", also: Self.weight))
    _ = try fixture.file("x/\(new).xml", Self.export("2026-02-01", steps: 900, comment: "new"))
    let receipt = try await fixture.importAppleHealth(fixture.folder.path + "/x")
    #expect(receipt.plan.summary.addsUp())
    #expect(try await Self.state(fixture) == ["900 count", "new", "70.0", "80.0"])
    #expect(try await fixture.importAppleHealth(fixture.folder.path + "/x").events == 0)
  }

  /// Two that are as old as one another: the first of the import.
  @Test func ofOneDay() async throws {
    let fixture = try await HealthFixture()
    _ = try fixture.file("x/a.xml", Self.export("2026-02-01", steps: 900, comment: "new"))
    _ = try fixture.file("x/b.xml", Self.export("2026-02-01", steps: 100, comment: "old", also: Self.weight))
    let receipt = try await fixture.importAppleHealth(fixture.folder.path + "/x")
    #expect(
      receipt.plan.notices.contains {
        $0.reason.hasPrefix("entries left unchanged") && $0.reason.hasSuffix(": 3")
      })
    #expect(try await Self.state(fixture) == ["900 count", "new", "70.0", "80.0"])
    #expect(try await fixture.importAppleHealth(fixture.folder.path + "/x").events == 0)
  }
}
