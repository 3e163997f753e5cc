import Daybook
import DaybookTestSupport
import Testing

@testable import DaybookCalendars
@testable import Planner
@testable import SAM

private func text(_ random: inout SeededRandom) -> String {
  let pieces = [
    "Call", "Köln", "🎉", ",", ";", "\\", "\\n", ":", "\"", "\n", " ", " · ", "x", "田中", "BEGIN:VEVENT",
  ]
  let count = Int.random(in: 1...30, using: &random)
  return "a" + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined() + "z"
}

private func entry(_ index: Int, _ random: inout SeededRandom) -> CalendarEntry {
  let day = CivilDay(daysSince1970: Int64.random(in: 19_000...21_000, using: &random))
  let instant = Instant(milliseconds: Int64.random(in: 1_600_000_000...1_800_000_000, using: &random) * 1000)
  let isDay = index % 4 == 0
  var entry = CalendarEntry(line: 0, start: isDay ? .day(day) : .instant(instant))
  entry.uid = "\(index)-" + ["x@example.org", "a#b", "ü;,\\"][index % 3]
  if index % 5 == 0 { entry.recurrenceID = isDay ? .day(day) : .instant(instant) }
  let length = Int64(index % 7 + 1)
  entry.end =
    isDay
    ? .day(CivilDay(daysSince1970: day.daysSince1970 + length))
    : index % 3 == 0 ? nil : .instant(Instant(milliseconds: instant.milliseconds + length * 900_000))
  entry.summary = text(&random)
  if index % 2 == 0 { entry.description = text(&random) }
  if index % 3 == 0 { entry.location = OneLine.of(text(&random)) }
  if index % 2 == 1 { entry.organizer = .init(name: "Lee, Ann; \"A\" ^", email: "ann\(index)@example.org") }
  entry.attendees = (0..<index % 4).map {
    .init(
      name: $0 == 0 ? nil : "Bob: \($0)", email: "b\($0)@example.org", role: "REQ-PARTICIPANT",
      participation: ["ACCEPTED", "DECLINED"][$0 % 2])
  }
  entry.calendarName = ["Work", "Home, sweet"][index % 2]
  return entry
}

private func written(_ entries: [CalendarEntry]) -> [UInt8] {
  var writer = CalendarWriter()
  var bytes: [UInt8] = []
  for name in ["Work", "Home, sweet"] {
    bytes += writer.begin(calendar: name)
    for entry in entries where entry.calendarName == name {
      bytes += writer.write(entry, stamp: Instant(milliseconds: 1_767_225_600_000))
    }
  }
  return bytes + writer.end()
}

struct CalendarWriterTests {
  @Test(.seeded) func everyEntryComesBack() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let entries = (0..<120).map { entry($0, &random) }
    let bytes = written(entries)
    for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast() {
      #expect(line.count <= 76 && line.last == 0x0d)
      #expect(String(validating: line, as: UTF8.self) != nil, "folded within a code point")
    }
    let file = CalendarReader.read(bytes, localZone: FixedZone())
    #expect(file.skipped == [] && file.isWhole)
    let read = file.entries.map { found in
      var entry = found
      (entry.line, entry.stamp, entry.kept) = (0, nil, nil)
      return entry
    }
    #expect(file.entries.allSatisfy { $0.stamp == Instant(milliseconds: 1_767_225_600_000) })
    let sorted = { (entries: [CalendarEntry]) in entries.sorted { ($0.uid ?? "") < ($1.uid ?? "") } }
    for (one, other) in zip(sorted(read), sorted(entries)) { #expect(one == other) }
    #expect(read.count == entries.count)
  }

  @Test(
    arguments: [
      ("Office", nil, "Office"), ("Office · Bring papers", "Bring papers", "Office"),
      ("A · B · Bring papers", "Bring papers", "A · B"), ("Bring papers", "Bring\npapers", nil),
      ("", nil, nil),
      ("Office · " + String(repeating: "x", count: 150) + "…", String(repeating: "x", count: 400), "Office"),
      (String(repeating: "x", count: 159) + "…", String(repeating: "x", count: 400), nil),
    ] as [(String, String?, String?)])
  func thePlaceIsWhatIsNotInTheNotes(_ test: (snippet: String, notes: String?, place: String?)) {
    #expect(CalendarEntry.place(of: test.snippet, notes: test.notes) == test.place)
  }

  /// Out of one ledger and into another: what a sync of calendars reads is equal.
  @Test(.seeded) func evidenceAndMeetingsComeBack() async throws {
    var random = SeededRandom(seed: TestSeed.current)
    let bytes = written((0..<120).map { entry($0, &random) })
    let ledger = try Ledger.seeded(systems: [.sam, .planner])
    try await sync(bytes, into: ledger)
    for (kind, count) in [(EvidenceItem.kind, 120), (MeetingRecord.kind, 120)] {
      var export = CalendarExport(ledger)
      try await export.add([Query(kind)])
      #expect(export.count == count)
      let fresh = try Ledger.seeded(systems: [.sam, .planner])
      try await sync(export.bytes, into: fresh)
      let (before, after) = (try await fields(ledger, kind), try await fields(fresh, kind))
      #expect(before.count == count && after.count == count)
      for (one, other) in zip(before, after) { #expect(one == other) }
    }
    // Both systems together: each event once.
    var both = CalendarExport(ledger)
    try await both.add(CalendarEntry.kinds.map { Query($0) })
    #expect(both.count == 120)
  }

  private func sync(_ bytes: [UInt8], into ledger: Ledger) async throws {
    let file = CalendarReader.read(bytes, localZone: FixedZone())
    #expect(file.skipped == [])
    _ = try await ledger.sync { state, _ in
      var evidence = CalendarSync()
      for entry in file.entries {
        evidence.add(
          CalendarItem(entry), file: "x.ics", source: SyncSource(.calendar, name: entry.calendarName ?? "x"))
      }
      return try evidence.finish(in: state)
    }
    _ = try await ledger.sync { state, _ in
      var meetings = MeetingSync()
      for entry in file.entries {
        meetings.add(
          CalendarItem(entry), file: "x.ics", source: SyncSource(.calendar, name: entry.calendarName ?? "x"))
      }
      return try meetings.finish(in: state)
    }
  }

  /// What a sync writes of the kind, by its key.
  private func fields(_ ledger: Ledger, _ kind: String) async throws -> [String] {
    let names =
      kind == EvidenceItem.kind
      ? [
        "sourceUID", "title", "snippet", "bodyText", "occurredAt", "occurredOn", "participantHints",
        "importedFrom",
      ]
      : [
        "eventIdentifier", "title", "startDate", "endDate", "isAllDay", "location", "organizerName",
        "organizerEmail",
        "calendarTitle", "isRecurring", "calendarNotes", "calendarAttendees", "importedFrom",
      ]
    return try await ledger.query(Query(kind)).rows.map { row in
      names.map { "\($0): \(row[$0] ?? .null)" }.joined(separator: "\n")
    }.sorted()
  }
}
