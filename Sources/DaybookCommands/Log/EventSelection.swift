import ArgumentParser
import Daybook

/// Which events: every condition that is given must hold.
struct EventSelection: ParsableArguments {
  @Argument(help: "Only events that hold this text, byte for byte.")
  var text: String?

  @Option(
    help: ArgumentHelp("Only this kind; may be given several times.", valueName: "kind"),
    completion: .custom(KindCompletion.complete))
  var kind: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only this entity: its id, the beginning of its id, its name or its address.", valueName: "id"))
  var id: String?

  @Option(help: ArgumentHelp("Only this operation: upsert, link, sync …", valueName: "op"))
  var op: String?

  @Option(help: ArgumentHelp("Only this author.", valueName: "name"))
  var by: String?

  @Option(help: ArgumentHelp("Only what this replica wrote: its id or its name.", valueName: "replica"))
  var replica: String?

  @Option(
    name: .customLong("reason"),
    help: ArgumentHelp("Only events whose reason contains this text.", valueName: "text"))
  var why: String?

  /// - Parameter mayCome: whether the entity may be created later; the typed text is then its whole id.
  func filter(in ledger: Ledger, as viewer: Viewer?, mayCome: Bool) async throws -> LogFilter {
    var filter = LogFilter()
    (filter.text, filter.kinds, filter.by, filter.why) = (text, Set(kind), by, why)
    for kind in kind { try await ledger.requireKind(kind) }
    if let id {
      do {
        filter.id = try await ledger.entityID(id, of: kind, as: viewer)
      } catch let error as LedgerError where error.code == .notFound && mayCome {
        filter.id = id
      }
    }
    filter.op = try await op.asyncMap { try await operation($0, in: ledger) }
    if let replica { filter.replica = try await ledger.replicas.replica(matching: replica).id }
    return filter
  }

  /// The log keeps operations of later versions: one that this version does not know is either in the log or a
  /// mistake.
  private func operation(_ text: String, in ledger: Ledger) async throws -> EventOperation {
    let operation = EventOperation(rawValue: text)
    if EventOperation.known.contains(operation) { return operation }
    var filter = LogFilter()
    filter.op = operation
    let isThere = Shared(false)
    try await ledger.history.log(filter) { _ in
      isThere.withLock { $0 = true }
      return false
    }
    if isThere.withLock({ $0 }) { return operation }
    let known = EventOperation.known.map(\.rawValue)
    throw LedgerError(
      .usage, "there is no operation '\(text)'",
      advice: Suggestion.advice(for: text, among: known) ?? "there are: \(known.joined(separator: ", "))")
  }
}
