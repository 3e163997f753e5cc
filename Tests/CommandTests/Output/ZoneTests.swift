import DaybookCommands
import DaybookModel
import DaybookTestSupport
import DaybookView
import Testing

/// One rule for all tables: moments are in the zone of --tz, else of $TZ. What programs read is in UTC.
@Suite struct ZoneTests {
  private static let lines = [
    "log --kind sam.person", "log --kind sam.evidenceItem", "history sam.person p", "blame sam.person p",
    "diff --from 2000-01-01",
    "conflicts", "replica",
    "status", "verify --proof p.proof", "verify --proof evidenceItem.proof", "get sam.evidenceItem e",
    "query sam.evidenceItem", "undo --dry-run",
  ]

  /// A ledger with a conflict, and a moment in a field; whose two machines wrote at some time.
  private static func ledger() throws -> DisclosureHarness {
    let ledger = try DisclosureHarness()
    let there = [
      "DAYBOOK_STATE_DIR": ledger.sandbox.path + "/elsewhere",
      "DAYBOOK_LEDGER": ledger.sandbox.work + "/there",
    ]
    let items = """
      {"op":"upsert","kind":"sam.person","id":"p","set":{"displayNameCache":"Ann"}}
      {"op":"upsert","kind":"sam.evidenceItem","id":"e","set":{"title":"A call","occurredAt":"2026-01-31T20:30:00.000Z"}}

      """
    try ledger.run("append", input: items).expectDone()
    try ledger.run("replicate there").expectDone()
    for (number, place) in [[:], there].enumerated() {
      let line = #"{"op":"upsert","kind":"sam.person","id":"p","set":{"displayNameCache":"Ann \#(number)"}}"#
      try ledger.run("append", input: line + "\n", environment: place).expectDone()
    }
    try ledger.run("replicate there").expectDone()
    try ledger.run("prove sam.person p -o p.proof").expectDone()
    try ledger.run("prove sam.evidenceItem e -o evidenceItem.proof --reveal").expectDone()
    return ledger
  }

  @Test func tablesAreInTheReadersZone() throws {
    let ledger = try Self.ledger()
    let log = try ledger.run("log --format jsonl").expectDone().output.split(separator: "\n")
    let stamps = try log.compactMap { line in
      try JSONParser.parse(String(line)).object?["stamp"]?.string.flatMap { Stamp($0) }
    }
    // Neither zone changes its clocks.
    for (zone, minutes) in [("Asia/Tokyo", 540), ("Pacific/Marquesas", -570)] as [(String, Int64)] {
      let moments = stamps.map { stamp in
        Instant(milliseconds: stamp.milliseconds + minutes * 60_000).description.prefix(23)
          .replacing("T", with: " ")
      }
      let call = zone == "Asia/Tokyo" ? "2026-02-01 05:30" : "2026-01-31 11:00"
      for line in Self.lines {
        let named = try ledger.run("\(line) --tz \(zone) --format table")
        let set = try ledger.run("\(line) --format table", environment: ["TZ": zone])
        // The time of the last look at the files changes between runs. So does the stamp of an event that would be
        // written.
        if !["replica", "status", "undo --dry-run"].contains(line) {
          #expect(named.output == set.output, "\(line)")
        }
        #expect(named.errors == set.errors, "\(line)")
        let shown = named.output + named.errors
        #expect(
          shown.contains(call) || moments.contains { shown.contains($0) },
          "\(line) --tz \(zone): \(shown)")
        #expect(!Self.holdsUTC(shown), "\(line) --tz \(zone): \(shown)")
        if line.contains("evidenceItem") { #expect(shown.contains(call), "\(line): \(shown)") }
      }
    }
  }

  @Test(arguments: OutputFormat.allCases.filter { $0 != .table })
  func whatProgramsReadIsInUTC(_ format: OutputFormat) throws {
    let ledger = try Self.ledger()
    for line in Self.lines where !line.hasPrefix("undo") {
      let tokyo = try ledger.run("\(line) --tz Asia/Tokyo --format \(format)")
      let utc = try ledger.run("\(line) --format \(format)")
      // When files were last looked at is a moment too.
      if line != "replica" && line != "status" { #expect(tokyo.output == utc.output, "\(line)") }
      #expect(!tokyo.output.contains("2026-02-01"), "\(line)")
    }
  }

  /// A moment as a table shows it is one that can be typed.
  @Test func whatIsShownCanBeTyped() throws {
    let ledger = try Self.ledger()
    let row = try ledger.run("log --limit 1 --format table --tz Asia/Tokyo").expectDone().output
    let time = try #require(row.split(separator: "\n").last?.prefix(23))
    for option in ["--since", "--until"] {
      let found = try ledger.run("log --kind sam.person \(option) '\(time)' --tz Asia/Tokyo --format jsonl")
        .expectDone()
      #expect(found.output.contains("Ann 1"), "\(option) \(time)")
    }
  }

  /// Whether a moment ends in Z that is no part of a stamp.
  private static func holdsUTC(_ text: String) -> Bool {
    text.replacing(#/Z-[0-9a-f]{4}-[0-9a-f]{16}/#, with: "").contains(
      #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/#)
  }
}
