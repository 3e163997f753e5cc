import ArgumentParser
import Daybook
import SAM

/// `daybook sam review`
struct ReviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "List the evidence that needs review, longest waiting first.",
    discussion: """
      Shows the people it is linked to, and how many links are proposed. 'sam accept' and 'sam reject' decide on \
      proposals, 'sam link' links others, 'sam done' ends the review. In another state the newest comes first.

      Examples:
        daybook sam review
        daybook sam review --source mail --limit 20
        daybook sam review --from 'last monday' --to today --person 'ann lee'
        daybook sam review --state done
      """)

  @Option(help: ArgumentHelp("Only evidence in this state, or any.", valueName: "state"))
  var state = EvidenceTriageState.needsReview.rawValue

  @Flag(help: "The newest first.")
  var newest = false

  @OptionGroup var filter: EvidenceFilterOptions
  @OptionGroup var list: ListOptions

  func run() async throws {
    let ledger = try await list.selection.open()
    let state =
      state == "any"
      ? nil : try await EvidenceTriageState.read(state, "state", in: "state", of: EvidenceItem.kind, ledger)
    let filter = try await filter.filter(state, list.selection, in: ledger)
    let evidence = try await ledger.sam.evidence(
      filter, oldestFirst: state == .needsReview && !newest, limit: list.count, offset: list.offset,
      in: try list.selection.zone())
    var hidden: Set<String> = state == nil ? [] : ["state"]
    if Set(evidence.items.map(\.source)).count < 2 { hidden.insert("source") }
    try await list.show(
      evidence, hiding: hidden, in: ledger,
      empty: state == .needsReview && !self.filter.isGiven
        ? "nothing needs review" : "no evidence matches")
  }
}

/// `daybook sam match`
struct MatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match",
    abstract: "Match the participants of all evidence with people again.",
    discussion: """
      Run this after you have imported people: a sync matches only the evidence that it imports. Certain matches are \
      linked, likely ones are proposed, and decisions that somebody made are not changed.

      Examples:
        daybook sam match --dry-run
        daybook sam match
      """)

  @OptionGroup var options: RunOptions

  func run() async throws {
    let summary = try await options.selection.open().sam.matchParticipants(options: options.append)
    try options.output.show([
      ("examined", .count(summary.examined)), ("linked", .count(summary.linked)),
      ("pending", .count(summary.pending)), ("events", .count(summary.events)),
    ])
  }
}

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
