import ArgumentParser
import Daybook

/// `daybook unlink KIND ID REL ID2`
struct UnlinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlink",
    abstract: "Remove a relation between two entities.",
    discussion: """
      Examples:
        daybook unlink sam.evidenceItem 'Lunch at Lee' linkedPeople 'Ann Lee'
        daybook unlink sam.evidenceItem 5d0c0a7b linkedPeople 0193e0a4
      """)

  @OptionGroup var entity: EntityArguments

  @Argument(help: "The relation, by its own or its inverse's name.")
  var rel: String

  @Argument(help: EntityHelp.other)
  var to: String

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var write: WriteOptions

  func run() async throws {
    let ledger = try await write.selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    let found = try await entity.find(in: ledger, as: viewer, .linked)
    let target = try await ledger.related(to, to: found, by: rel, as: viewer)
    try await write.commit(
      [Mutation(.unlink, kind: found.kind, id: found.id, rel: rel, to: target)], to: found,
      in: ledger, as: viewer)
  }
}
