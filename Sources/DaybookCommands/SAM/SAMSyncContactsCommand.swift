import ArgumentParser
import Daybook
import SAM

/// `daybook sam sync contacts FILE…`
struct SAMSyncContactsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contacts",
    abstract: "Import vCards (2.1, 3.0 and 4.0) as people.",
    discussion: """
      \(ContactsOptions.discussion)

      Examples:
        daybook sam sync contacts contacts.vcf
        daybook sam sync contacts phone.vcf --source phone --complete
      """)

  @OptionGroup var contacts: ContactsOptions

  func run() async throws { try await contacts.run(ContactPeople.self) }
}
