import ArgumentParser

/// The request of `daybook export sqlite`.
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
      The file opens in sqlite3, Datasette and every program that reads SQLite. sam.person becomes the table \
      sam_person; to-many relations become tables of their own; daybook_history has every event, daybook_search finds \
      words. --update brings an existing file up to date, at the cost of only the new events. If the command fails or \
      is interrupted, the file stays as it was.

      Examples:
        daybook export sqlite -o family.db
        daybook export sqlite -o family.db --update
        daybook export sqlite -o people.db --kind sam.person --where 'isArchived = false' --as-of 2026-06-30
      """)

  @Flag(help: "Bring an existing file up to date.")
  var update = false

  @Flag(
    help:
      "Add columns for computed fields and the other ends of relations; --update then rewrites the whole file."
  )
  var computed = false

  @OptionGroup var exporting: ExportOptions

  func validate() throws {
    if exporting.output?.path == nil {
      throw ValidationError("say which file to write, with -o")
    }
    if exporting.condition != nil, exporting.kind.count != 1 {
      throw ValidationError("--where needs the fields of one kind: give one --kind")
    }
  }

  func run() async throws {
    try await exporting.run(SQLiteExportRequest(isUpdate: update, isComputed: computed))
  }
}
