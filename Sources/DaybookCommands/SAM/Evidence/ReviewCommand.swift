import ArgumentParser
import Daybook
import SAM

/// `daybook sam review`
struct ReviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "List the evidence that needs review, newest first.",
    discussion: """
      With the people it is linked to, and how many links are proposed. 'sam accept' and 'sam reject' decide on \
      proposals, 'sam done' ends the review.

      Examples:
        daybook sam review
        daybook sam review --source mail --limit 20
        daybook sam review --state done
      """)

  @Option(help: ArgumentHelp("What is in this state, or any.", valueName: "state"))
  var state = EvidenceTriageState.needsReview.rawValue

  @Option(help: ArgumentHelp("Only from this source: \(EvidenceSource.list).", valueName: "source"))
  var source: String?

  @OptionGroup var list: ListOptions

  func run() async throws {
    let ledger = try await list.selection.open()
    let state =
      state == "any"
      ? nil : try await EvidenceTriageState.read(state, "state", in: "state", of: EvidenceItem.kind, ledger)
    let source = try await source.asyncMap {
      try await EvidenceSource.read($0, "source", in: "source", of: EvidenceItem.kind, ledger)
    }
    let evidence = try await ledger.evidence(
      state: state, source: source, limit: list.count, offset: list.offset)
    var hidden: Set<String> = state == nil ? [] : ["state"]
    if Set(evidence.items.map(\.source)).count < 2 { hidden.insert("source") }
    try await list.show(
      evidence, hiding: hidden, in: ledger,
      empty: state == .needsReview && source == nil ? "nothing needs review" : "there is no such evidence")
  }
}
