import ArgumentParser
import Daybook

/// `daybook link KIND ID REL ID2`
struct LinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Link two entities.",
    discussion: """
      Both entities must exist; --dangling links to one that does not exist here yet, by its whole id. Linking a \
      to-one relation replaces its target.

      Examples:
        daybook link sam.evidenceItem 'Lunch at Lee' linkedPeople 'Ann Lee'
        daybook link sam.evidenceItem 5d0c0a7b linkedPeople 0193e0a4
      """)

  @OptionGroup var entity: EntityArguments

  @Argument(help: "The relation, by its own or its inverse's name.")
  var rel: String

  @Argument(help: EntityHelp.other)
  var to: String

  @Flag(help: DanglingHelp.flag)
  var dangling = false

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var write: WriteOptions

  func run() async throws {
    let ledger = try await write.selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    let found = try await entity.find(in: ledger, as: viewer)
    var target = to
    if let kinds = await ledger.kinds(relatedTo: found.kind, by: rel) {
      let hides = ledger.schemas.hides(rel, of: found.kind)
      target = try await ledger.reference(to, to: kinds, as: viewer, mayDangle: dangling, isHidden: hides)
    }
    try await write.commit(
      [Mutation(.link, kind: found.kind, id: found.id, rel: rel, to: target)], to: found,
      in: ledger, as: viewer)
  }
}

/// `daybook unlink KIND ID REL ID2`
struct UnlinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlink",
    abstract: "Remove a link between two entities.",
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
