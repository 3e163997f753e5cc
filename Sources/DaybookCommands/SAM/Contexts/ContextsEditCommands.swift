import ArgumentParser
import Daybook
import SAM

/// `daybook sam contexts edit WHAT`
struct ContextsEditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a context's name or kind.",
    discussion: """
      Examples:
        daybook sam contexts edit 'the lees' --name 'The Lee-Weiss family'
        daybook sam contexts edit 'lee & sons' --kind business
      """)

  @Argument(help: WhoHelp.context)
  var what: String

  @Option(help: ArgumentHelp("A new name.", valueName: "text"))
  var name: String?

  @Option(help: ArgumentHelp("Its kind: \(ContextKind.list).", valueName: "kind"))
  var kind: String?

  @OptionGroup var write: WriteOptions

  func validate() throws {
    if name == nil, kind == nil { throw ValidationError("say what to change: --name or --kind") }
  }

  func run() async throws {
    var set = JSONObject()
    if let name { set["name"] = .string(try NonEmptyText.read(name, "name")) }
    if let kind {
      set["kind"] = .string(try ContextKind.read(kind, "kind of context", write).rawValue)
    }
    let ledger = try await write.selection.open()
    try await write.upsert(try await ledger.sam.context(matching: what).id, set, in: ledger)
  }
}

/// `daybook sam contexts remove WHAT…`
struct ContextsRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Delete contexts, with their products, consents, insights and participations.",
    discussion: """
      Part of a name is not enough. A notice counts what is deleted with it; 'daybook restore sam.context ID' restores all.

      Examples:
        daybook sam contexts remove 'the lees'
      """)

  @Argument(help: WhoHelp.whole)
  var what: [String]

  @OptionGroup var write: WriteOptions

  func run() async throws { try await write.remove(what, of: Context.kind) }
}
