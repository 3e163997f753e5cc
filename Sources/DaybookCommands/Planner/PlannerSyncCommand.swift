import ArgumentParser
import Planner

/// `daybook planner sync …`
struct PlannerSyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Import calendars.",
    subcommands: [Calendar.self])

  /// `daybook planner sync calendar FILE…`
  struct Calendar: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "calendar",
      abstract: "Import iCalendar files as meetings.",
      discussion: """
        \(CalendarOptions.discussion)

        Whom an entry invites is a person by the address, made where there is none yet and linked to the meeting; \
        the organizer's name and address stay words. What you wrote of a meeting (purpose, outcomes, action items, \
        summary, notes, tags) no calendar touches.

        Examples:
          daybook planner sync calendar calendar.ics
          daybook planner sync calendar work.ics home.ics --tz Europe/Berlin
          daybook planner sync calendar work.ics --window 2026-01-01..2026-12-31
          daybook planner sync calendar work.ics --window now-30d..now+90d --dry-run
        """)

    @OptionGroup var calendars: CalendarOptions

    func run() async throws { try await calendars.run(CalendarMeetings.self) }
  }
}
