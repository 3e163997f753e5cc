import ArgumentParser
import Daybook
import SAM

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

/// `daybook sam sync contacts FILE…`
struct SAMSyncContactsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contacts",
    abstract: "Import vCards (2.1, 3.0 and 4.0) as people.",
    discussion: """
      \(ContactsOptions.discussion)

      Examples:
        daybook sam sync contacts contacts.vcf
        daybook sam sync contacts phone.vcf --source phone --complete
      """)

  @OptionGroup var contacts: ContactsOptions

  func run() async throws { try await contacts.run(ContactPeople.self) }
}

/// `daybook sam sync mail FILE…`
struct SAMSyncMailCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail",
    abstract: "Import mailboxes and single messages as evidence.",
    discussion: MailOptions.discussion + """


      Each file is imported as by 'daybook import mbox' or 'daybook import eml', depending on how it begins. Only \
      changes are written, so the same mailbox again writes nothing, and one that grew writes what is new.

      Examples:
        daybook sam sync mail ~/mail/inbox
        daybook sam sync mail Inbox.mbox offer.eml --source work
      """)

  @Argument(help: "mbox files, messages, folders or archives of them.", completion: .file())
  var files: [String]

  @OptionGroup var mail: MailOptions
  @OptionGroup var importing: ImportOptions

  func run() async throws {
    try await importing.run(
      MailImportRequest(
        files: files, form: .any, source: importing.source, keepsAttachments: !mail.withoutAttachments))
  }
}
