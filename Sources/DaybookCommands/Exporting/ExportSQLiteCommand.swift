import ArgumentParser

/// What `daybook export sqlite` was asked for.
package struct SQLiteExportRequest: ExportRequest {
  package var isUpdate: Bool
  package var isComputed: Bool
}

/// `daybook export sqlite -o FILE`
struct ExportSQLiteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sqlite",
    abstract:
      "Write a SQLite file: a table for each kind, with foreign keys, a text index and the whole history.",
    discussion: """
      It opens in sqlite3, Datasette and every program that knows SQLite. sam.person becomes the table sam_person; \
      to-many relations become tables of their own; daybook_history has every event, daybook_search finds words. \
      With --update a file that is there follows the ledger, at the cost of what came since. The file is whole or as it \
      was, whatever happens.

      Examples:
        daybook export sqlite -o family.db
        daybook export sqlite -o family.db --update
        daybook export sqlite -o people.db --kind sam.person --where 'isArchived = false' --as-of 2026-06-30
      """)

  @Flag(help: "Bring a file that is there up to date.")
  var update = false

  @Flag(
    help:
      "With columns for computed fields and the other ends of relations; --update then makes the file anew.")
  var computed = false

  @OptionGroup var exporting: ExportOptions

  func validate() throws {
    if exporting.output?.path == nil {
      throw ValidationError("say which file to write, with -o")
    }
    if exporting.condition != nil, exporting.kind.count != 1 {
      throw ValidationError("--where is about the fields of one kind: give one --kind")
    }
  }

  func run() async throws {
    try await exporting.run(SQLiteExportRequest(isUpdate: update, isComputed: computed))
  }
}
