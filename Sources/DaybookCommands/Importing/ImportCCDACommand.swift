import ArgumentParser
package import Daybook

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
    abstract: "Import clinical documents (C-CDA), as portals give them for download.",
    discussion: """
      The patient becomes a record; allergies, medicines, problems, vaccinations, results, vital signs, procedures, \
      social and family history its entries; those who wrote the document or treated the patient, its doctors. A \
      section of another kind comes as its words. Every section and entry is kept as it came beside what was made of it.

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
