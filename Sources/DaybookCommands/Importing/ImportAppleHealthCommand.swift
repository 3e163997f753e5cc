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
      Weights, blood pressures and what else people measure now and then become an entry each; steps, heart rates, \
      sleep and other things of which there are millions become an entry a day, type and source. Records of clinics \
      that lie beside the export are imported as FHIR. The export is read as a stream, however large it is.

      They belong to the only person of the ledger, or to a new record where there is none.

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
