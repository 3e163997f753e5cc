import ArgumentParser

/// What `daybook import jsonl` was asked for.
package struct LinesImportRequest: ImportRequest {
  package var files: [String]
  /// What to call the source.
  package var source: String?
  /// An export may have been written by a later version.
  package var keepsUnknownFields: Bool { true }
}

/// `daybook import jsonl FILE…`
struct ImportLinesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jsonl",
    abstract: "Import lines of JSON, an entity each, as 'daybook export jsonl' writes them.",
    discussion: """
      Each line is an object with _kind and _id; its other members are the entity's fields, by the names that \
      'daybook schema show KIND' lists. To-one relations hold the other's id, to-many relations a list of ids, data \
      is base64. What the ledger works out by itself is passed over. All that an export wrote, read into a new ledger, \
      makes one that holds the same; a notice names what breaks a rule or lies beyond a bound. Of a folder .jsonl, .ndjson and .json are read.

      Examples:
        daybook import jsonl family.jsonl
        daybook export jsonl --ledger old | daybook import jsonl - --ledger new
        daybook query sam.person --format jsonl --reveal | daybook import jsonl - --ledger new
      """)

  @Argument(help: ArgumentHelp("Files, folders or archives; - is the standard input.", valueName: "file"))
  var files: [String]

  @OptionGroup var importing: ImportOptions

  func run() async throws {
    try await importing.run(LinesImportRequest(files: files, source: importing.source))
  }
}
