import ArgumentParser
import Daybook
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
