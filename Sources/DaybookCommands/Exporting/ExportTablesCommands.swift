import ArgumentParser

/// The request of `daybook export jsonl`.
package struct LinesExportRequest: ExportRequest {}

/// The request of `daybook export csv`.
package struct CSVExportRequest: ExportRequest {}

/// `daybook export jsonl`
struct ExportLinesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jsonl",
    abstract: "Write every entity as a line of JSON.",
    discussion: """
      Each line has _kind, _id and everything stored of one entity: fields, relations as ids in the order of their \
      links, data as base64. Lines are sorted by kind and id, so equal ledgers give equal files. 'daybook import \
      jsonl' makes a ledger with the same entities from the file, without their history.

      Examples:
        daybook export jsonl -o family.jsonl
        daybook export jsonl --kind sam.person --kind sam.context
        daybook export jsonl --kind purus.weightEntry --where 'date >= 2026-01-01' --as-of 2026-06-30
      """)

  @OptionGroup var exporting: ExportOptions

  func validate() throws { try exporting.requireKindForCondition() }

  func run() async throws { try await exporting.run(LinesExportRequest()) }
}

/// `daybook export csv`
struct ExportCSVCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "csv",
    abstract: "Write a kind as a table for spreadsheets, or every kind into a folder.",
    discussion: """
      One file has one kind: a column for each field, a row for each entity. With one --kind it goes to -o FILE or the \
      standard output; otherwise -o names a folder, which gets a file for each kind. Lists and nested values are JSON. \
      A text that a spreadsheet would read as a formula (it begins with = + - @ a tab or a line end) gets an \
      apostrophe before it, and so does one that begins with an apostrophe; 'daybook import csv' removes it again.

      Examples:
        daybook export csv --kind sam.person -o people.csv
        daybook export csv --kind purus.weightEntry --where 'date >= 2026-01-01'
        daybook export csv -o tables
      """)

  @OptionGroup var exporting: ExportOptions

  func validate() throws {
    try exporting.requireKindForCondition()
    if exporting.kind.count != 1, exporting.output?.path == nil {
      throw ValidationError("a CSV file has one kind: give one --kind, or a folder with -o")
    }
  }

  func run() async throws { try await exporting.run(CSVExportRequest()) }
}

extension ExportOptions {
  func requireKindForCondition() throws {
    if condition != nil, kind.isEmpty {
      throw ValidationError("--where needs the fields of one kind: give one --kind")
    }
  }
}

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
