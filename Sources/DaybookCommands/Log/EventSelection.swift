import ArgumentParser
import Daybook

/// Which events: every condition that is given must hold.
struct EventSelection: ParsableArguments {
  @Argument(help: "Only events that hold this text, byte for byte.")
  var text: String?

  @Option(
    help: ArgumentHelp("Only this kind; given several times, one of these.", valueName: "kind"),
    completion: .custom(KindCompletion.complete))
  var kind: [String] = []

  @Option(help: ArgumentHelp("Only this entity.", valueName: "id"))
  var id: String?

  @Option(help: ArgumentHelp("Only this operation: upsert, link, sync …", valueName: "op"))
  var op: String?

  @Option(help: ArgumentHelp("Only this author.", valueName: "name"))
  var by: String?

  @Option(help: ArgumentHelp("Only what this replica wrote: its id or its name.", valueName: "replica"))
  var replica: String?

  @Option(
    name: .customLong("reason"),
    help: ArgumentHelp("Only what was written for a reason with this text.", valueName: "text"))
  var why: String?

  func filter(in ledger: Ledger) async throws -> LogFilter {
    var filter = LogFilter()
    (filter.text, filter.kinds, filter.id, filter.by, filter.why) = (text, Set(kind), id, by, why)
    filter.op = try op.map(operation)
    if let replica {
      filter.replica =
        if let id = ReplicaID(replica) { id } else { try await ledger.replica(matching: replica).id }
    }
    return filter
  }

  /// Operations of later versions are kept in the log; so only what is near a known one is refused.
  private func operation(_ text: String) throws -> Operation {
    let known = Operation.known.map(\.rawValue)
    if !known.contains(text), let near = Suggestion.nearest(to: text, among: known) {
      throw LedgerError(.usage, "'\(text)' is no operation", advice: "did you mean '\(near)'?")
    }
    return Operation(rawValue: text)
  }
}
