import ArgumentParser
import Daybook
import SAM

/// `daybook sam consents remove CONSENT…`
struct ConsentsRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Delete consents that were required by mistake.",
    discussion: """
      A consent that was declined, revoked or has expired stays, and is marked so with those commands. Part of what a \
      consent is called is not enough: give all of it, such as 'recording, Ann Lee', or its id.

      Examples:
        daybook sam consents remove 0193e0a4
        daybook sam consents remove 'recording, Ann Lee'
      """)

  @Argument(help: "A consent: its type, whose and for what with commas, or the beginning of its id.")
  var consents: [String]

  @OptionGroup var write: WriteOptions

  func run() async throws { try await write.remove(consents, of: ConsentRequirement.kind) }
}
