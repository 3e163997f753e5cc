import ArgumentParser
import Daybook

/// `daybook dismiss KIND ID`
struct DismissCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss",
    abstract: "Put an entity aside: an insight, a piece of evidence.",
    discussion: """
      The kind's schema decides which fields that writes; 'daybook restore' undoes it.

      Examples:
        daybook dismiss sam.evidenceItem eventkit:42 --why 'not a client'
      """)

  @OptionGroup var entity: EntityArguments
  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var write: WriteOptions

  func run() async throws {
    try await write.commit(.dismiss, entity, as: viewer, .shown)
  }
}
