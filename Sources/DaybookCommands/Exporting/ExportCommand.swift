import ArgumentParser

/// `daybook export FORMAT`
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write what the ledger holds in the formats of other programs.",
    discussion: """
      All of it, or what --kind and --where choose, as it is now or as it was at --as-of. In a file or a \
      pipe an export holds hidden values as they are, and says so; on a terminal one with hidden values is refused unless \
      --reveal is given.
      """,
    subcommands: exporters)

  private static let exporters: [any ParsableCommand.Type] = [
    ExportJSONCommand.self, ExportMarkdownCommand.self, ExportLinesCommand.self, ExportCSVCommand.self,
    ExportSQLiteCommand.self, ExportFHIRCommand.self,
    ExportVCFCommand.self, ExportICSCommand.self,
  ]
}
