import ArgumentParser

/// `daybook import eml FILE|FOLDER…`
struct ImportEMLCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eml",
    abstract: "Import single messages (EML, emlx, a maildir) as evidence.",
    discussion: MailOptions.discussion + """


      The messages of a folder or an archive are one source, named after it.

      Examples:
        daybook import eml offer.eml
        daybook import eml ~/Maildir/cur --source work
      """)

  @Argument(help: "Files of one message each, folders or archives of them.", completion: .file())
  var files: [String]

  @OptionGroup var mail: MailOptions
  @OptionGroup var importing: ImportOptions

  func run() async throws {
    try await importing.run(
      MailImportRequest(
        files: files, form: .eml, source: importing.source, keepsAttachments: !mail.withoutAttachments))
  }
}

/// `daybook import mbox FILE…`
struct ImportMboxCommand: AsyncParsableCommand {
  enum Dialect: String, ExpressibleByArgument, CaseIterable { case mboxo, mboxrd, mboxcl, mboxcl2 }

  static let configuration = CommandConfiguration(
    commandName: "mbox",
    abstract: "Import mailboxes (mbox) as evidence.",
    discussion: MailOptions.discussion + """


      Four families of programs quote lines of a message that begin with 'From ' in four ways. The command \
      detects which one wrote a file; --dialect overrides this.

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

/// Mailboxes to be imported.
package struct MailImportRequest: ImportRequest {
  package enum Form: Sendable {
    /// Files of many messages in this dialect; nil: in the dialect that each file seems to use.
    case mbox(dialect: String?)
    /// Files of one message each.
    case eml
    /// The format is recognized by the beginning of each file.
    case any
  }

  package var files: [String]
  package var form: Form
  /// What the user calls the source.
  package var source: String?
  /// Whether the content of attachments is imported; otherwise only their names.
  package var keepsAttachments = true
}

/// What the commands that import mail have in common.
struct MailOptions: ParsableArguments {
  @Flag(help: "Keep only the names of attachments, and not their content.")
  var withoutAttachments = false

  static let discussion = """
    A message is identified by its Message-ID, wherever it is; one without, by its content. Its text is imported as \
    plain text, its attachments as files, its labels and its thread are kept, and the people it names are matched as \
    for a calendar. Encrypted content is not opened.
    """
}
