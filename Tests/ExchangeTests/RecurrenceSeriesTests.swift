import DaybookModel
import Testing

@testable import DaybookCalendars

/// Events that share a UID.
struct RecurrenceSeriesTests {
  private static let master =
    "UID:u\nDTSTART;TZID=Europe/Berlin:20260622T090000\nRRULE:FREQ=WEEKLY;COUNT=5\nSUMMARY:Weekly"

  /// However it is written, the occurrence has one name.
  @Test(arguments: [
    "RECURRENCE-ID:20260629T070000Z", "RECURRENCE-ID;TZID=Europe/Berlin:20260629T090000",
    "RECURRENCE-ID;TZID=America/New_York:20260629T030000", "RECURRENCE-ID:20260629T090000",
    "RECURRENCE-ID;VALUE=DATE:20260629", "RECURRENCE-ID;TZID=W. Europe Standard Time:20260629T090000",
  ])
  func namesOfOccurrences(line: String) {
    let override = "UID:u\nDTSTART:20260630T120000Z\n\(line)"
    for text in [calendarText(Self.master, override), calendarText(override, Self.master)] {
      let entry = calendarFile(text).entries.first { !$0.isRecurring }
      #expect(entry?.recurrenceID.map { short($0) } == "2026-06-29T07:00")
      #expect(entry?.occurrences == nil)
    }
  }

  @Test func dayOfAllDay() {
    let file = calendarFile(
      calendarText(
        "UID:u\nDTSTART;VALUE=DATE:20260105\nRRULE:FREQ=DAILY",
        "UID:u\nDTSTART:20260107T100000Z\nRECURRENCE-ID:20260106T230000Z"))
    #expect(file.entries[1].recurrenceID.map { short($0) } == "2026-01-06")
  }

  /// A date names what lies on it, also at another time than the first.
  @Test func dateOfAnotherTime() {
    let file = calendarFile(
      calendarText(
        "UID:u\nDTSTART:20260105T090000Z\nRRULE:FREQ=DAILY;COUNT=3\nRDATE:20260220T150000Z",
        "UID:u\nDTSTART:20260107T100000Z\nRECURRENCE-ID;VALUE=DATE:20260220"))
    #expect(file.entries[1].recurrenceID.map { short($0) } == "2026-02-20T15:00")
  }

  @Test func thisAndFuture() {
    let later =
      "UID:u\nDTSTART;TZID=Europe/Berlin:20260707T140000\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260706T070000Z"
    let file = calendarFile(calendarText(Self.master, later))
    #expect(file.entries[0].starts == ["2026-06-22T07:00", "2026-06-29T07:00"])
    #expect(file.entries[1].starts == ["2026-07-07T12:00", "2026-07-14T12:00", "2026-07-21T12:00"])
    #expect(file.entries[1].names == ["2026-07-06T07:00", "2026-07-13T07:00", "2026-07-20T07:00"])
    #expect(file.isWhole)
    // One change after another; the window shows what was moved into it.
    let again = "UID:u\nDTSTART;VALUE=DATE:20260801\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260713T070000Z"
    let august = calendarFile(calendarText(again, Self.master, later), window("2026-08-01", "2026-08-31"))
    #expect(august.entries.map(\.starts) == [["2026-08-01", "2026-08-08"], [], []])
    #expect(august.entries[0].names == ["2026-07-13T07:00", "2026-07-20T07:00"])
  }

  @Test func anOccurrenceWithoutItsSeriesIsRead() {
    let file = calendarFile(
      calendarText("UID:u\nDTSTART:20260707T140000Z\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260706T070000Z"))
    #expect(file.entries[0].occurrences == nil)
    #expect(file.entries[0].recurrenceID.map { short($0) } == "2026-07-06T07:00")
    #expect(
      file.remarks.map(\.reason) == [
        "it changes all later occurrences of an event that is not here; only one is imported"
      ])
  }

  @Test func cutFilesAreNotWhole() {
    let whole = calendarText(Self.master)
    #expect(calendarFile(whole).isWhole)
    #expect(!calendarFile(String(whole.dropLast(15))).isWhole)
    #expect(!calendarFile(whole + "BEGIN:VEVENT\nEND:VEVENT\n").isWhole)
    #expect(!calendarFile(calendarText(Self.master + "\nEXDATE:tomorrow")).isWhole)
  }
}
