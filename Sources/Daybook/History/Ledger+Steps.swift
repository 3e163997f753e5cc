import DaybookLog
import DaybookModel
import DaybookRecords
public import DaybookView

extension Ledger {
  /// What each event changed, in the order of the stamps, until `body` returns false: registers as they are stored,
  /// whatever the schemas say, each with what stood there before and whether the event's write shows.
  ///
  /// Others read and write meanwhile. O(events). The replica that wrote most is streamed; what others wrote is held to be put in order. With a
  /// viewer, the steps alone of what that one may see now.
  ///
  /// - Parameters:
  ///   - kinds: only events of these kinds; empty: of all.
  ///   - cut: which commits count.
  ///   - viewer: as whom: only steps of entities that this one may see now; nil: all.
  ///   - body: called with each step; false ends the reading, and so does an error, which is rethrown.
  public nonisolated func steps(
    kinds: Set<String> = [], at cut: Cut = .now, as viewer: Viewer? = nil, _ body: (Step) throws -> Bool
  ) async throws {
    let start = try await stepsStart()
    let session = start.session
    func isWanted(_ content: borrowing FrameContent, _ event: Int) -> Bool {
      content.isEvent(event, of: kinds)
    }
    let selection = try await read(in: session) { try $0.selection(cut) }
    var names: Set<EntityName> = []
    if viewer != nil {
      try await read(in: session) { session in
        try session.forEachFrame { frame in
          frame.forEachRun(of: selection) { run in
            run.forEach(where: isWanted) { names.insert($0.content.name(of: $0.event)) }
          }
        }
      }
    }
    let sight = await sight(of: names, for: viewer)
    var fold = StepFold(again: start.causes, .empty)
    try await read(in: session) { session in
      try session.forEachEvent(where: isWanted, within: selection) { held in
        let entry = held.entry
        let mutation = entry.event.mutation
        let changes = fold.fold(entry.event, held)
        guard sight.allows(entry) else { return true }
        return try body(Step(entry: entry, kind: mutation.kind, id: mutation.id, changes: changes))
      }
    }
  }

  private func stepsStart() throws -> StepsStart {
    StepsStart(session: try freshSession(), causes: Records.causes(of: loaded.records))
  }
}
