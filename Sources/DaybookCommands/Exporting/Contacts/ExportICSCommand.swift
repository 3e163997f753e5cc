import ArgumentParser

/// What came from calendars, to be written as one.
package struct CalendarExportRequest: ExportRequest {}

/// `daybook export ics`
struct ExportICSCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ics",
    abstract: "Write meetings and calendar evidence as iCalendar.",
    discussion: """
      By default the meetings of Planner and the evidence of SAM that came from calendars, each event once; --kind takes \
      one of them. Every calendar that they came from is a calendar of its own in the file. An event's UID is the one \
      that it came with, and each occurrence of one that recurs is an event. 'daybook sam sync calendar' and 'daybook \
      planner sync calendar' read back what was written.

      Examples:
        daybook export ics -o calendar.ics
        daybook export ics --kind planner.meetingRecord --where "calendarTitle = 'Work'" -o work.ics
      """)

  @OptionGroup var exporting: ExportOptions

  func run() async throws { try await exporting.run(CalendarExportRequest()) }
}
