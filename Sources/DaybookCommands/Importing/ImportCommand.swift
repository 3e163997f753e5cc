import ArgumentParser

/// `daybook import FORMAT FILE…`, or without a format
struct ImportCommand: FilesCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Import data of other programs: contacts, calendars, mail, health records, chats, notes, tables.",
    discussion: """
      Without a format, the content of each file decides how it is imported: daybook import ~/Downloads/takeout.zip

      In every format, importing the same file again writes nothing, a changed file writes its changes, and what you \
      deleted stays deleted. A record that cannot be read is skipped and named, the rest is imported, and the exit \
      status is 65. Files may be folders or archives (zip, tar), or - for the standard input. They are read as \
      streams, so they may be larger than memory. If an import is interrupted, run it again: it continues.
      """,
    subcommands: importers + [ImportFilesCommand.self], defaultSubcommand: ImportFilesCommand.self)

  private static let importers: [any ParsableCommand.Type] = [
    ImportVCFCommand.self, ImportICSCommand.self, ImportMboxCommand.self, ImportEMLCommand.self,
    ImportWhatsAppCommand.self, ImportSlackCommand.self,
    ImportMatrixCommand.self, ImportTelegramCommand.self, ImportSignalCommand.self,
    ImportMessengerCommand.self, ImportInstagramCommand.self, ImportDiscordCommand.self,
    ImportJSONCommand.self,
    ImportMarkdownCommand.self, ImportAnnotationsCommand.self,
    ImportCSVCommand.self,
    ImportLinesCommand.self,
    ImportFHIRCommand.self, ImportCCDACommand.self, ImportAppleHealthCommand.self,
  ]
}
