import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookCalendars
@testable import DaybookText
@testable import Planner
@testable import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Random calendars, also as another reader finds them.

extension StoredComponentTests {
  private static func random(_ random: inout SeededRandom, uid: Int) -> String {
    func pick(_ words: String...) -> String { words.randomElement(using: &random)! }
    func text() -> String {
      let pieces = ["Ann", " ", "Jürgen", "田中", "👩‍👩‍👧‍👦", "\\,", "\\;", "\\n", "\\\\", "x", ":", "=", "-"]
      return "a"
        + (0..<Int.random(in: 1...20, using: &random)).map { _ in pieces.randomElement(using: &random)! }
        .joined() + "z"
    }
    let day = "202611\(Int.random(in: 10...28, using: &random))"
    var lines = [
      pick(
        "DTSTART;TZID=Europe/Berlin:\(day)T100000", "DTSTART:\(day)T100000Z", "DTSTART;VALUE=DATE:\(day)"),
      "UID:\(uid)", "DTSTAMP:20260101T000000Z", "SUMMARY:\(text())",
    ]
    if Bool.random(using: &random) {
      lines.append(
        "RRULE:FREQ=\(pick("DAILY", "WEEKLY", "MONTHLY"));COUNT=\(Int.random(in: 2...5, using: &random))")
    }
    for _ in 0..<Int.random(in: 0...10, using: &random) {
      lines.append(
        pick(
          "DESCRIPTION:\(text())", "LOCATION:\(text())", "CATEGORIES:\(text()),\(text())", "CLASS:PRIVATE",
          "ATTENDEE;CN=\(uid);RSVP=TRUE;X-A=\"b;c\":mailto:a\(lines.count)@x.example", "PRIORITY:5",
          "X-\(lines.count)-Y;P=1:\(text())", "URL:https://x.example/\(lines.count)", "TRANSP:OPAQUE",
          "CONFERENCE;VALUE=URI;LABEL=a:https://m.example/1", "GEO:1.5;2.5", "COMMENT:\(text())",
          "BEGIN:VALARM\nACTION:AUDIO\nTRIGGER;RELATED=START:-PT\(lines.count)M\nX-ID:\(text())\nEND:VALARM"))
    }
    return "BEGIN:VEVENT\n" + lines.joined(separator: "\n") + "\nEND:VEVENT"
  }

  @Test(.seeded) func aSecondImportOfWhatWentOutChangesNothing() async throws { _ = try await outAndIn() }

  /// A random calendar, as it was imported and as it went out.
  private func outAndIn() async throws -> (text: String, out: String) {
    var random = SeededRandom(seed: TestSeed.current)
    let ledger = try Ledger.seeded(systems: [.planner])
    let events = (0..<60).map { Self.random(&random, uid: $0) }
    let text = Self.calendar(events.joined(separator: "\n"))
    _ = try await Self.sync(text, into: ledger, as: CalendarMeetings.self)
    let out = try await Self.export(ledger)
    #expect(Set(Self.events(out)) == Set(events))
    #expect(try await Self.sync(out, into: ledger, as: CalendarMeetings.self).changed == 0)
    return (text, out)
  }

  /// Out, and in by Python's icalendar: every property and alarm with its parameters.
  @Test(.seeded, .python("icalendar")) func anotherReaderFindsTheSame() async throws {
    let (text, out) = try await outAndIn()
    let folder = try TemporaryFolder()
    for (name, text) in [("in", text), ("out", out)] {
      try Data(text.replacing("\n", with: "\r\n").utf8).write(
        to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    try await folder.run(Python.path, "-c", Self.script)
    let said = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path + "/found")), as: UTF8.self)
    print(said.trimmed)
    #expect(said.hasPrefix("0 of 60 "), "\(said)")
  }

  private static let script = """
    from icalendar import Calendar
    def events(name):
        found = {}
        for calendar in Calendar.from_ical(open(name, 'rb').read(), multiple=True):
            for event in calendar.walk('VEVENT'):
                found[str(event['UID'])] = [(key, sorted(value.params.items()) if hasattr(value, 'params') else [],
                                             value.to_ical() if hasattr(value, 'to_ical') else value)
                                            for key, value in event.property_items()]
        return found
    before, after = events('in'), events('out')
    differ = [key for key in before if before[key] != after.get(key)]
    with open('found', 'w', encoding='utf-8') as found:
        print(len(differ), 'of', len(before), 'events differ', len(after), file=found)
        for key in differ[:3]:
            a, b = before[key], after.get(key, [])
            print(key, [l for l in a if l not in b], [l for l in b if l not in a], file=found)
    """
}
