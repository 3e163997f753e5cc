import ArgumentParser
import Daybook

/// `daybook delete KIND ID`
struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete an entity. Its events stay in the log; restore takes it back.",
    discussion: """
      Examples:
        daybook delete sam.person 0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a11 --why 'asked to be removed'
      """)

  @OptionGroup var entity: EntityArguments
  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var write: WriteOptions

  func run() async throws {
    try await write.commit(Mutation(.delete, kind: entity.kind, id: entity.id), as: viewer)
  }
}
