import ArgumentParser

/// What to write as FHIR.
package struct FHIRExportRequest: ExportRequest {
  /// By name, id or its beginning; nil: all of them.
  package var record: String?
}

/// `daybook export fhir`
struct ExportFHIRCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fhir",
    abstract: "Write health records as a bundle of FHIR R4, which clinics and portals read.",
    discussion: """
      Records become patients, their entries observations, immunizations, allergies, conditions, medicines, documents \
      and people. What was imported from FHIR goes out as it came, with what changed here since; what FHIR has no \
      element for goes along as extensions, so that 'daybook import fhir' brings everything back. --where is about the \
      records; with --kind of entries about these, which go out with the patients whom they are of.

      Examples:
        daybook export fhir -o household.json
        daybook export fhir --kind purus.weightEntry --where "date >= '2026-01-01'" -o weights.json
        daybook export fhir --record ann | jq '.entry[].resource.resourceType'
      """)

  @Option(
    help: ArgumentHelp(
      "Only this record, by its name, its id or the beginning of it; by default all.", valueName: "record"))
  var record: String?

  @OptionGroup var exporting: ExportOptions

  func run() async throws { try await exporting.run(FHIRExportRequest(record: record)) }
}
