import ArgumentParser
import Daybook

/// `daybook link KIND ID REL ID2`
struct LinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Relate two entities.",
    discussion: """
      Links may dangle: the other entity may come later. A to-one relation is overwritten.

      Examples:
        daybook link sam.evidenceItem eventkit:42 linkedPeople 0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a11
      """)

  @OptionGroup var entity: EntityArguments

  @Argument(help: "The relation, by its own or its inverse's name.")
  var rel: String

  @Argument(help: "The other entity's id.")
  var to: String

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var write: WriteOptions

  func run() async throws {
    try await write.commit(Mutation(.link, kind: entity.kind, id: entity.id, rel: rel, to: to), as: viewer)
  }
}
