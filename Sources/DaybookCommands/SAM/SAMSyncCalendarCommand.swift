import ArgumentParser
import SAM

/// `daybook sam sync calendar FILE…`
struct SAMSyncCalendarCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Import iCalendar files as evidence.",
    discussion: """
      \(CalendarOptions.discussion)

      Examples:
        daybook sam sync calendar calendar.ics
        daybook sam sync calendar work.ics home.ics --tz Europe/Berlin
        daybook sam sync calendar work.ics --window 2026-01-01..2026-12-31
        daybook sam sync calendar work.ics --window now-30d..now+90d --dry-run
      """)

  @OptionGroup var calendars: CalendarOptions

  func run() async throws { try await calendars.run(CalendarEvidence.self) }
}
