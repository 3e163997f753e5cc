import ArgumentParser
import Daybook

/// `daybook delete KIND ID`
struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete an entity. Its events stay in the log; restore takes it back.",
    discussion: """
      Examples:
        daybook delete sam.person 'Ann Lee' --why 'asked to be removed'
        daybook delete purus.weightEntry 01a206d0-cca
      """)

  @OptionGroup var entity: EntityArguments
  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var write: WriteOptions

  func run() async throws {
    try await write.commit(.delete, entity, as: viewer, .deletable)
  }
}
