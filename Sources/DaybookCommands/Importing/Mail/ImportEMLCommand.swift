import ArgumentParser

/// `daybook import eml FILE|FOLDER…`
struct ImportEMLCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eml",
    abstract: "Import single messages (EML, emlx, a maildir) as evidence.",
    discussion: MailOptions.discussion + """


      The messages of a folder or an archive are one source, called as it is.

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
