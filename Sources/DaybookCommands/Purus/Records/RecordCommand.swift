import ArgumentParser

/// `daybook purus record …`
struct RecordCommand: ParsableCommand, TextListCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "List records, make and change one, share it, carry it out and in.",
    discussion: """
      Examples:
        daybook purus record
        daybook purus record new Rex --pet --set petBreed=terrier
        daybook purus record edit rex petColor=brown
        daybook purus record export rex -o rex.json
        daybook purus record import rex.json
      """,
    subcommands: [
      RecordListCommand.self, RecordNewCommand.self, RecordEditCommand.self, RecordShareCommand.self,
      RecordUnshareCommand.self, RecordExportCommand.self, RecordImportCommand.self,
    ], defaultSubcommand: RecordListCommand.self)
}
