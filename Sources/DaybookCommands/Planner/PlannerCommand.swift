import ArgumentParser

/// `daybook planner …`: what only Planner does.
struct PlannerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "planner",
    abstract: "Meetings from calendars, with the notes and the people around them.",
    discussion: """
      Meetings, notes and people are named by a part of their name or the beginning of their id, people by their \
      e-mail too.

      Examples:
        daybook planner sync calendar work.ics
      """,
    groupedSubcommands: [
      CommandGroup(name: "Sources", subcommands: [PlannerSyncCommand.self]),
      CommandGroup(name: "Finding", subcommands: [PlannerSearchCommand.self, PlannerEmbedCommand.self]),
    ])
}
