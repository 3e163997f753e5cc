import ArgumentParser

/// People to be written as vCards.
package struct VCardExportRequest: ExportRequest {}

/// `daybook export vcf`
struct ExportVCFCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vcf",
    abstract: "Write people as vCards (4.0), for any address book.",
    discussion: """
      By default the people of SAM; those of Planner with --kind planner.person. A card's UID is the one that the \
      person came with, so an address book knows them again, and 'daybook sam sync contacts' reads back what was \
      written. What has no place in a card (roles, badges, notes) stays behind.

      Examples:
        daybook export vcf -o people.vcf
        daybook export vcf --where 'isArchived = false' -o people.vcf
        daybook export vcf --kind planner.person --as-of 2026-01-01 | less
      """)

  @OptionGroup var exporting: ExportOptions

  func run() async throws { try await exporting.run(VCardExportRequest()) }
}
