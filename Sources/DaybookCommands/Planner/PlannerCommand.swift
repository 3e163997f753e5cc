import ArgumentParser

/// `daybook planner …`: what only Planner does.
struct PlannerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "planner",
    abstract: "Meetings from calendars, with the notes and the people around them.",
    discussion: """
      Meetings, notes, people and tags are named by a part of their name or the beginning of their id, people by their \
      e-mail too. The name of a list lists; a word after it does more: 'planner people', 'planner people show'.

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
