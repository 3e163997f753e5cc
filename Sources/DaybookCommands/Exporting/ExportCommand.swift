import ArgumentParser

/// `daybook export FORMAT`
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write what the ledger holds in the formats of other programs.",
    discussion: """
      Exports all entities, or those that --kind and --where choose, as they are now or as they were at --as-of. An \
      export to a file or a pipe contains hidden values, and a notice says so. On a terminal, an export that contains \
      hidden values is refused unless --reveal is given.
      """,
    subcommands: exporters)

  private static let exporters: [any ParsableCommand.Type] = [
    ExportJSONCommand.self, ExportMarkdownCommand.self, ExportLinesCommand.self, ExportCSVCommand.self,
    ExportSQLiteCommand.self, ExportFHIRCommand.self,
    ExportVCFCommand.self, ExportICSCommand.self,
  ]
}
