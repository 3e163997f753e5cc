import DaybookModel
import Testing

@testable import DaybookCalendars

/// What of a calendar is not an event is named, and costs no event.
@Suite struct PassedOverTests {
  private func read(_ components: String...) -> CalendarFile {
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME:Home\n" + components.joined() + "END:VCALENDAR\n"
    return CalendarReader.read(Array(text.utf8), localZone: ZoneDirectory.zone(named: "UTC")!)
  }

  private static let event = "BEGIN:VEVENT\nUID:e\nDTSTART:20261201T100000Z\nSUMMARY:Talk\nEND:VEVENT\n"
  /// With an alarm, and with a name of its own, which is not the calendar's.
  private static let task =
    "BEGIN:VTODO\nUID:t\nSUMMARY:Milk\nNAME:x\nX-WR-CALNAME:y\nBEGIN:VALARM\nACTION:DISPLAY\nEND:VALARM\nEND:VTODO\n"
  private static let journal = "BEGIN:VJOURNAL\nUID:j\nEND:VJOURNAL\n"

  @Test func tasksAndJournalEntriesAreNamed() {
    let file = read(Self.task, Self.event, Self.task, Self.journal)
    #expect(file.entries.count == 1 && file.skipped.isEmpty && file.isWhole)
    #expect(file.calendarNames == ["Home"])
    #expect(
      file.remarks.map(\.reason) == [
        "2 tasks (VTODO) and 1 journal entry (VJOURNAL) are not imported: only events are"
      ])
    #expect(file.remarks.map(\.line) == [4])
  }

  @Test func oneIsOne() {
    #expect(read(Self.task).remarks.map(\.reason) == ["1 task (VTODO) is not imported: only events are"])
    #expect(read(Self.event).remarks.isEmpty)
    #expect(
      read("BEGIN:X-\u{1b}[2J\nEND:X-\u{1b}[2J\n").remarks.map(\.reason) == [
        "1 X-2J is not imported: only events are"
      ])
  }

  /// One that does not end hides nothing behind it.
  @Test func anOpenTaskHidesNoEvent() {
    let open = "BEGIN:VTODO\nUID:t\nBEGIN:VALARM\n"
    let file = read(open, Self.event, Self.task)
    #expect(file.entries.count == 1)
    #expect(file.remarks.first?.reason.hasPrefix("2 tasks") == true)
    let many = read(String(repeating: "BEGIN:VTODO\n", count: 10_000), Self.event)
    #expect(many.entries.count == 1)
  }
}
