import ArgumentParser
import Daybook

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
      and people. Resources imported from FHIR are exported as they came, with the changes made here since; data that \
      FHIR has no element for is exported as extensions, so that 'daybook import fhir' restores everything. --where \
      selects records; with a --kind of entries it selects those, which are exported with their patients.

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

/// Entities as their own apps write them.
package struct JSONExportRequest: ExportRequest {
  package var system: String?
}

/// `daybook export json`
struct ExportJSONCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "json",
    abstract: "Write entities in the JSON of their own apps, which 'daybook import json' reads again.",
    discussion: """
      Writes one document with an object for each system. Files are base64; computed fields are left out.

      Examples:
        daybook export json -o backup.json
        daybook export json --system planner --as-of 2026-01-01
        daybook export json --kind sam.person --where "isArchived = false"
      """)

  @Option(help: ArgumentHelp("Only this system.", valueName: "system"))
  var system: String?

  @OptionGroup var exporting: ExportOptions

  func validate() throws { try exporting.requireKindForCondition() }

  func run() async throws { try await exporting.run(JSONExportRequest(system: system)) }
}

/// `daybook export markdown -o FOLDER`
struct ExportMarkdownCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "markdown",
    abstract: "Write notes as a folder of Markdown files.",
    discussion: """
      A note that came from a Markdown file and was not changed here is written as that file, byte for byte, in a \
      folder named after its source; .daybook-notes.json in the folder lists these notes. Every other note has front \
      matter with all its fields, so that 'import markdown' restores it as it was. Notes of FreeThoughts (--kind \
      freethoughts.note) have a file for each document, which 'freethoughts import' reads.

      Examples:
        daybook export markdown -o notes
        daybook export markdown -o notes --where "any tags (name = 'ideas')"
        daybook export markdown --kind freethoughts.note -o reading
      """)

  @OptionGroup var exporting: ExportOptions

  func run() async throws {
    guard exporting.output?.path != nil else {
      throw LedgerError(.usage, "notes are written into a folder", advice: "name one with -o")
    }
    for kind in exporting.kind where !["planner.note", "freethoughts.note"].contains(kind) {
      throw LedgerError(
        .usage, "\(kind) is not a kind of notes", advice: "give planner.note or freethoughts.note")
    }
    try await exporting.run(MarkdownExportRequest())
  }
}

package struct MarkdownExportRequest: ExportRequest {}

/// Entries that came from calendars, to be written as a calendar.
package struct CalendarExportRequest: ExportRequest {}

/// `daybook export ics`
struct ExportICSCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ics",
    abstract: "Write meetings and calendar evidence as iCalendar.",
    discussion: """
      By default, exports the meetings of Planner and the evidence of SAM that came from calendars, each event once; \
      --kind chooses one of them. Each source calendar becomes a separate calendar in the file. An event keeps the UID \
      that it was imported with, and each occurrence of a recurring event is an event. 'daybook sam sync calendar' and \
      'daybook planner sync calendar' read back what was written.

      Examples:
        daybook export ics -o calendar.ics
        daybook export ics --kind planner.meetingRecord --where "calendarTitle = 'Work'" -o work.ics
      """)

  @OptionGroup var exporting: ExportOptions

  func run() async throws { try await exporting.run(CalendarExportRequest()) }
}

/// People to be written as vCards.
package struct VCardExportRequest: ExportRequest {}

/// `daybook export vcf`
struct ExportVCFCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vcf",
    abstract: "Write people as vCards (4.0), for any address book.",
    discussion: """
      By default, exports the people of SAM; with --kind planner.person, those of Planner. A card keeps the UID that \
      the person was imported with, so an address book recognizes them, and 'daybook sam sync contacts' reads the \
      cards back. Fields that have no place in a card (roles, badges, notes) are left out.

      Examples:
        daybook export vcf -o people.vcf
        daybook export vcf --where 'isArchived = false' -o people.vcf
        daybook export vcf --kind planner.person --as-of 2026-01-01 | less
      """)

  @OptionGroup var exporting: ExportOptions

  func run() async throws { try await exporting.run(VCardExportRequest()) }
}
