import ArgumentParser
package import Daybook

/// What to read as an export of Apple Health.
package struct AppleHealthImportRequest: RecordImportRequest {
  package var files: [String]
  /// nil: the only person of the ledger, otherwise a new record.
  package var record: String?
  package var source: String?
  package var zone: TimeZoneRule?
}

/// `daybook import apple-health FILE…`
struct ImportAppleHealthCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apple-health",
    abstract: "Import what the Health app of an iPhone exports.",
    discussion: """
      Weights, blood pressures and other occasional measurements become an entry each; steps, heart rates, sleep and \
      other data with millions of values become one entry per day, type and source. Clinical records beside the export \
      are imported as FHIR. The export is read as a stream, however large it is.

      The entries belong to the ledger's only person, or to a new record if there is none.

      Examples:
        daybook import apple-health export.zip
        daybook import apple-health apple_health_export/ --record ann
        daybook import apple-health export.xml --dry-run
      """)

  @Argument(
    help: "export.zip, the folder in it, or its export.xml; - is the standard input.",
    completion: .file(extensions: ["zip", "xml"]))
  var files: [String]

  @OptionGroup var owner: RecordOwnerOptions
  @OptionGroup var importing: ImportOptions

  func run() async throws {
    try await importing.run(
      AppleHealthImportRequest(
        files: files, record: owner.record, source: importing.source,
        zone: try importing.options.selection.givenZone()))
  }
}

/// What to read as clinical documents.
package struct CCDAImportRequest: RecordImportRequest {
  package var files: [String]
  /// nil: their patients'.
  package var record: String?
  package var source: String?
  package var zone: TimeZoneRule?
}

/// `daybook import ccda FILE…`
struct ImportCCDACommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ccda",
    abstract: "Import clinical documents (C-CDA), as portals offer them for download.",
    discussion: """
      The patient becomes a record; allergies, medicines, problems, vaccinations, results, vital signs, procedures, \
      social and family history its entries; those who wrote the document or treated the patient, its doctors. A \
      section of another kind is imported as text. The original of every section and entry is kept beside the result.

      Examples:
        daybook import ccda CCD.xml
        daybook import ccda IHE_XDM.zip --record ann
      """)

  @Argument(
    help: "XML; folders and archives of them; - is the standard input.",
    completion: .file(extensions: ["xml", "zip"]))
  var files: [String]

  @OptionGroup var owner: RecordOwnerOptions
  @OptionGroup var importing: ImportOptions

  func run() async throws {
    try await importing.run(
      CCDAImportRequest(
        files: files, record: owner.record, source: importing.source,
        zone: try importing.options.selection.givenZone()))
  }
}

/// What to read as FHIR.
package struct FHIRImportRequest: RecordImportRequest {
  package var files: [String]
  /// The record of all resources; nil if the resources name their own.
  package var record: String?
  /// The server of resources that do not name theirs; empty if it is unknown.
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
      Patients, including animals, become records; observations, vaccinations, allergies, conditions, \
      medicines, letters and people become their entries. The original of every resource is kept beside its \
      entry, so nothing is lost, and 'daybook export fhir' exports it again.

      The resources say which record an entry belongs to. With --record, everything belongs to that record.

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
      "The server that the files came from, if they do not name it: several servers may use the same ids.",
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

/// The record that an import writes to.
struct RecordOwnerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The record that everything belongs to: a name, an id or its beginning; by default taken from the files.",
      valueName: "record"))
  var record: String?
}
