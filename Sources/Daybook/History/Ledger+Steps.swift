import DaybookModel
import DaybookRecords
public import DaybookView

extension Ledger {
  /// What each event changed, in the order of the stamps, until `body` returns false: registers as they are stored,
  /// whatever the schemas say, each with what stood there before and whether the event's write shows.
  ///
  /// O(events). The replica that wrote most is streamed; what others wrote is held to be put in order. With a
  /// viewer, the steps alone of what that one may see now.
  ///
  /// - Parameters:
  ///   - kinds: only events of these kinds; empty: of all.
  ///   - cut: which commits count.
  public func steps(
    kinds: Set<String> = [], at cut: Cut = .now, as viewer: Viewer? = nil, _ body: (Step) throws -> Bool
  ) throws {
    try refreshWhole()
    var fold = StepFold(again: loaded.records, .empty)
    try forEachEvent(where: { $0.isEvent($1, of: kinds) }, within: selection(cut)) { held in
      let entry = held.entry
      let mutation = entry.event.mutation
      let changes = fold.fold(entry.event, held)
      guard allows(entry, to: viewer) else { return true }
      return try body(Step(entry: entry, kind: mutation.kind, id: mutation.id, changes: changes))
    }
  }
}
