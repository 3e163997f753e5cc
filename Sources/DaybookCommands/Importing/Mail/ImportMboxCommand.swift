import ArgumentParser

/// `daybook import mbox FILE…`
struct ImportMboxCommand: AsyncParsableCommand {
  enum Dialect: String, ExpressibleByArgument, CaseIterable { case mboxo, mboxrd, mboxcl, mboxcl2 }

  static let configuration = CommandConfiguration(
    commandName: "mbox",
    abstract: "Import mailboxes (mbox) as evidence.",
    discussion: MailOptions.discussion + """


      Four families of programs quote lines of a message that begin with 'From ' in four ways. Which one wrote a file \
      is seen from it; where you know better, say so with --dialect.

      Examples:
        daybook import mbox Inbox.mbox
        daybook import mbox takeout-20260101.zip --source gmail
        daybook import mbox sent --dialect mboxrd --dry-run
      """)

  @Argument(help: "mbox files, folders or archives of them; - is the standard input.", completion: .file())
  var files: [String]

  @Option(help: "How its lines are quoted.")
  var dialect: Dialect?

  @OptionGroup var mail: MailOptions
  @OptionGroup var importing: ImportOptions

  func run() async throws {
    try await importing.run(
      MailImportRequest(
        files: files, form: .mbox(dialect: dialect?.rawValue), source: importing.source,
        keepsAttachments: !mail.withoutAttachments))
  }
}
