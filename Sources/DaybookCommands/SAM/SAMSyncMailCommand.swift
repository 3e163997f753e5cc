import ArgumentParser

/// `daybook sam sync mail FILE…`
struct SAMSyncMailCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail",
    abstract: "Import mailboxes and single messages as evidence.",
    discussion: MailOptions.discussion + """


      This is what 'daybook import mbox' and 'daybook import eml' do, file by file as each begins. Only what changed \
      is written, so the same mailbox again writes nothing, and one that grew writes what is new.

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
