import ArgumentParser
package import Daybook

/// The request of `daybook sql`.
package struct SQLRequest: ExportRequest {
  package var text: String
  /// The time limit; nil for none.
  package var seconds: Double?
  package var disclosure: Disclosure
}

/// `daybook sql QUERY`
struct SQLCommand: AsyncParsableCommand, ValueArguments {
  static let configuration = CommandConfiguration(
    commandName: "sql",
    abstract: "Query the ledger in SQL, as it is or was.",
    discussion: """
      The tables are those of 'daybook export sqlite': sam.person is sam_person, daybook_kinds lists them all, \
      daybook_history has every event, and daybook_search finds words. Computed fields are columns too. The tables \
      that the statement names are filled in memory. The statement is in SQLite's dialect of SQL, and can only read. \
      Hidden values stay masked unless --reveal is given.

      Examples:
        daybook sql 'SELECT displayNameCache FROM sam_person ORDER BY 1'
        daybook sql "SELECT kind, id, title FROM daybook_search WHERE daybook_search MATCH 'budget'"
        daybook sql 'SELECT field, count(*) FROM daybook_history GROUP BY field' --as-of 2026-06-30
      """)

  @Argument(help: "One SELECT statement.")
  var query: String

  @Option(help: ArgumentHelp("The time limit; 0 means none.", valueName: "seconds"))
  var timeout: Double = 60

  @OptionGroup var cut: CutOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var shown: OutputOptions

  func validate() throws {
    if !(timeout >= 0 && timeout <= 1e9) {
      throw ValidationError("--timeout takes seconds from 0, not \(timeout)")
    }
  }

  /// A statement may hold any value.
  static func mayHide(_ arguments: [String], _ schemas: SchemaRegistry) -> Bool { true }

  func run() async throws {
    guard let formats = ForeignFormats.current else {
      try PartExecutable.become(ForeignFormats.executable)
    }
    let ledger = try await selection.open()
    let request = SQLRequest(
      text: query, seconds: timeout == 0 ? nil : timeout, disclosure: reveal.disclosure(ledger))
    let context = ExportContext(
      kinds: [], condition: nil, cut: try await cut.cut(selection, in: ledger), zone: try selection.zone(),
      path: nil, replaces: false, output: shown.output, messages: shown.messages,
      reveals: reveal.reveal)
    _ = try await formats.run(request)(request, ledger, context)
  }
}
