import ArgumentParser

/// `daybook import FORMAT FILE…`, or without a format
struct ImportCommand: FilesCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Import what other programs hold: contacts, calendars, mail, health records, chats, notes, tables.",
    discussion: """
      Without a format, each file is looked at and imported as what it is: daybook import ~/Downloads/takeout.zip

      Whatever the format: the same file again writes nothing, a changed one writes what changed, and what you deleted \
      stays deleted. A record that cannot be read is skipped and named, the rest is done, and the exit status is 65. \
      Files may be folders or archives (zip, tar), or - for the standard input. They are read as streams, so they may be \
      larger than memory; an import that was interrupted goes on when it is made again.
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
