import ArgumentParser
import Daybook
import SAM

/// `daybook sam done ID…`
struct DoneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Mark evidence as reviewed.",
    discussion: """
      --all marks all waiting evidence, or what --from, --to, --person, --calendar and --source select of it, in one \
      commit; --dry-run shows which.

      Examples:
        daybook sam done 9f3b2f6f
        daybook sam done 9f3b2f6f 1d6f0a11 --why 'no client matter'
        daybook sam done --all --to 2026-09-30 --calendar private
      """)

  @Argument(help: WhoHelp.id)
  var ids: [String] = []

  @Flag(help: "All waiting evidence that the other options select.")
  var all = false

  @OptionGroup var filter: EvidenceFilterOptions
  @OptionGroup var write: WriteOptions

  func validate() throws {
    if all != ids.isEmpty {
      throw ValidationError(all ? "give ids or --all, not both" : "give an id, or --all")
    }
    if filter.isGiven, !all {
      throw ValidationError("--source, --from, --to, --person and --calendar need --all")
    }
  }

  func run() async throws {
    guard all else {
      return try await write.commit(.dismiss, ids, [EvidenceItem.kind], noun: "piece of evidence")
    }
    let ledger = try await write.selection.open()
    let filter = try await filter.filter(.needsReview, write.selection, in: ledger)
    let found = try await ledger.sam.evidence(
      filter, oldestFirst: true, in: try write.selection.zone()
    ).items.map {
      EntityName(kind: EvidenceItem.kind, id: $0.id.rawValue)
    }
    if found.isEmpty {
      return write.options.messages.show(Notice("empty", "nothing that matches needs review"))
    }
    try await write.commit(
      found.map { Mutation(.dismiss, kind: $0.kind, id: $0.id) }, about: found, in: ledger)
  }
}

/// `daybook sam reopen ID…`
struct ReopenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen",
    abstract: "Mark evidence as needing review again.",
    discussion: """
      Examples:
        daybook sam reopen 9f3b2f6f
      """)

  @OptionGroup var entities: Dismissing

  func run() async throws {
    try await entities.run(.restore, [EvidenceItem.kind], noun: "piece of evidence")
  }
}
