import ArgumentParser
import Daybook
import SAM

/// `daybook sam done ID…`
struct DoneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Say that evidence was reviewed.",
    discussion: """
      --all ends the review of all that waits, or of what --from, --to, --person, --calendar and --source leave of it, in \
      one commit; --dry-run shows what that would be.

      Examples:
        daybook sam done 9f3b2f6f
        daybook sam done 9f3b2f6f 1d6f0a11 --why 'no client matter'
        daybook sam done --all --to 2026-09-30 --calendar private
      """)

  @Argument(help: WhoHelp.id)
  var ids: [String] = []

  @Flag(help: "All that waits, as far as the options leave it.")
  var all = false

  @OptionGroup var filter: EvidenceFilterOptions
  @OptionGroup var write: WriteOptions

  func validate() throws {
    if all != ids.isEmpty {
      throw ValidationError(all ? "give ids or --all, not both" : "give an id, or --all")
    }
    if filter.isGiven, !all {
      throw ValidationError("--source, --from, --to, --person and --calendar go with --all")
    }
  }

  func run() async throws {
    guard all else {
      return try await write.commit(.dismiss, ids, [EvidenceItem.kind], noun: "piece of evidence")
    }
    let ledger = try await write.selection.open()
    let filter = try await filter.filter(.needsReview, write.selection, in: ledger)
    let found = try await ledger.evidence(
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
    abstract: "Put evidence back among what needs review.",
    discussion: """
      Examples:
        daybook sam reopen 9f3b2f6f
      """)

  @OptionGroup var entities: Dismissing

  func run() async throws {
    try await entities.run(.restore, [EvidenceItem.kind], noun: "piece of evidence")
  }
}
