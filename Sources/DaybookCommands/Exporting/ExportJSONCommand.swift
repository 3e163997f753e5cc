import ArgumentParser
import Daybook

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
      One document with an object a system. Files are in it as base64; what is computed is left out.

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
