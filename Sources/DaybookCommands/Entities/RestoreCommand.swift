import ArgumentParser
import Daybook

/// `daybook restore KIND ID`
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Take back a delete or a dismissal.",
    discussion: """
      A deleted entity can also be named by the name that it had.

      Examples:
        daybook restore sam.person 'Ann Lee'
        daybook restore sam.person 0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a11
      """)

  @OptionGroup var entity: EntityArguments
  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var write: WriteOptions

  func run() async throws {
    try await write.commit(.restore, entity, as: viewer, .goneFirst)
  }
}
