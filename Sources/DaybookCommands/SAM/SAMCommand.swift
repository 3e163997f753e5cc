import ArgumentParser

/// `daybook sam …`: what only SAM does.
struct SAMCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sam",
    abstract: "The CRM: people, evidence, insights and the daily work of a practice.",
    discussion: """
      The name of a list prints it; a subcommand changes it: 'sam consents', 'sam consents grant'. People, \
      contexts and products are named by a part of their name or the beginning of their id; everything else by \
      the beginning of its id, as the lists show it.

      Examples:
        daybook sam review
        daybook sam person 'ann lee'
        daybook sam consents --overdue
        daybook sam coverage add 'ann lee' 'term life' --role insured
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "Evidence",
        subcommands: [
          ReviewCommand.self, EvidenceCommand.self, AcceptCommand.self, RejectCommand.self,
          SAMLinkCommand.self,
          SAMUnlinkCommand.self, DoneCommand.self, ReopenCommand.self, MatchCommand.self,
        ]),
      CommandGroup(
        name: "People",
        subcommands: [
          PeopleCommand.self, PersonCommand.self, ContactCommand.self, ContextsCommand.self,
          ContextCommand.self,
          ParticipationsCommand.self, TimelineCommand.self, DuplicatesCommand.self, MergeCommand.self,
        ]),
      CommandGroup(
        name: "Insights",
        subcommands: [
          InsightsCommand.self, SAMDismissCommand.self, SAMRestoreCommand.self, NoteCommand.self,
          NotesCommand.self, AnalyzeCommand.self,
        ]),
      CommandGroup(
        name: "Practice",
        subcommands: [
          ProductsCommand.self, CoverageCommand.self, ConsentsCommand.self, ResponsibilitiesCommand.self,
          JointInterestsCommand.self,
        ]),
      CommandGroup(name: "Sources", subcommands: [SAMSyncCommand.self]),
    ])
}

/// `daybook sam sync …`
struct SAMSyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Import address books, calendars and mail.",
    subcommands: [SAMSyncContactsCommand.self, SAMSyncCalendarCommand.self, SAMSyncMailCommand.self])
}
