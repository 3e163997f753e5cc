import ArgumentParser
import Planner

/// `daybook planner …`: what only Planner does.
struct PlannerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "planner",
    abstract: "Meetings from calendars, with the notes and the people around them.",
    discussion: """
      Meetings, notes, people and tags are named by a part of their name or the beginning of their id, people by their \
      e-mail too. The name of a list prints the list; a subcommand does more: 'planner people', 'planner people show'.

      Examples:
        daybook planner sync calendar work.ics
        daybook planner agenda --date today+1d
        daybook planner meeting show 'budget review'
        daybook planner note add --meeting 'budget review' 'Ann wants the figures by Friday'
        daybook planner people summarize 'ann lee'
        daybook planner search 'what did we decide about the chairs'
      """,
    groupedSubcommands: [
      CommandGroup(name: "Meetings", subcommands: [AgendaCommand.self, MeetingCommand.self]),
      CommandGroup(
        name: "Around them",
        subcommands: [PlannerNoteCommand.self, PlannerPeopleCommand.self, PlannerTagCommand.self]),
      CommandGroup(name: "Sources", subcommands: [PlannerSyncCommand.self]),
      CommandGroup(name: "Finding", subcommands: [PlannerSearchCommand.self, PlannerEmbedCommand.self]),
    ])
}

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

        Each invited address is a person, who is created if there is none yet, and linked to the meeting; the \
        organizer's name and address stay text. A calendar never changes what you wrote about a meeting (purpose, \
        outcomes, action items, summary, notes, tags).

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
