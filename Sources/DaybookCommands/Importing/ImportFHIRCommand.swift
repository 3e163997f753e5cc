import ArgumentParser
package import Daybook

/// What to read as FHIR.
package struct FHIRImportRequest: RecordImportRequest {
  package var files: [String]
  /// Whose everything is; nil where the resources say it.
  package var record: String?
  /// Of the server from which resources came that do not say it; empty where nobody knows.
  package var base: String
  package var source: String?
  package var zone: TimeZoneRule?
}

/// `daybook import fhir FILE…`
struct ImportFHIRCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fhir",
    abstract: "Import health records that a clinic or a portal exported as FHIR.",
    discussion: """
      JSON and XML of the versions R4, STU3 and DSTU2, and of R5 where it means what R4 means: bundles, single \
      resources, and bulk exports with one resource a line. \
      Patients become records, also those that are animals; observations, vaccinations, allergies, conditions, \
      medicines, letters and people become their entries. Every resource is kept as it came beside its entry, so \
      nothing of it is lost, and 'daybook export fhir' gives it back.

      Whose an entry is the resources say. With --record everything is of that record.

      Examples:
        daybook import fhir portal.json
        daybook import fhir bulk-export/ --dry-run
        daybook import fhir lab.json --record ann
      """)

  @Argument(
    help: "JSON, NDJSON and XML; folders and archives of them; - is the standard input.",
    completion: .file(extensions: ["json", "ndjson", "jsonl", "xml", "zip"]))
  var files: [String]

  @OptionGroup var owner: RecordOwnerOptions

  @Option(
    help: ArgumentHelp(
      "The server from which they came, where they do not say it: ids of several servers may be the same.",
      valueName: "url"))
  var base = ""

  @OptionGroup var importing: ImportOptions

  func run() async throws {
    try await importing.run(
      FHIRImportRequest(
        files: files, record: owner.record, base: base, source: importing.source,
        zone: try importing.options.selection.givenZone()))
  }
}
