import ArgumentParser
import Daybook

/// Entities as their own apps write them.
package struct JSONImportRequest: ImportRequest {
  package var files: [String]
  package var system: String?
  package var kind: String?
  package var source: String?

  /// What a later version of an app says besides is kept.
  package var keepsUnknownFields: Bool { true }
}

/// `daybook import json FILE…`
struct ImportJSONCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "json",
    abstract: "Import what the apps of the five systems wrote as JSON, or 'daybook export json'.",
    discussion: """
      A document of a system ({"sam":{"people":[…]}}), of several, a list of one kind's objects, one object, or an object \
      a line. What kind it is says the document, --kind, or the fields. Related objects may stand within one another or \
      be named by their ids; times may be ISO 8601, seconds since 2001 or milliseconds since 1970. Fields that nobody \
      knows are kept, and what is computed is passed over.

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
    help: ArgumentHelp("Whose lists these are, where the document names no system.", valueName: "system"))
  var system: String?

  @Option(
    help: ArgumentHelp("What each object is.", valueName: "kind"),
    completion: .custom(KindCompletion.complete))
  var kind: String?

  @OptionGroup var importing: ImportOptions

  func run() async throws {
    try await importing.run(
      JSONImportRequest(files: files, system: system, kind: kind, source: importing.source))
  }
}
