import ArgumentParser
import Daybook

/// `daybook unlink KIND ID REL ID2`
struct UnlinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlink",
    abstract: "Take a relation between two entities back.",
    discussion: """
      Examples:
        daybook unlink sam.evidenceItem eventkit:42 linkedPeople 0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a11
      """)

  @OptionGroup var entity: EntityArguments

  @Argument(help: "The relation, by its own or its inverse's name.")
  var rel: String

  @Argument(help: "The other entity's id.")
  var to: String

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var write: WriteOptions

  func run() async throws {
    try await write.commit(Mutation(.unlink, kind: entity.kind, id: entity.id, rel: rel, to: to), as: viewer)
  }
}
