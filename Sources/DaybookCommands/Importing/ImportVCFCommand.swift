import ArgumentParser
import Daybook

/// `daybook import vcf FILE…`
struct ImportVCFCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vcf",
    abstract: "Import vCards (2.1, 3.0 and 4.0) as people; the same as 'sam sync contacts'.",
    discussion: """
      \(ContactsOptions.discussion)

      Examples:
        daybook import vcf contacts.vcf
        daybook import vcf phone.vcf --source phone --complete
        daybook import vcf cards/ takeout.zip
      """)

  @OptionGroup var contacts: ContactsOptions

  func run() async throws { try await contacts.run() }
}
