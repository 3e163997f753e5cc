import ArgumentParser
import Daybook
import Planner
import SAM

/// `daybook import ics FILE…`
struct ImportICSCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ics",
    abstract: "Import iCalendar files; the same as 'sam sync calendar' and 'planner sync calendar'.",
    discussion: """
      \(CalendarOptions.discussion)

      Examples:
        daybook import ics calendar.ics --into sam
        daybook import ics takeout.zip --into sam
        daybook import ics work.ics home.ics --into planner --tz Europe/Berlin
      """)

  enum Target: String, ExpressibleByArgument, CaseIterable {
    case sam, planner
  }

  @Option(help: "What its entries become: evidence of sam, or meetings of planner.")
  var into: Target

  @OptionGroup var calendars: CalendarOptions

  func run() async throws {
    switch into {
    case .sam: try await calendars.run(CalendarEvidence.self)
    case .planner: try await calendars.run(CalendarMeetings.self)
    }
  }
}
