import ArgumentParser
import Daybook

/// Entities as their own apps write them.
package struct JSONImportRequest: ImportRequest {
  package var files: [String]
  package var system: String?
  package var kind: String?
  package var source: String?

  /// Unknown fields of a later version of an app are kept.
  package var keepsUnknownFields: Bool { true }
}

/// `daybook import json FILE…`
struct ImportJSONCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "json",
    abstract: "Import what the apps of the five systems wrote as JSON, or 'daybook export json'.",
    discussion: """
      A document of a system ({"sam":{"people":[…]}}), of several, a list of one kind's objects, one object, or an \
      object a line. The document, --kind or the fields decide the kind. Related objects may be nested or named by \
      their ids; times may be ISO 8601, seconds since 2001 or milliseconds since 1970. Unknown fields are kept, and \
      computed ones are skipped.

      Examples:
        daybook import json backup.json
        daybook import json people.json --kind sam.person
        daybook import json --system planner notes.jsonl --dry-run
      """)

  @Argument(
    help: "JSON files, archives or folders; - is the standard input.",
    completion: .file(extensions: ["json", "jsonl"]))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The system that the lists belong to, if the document names none.", valueName: "system"))
  var system: String?

  @Option(
    help: ArgumentHelp("The kind of each object.", valueName: "kind"),
    completion: .custom(KindCompletion.complete))
  var kind: String?

  @OptionGroup var importing: ImportOptions

  func run() async throws {
    try await importing.run(
      JSONImportRequest(files: files, system: system, kind: kind, source: importing.source))
  }
}

/// The request of `daybook import jsonl`.
package struct LinesImportRequest: ImportRequest {
  package var files: [String]
  /// The name of the source.
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
      is base64. Computed fields are skipped. A complete export, imported into a new ledger, gives a ledger with the \
      same entities; a notice names values that break a rule or exceed a bound. In a folder, .jsonl, .ndjson and .json \
      files are read.

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
