import ArgumentParser
import Daybook
import Planner
import SAM

/// `daybook import vcf FILE…`
struct ImportVCFCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vcf",
    abstract: "Import vCards (2.1, 3.0 and 4.0) as people, of SAM as with 'sam sync contacts'.",
    discussion: """
      \(ContactsOptions.discussion)

      Examples:
        daybook import vcf contacts.vcf
        daybook import vcf phone.vcf --source phone --complete
        daybook import vcf cards/ takeout.zip
        daybook import vcf contacts.vcf --into planner
      """)

  @OptionGroup var contacts: ContactsOptions

  enum Target: String, ExpressibleByArgument, CaseIterable {
    case sam, planner
  }

  @Option(help: "Whose people they become: those of sam, or of planner.")
  var into = Target.sam

  func validate() throws {
    if into == .planner, contacts.complete {
      throw ValidationError("--complete is for sam: Planner archives nobody")
    }
  }

  func run() async throws {
    switch into {
    case .sam: try await contacts.run(SAM.ContactPeople.self)
    case .planner: try await contacts.run(Planner.ContactPeople.self)
    }
  }
}
