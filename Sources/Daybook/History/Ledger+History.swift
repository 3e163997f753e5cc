import DaybookLog
import DaybookModel
import DaybookRecords
public import DaybookView

extension Ledger {
  /// Every change of an entity and of what belongs to it, in the order of the stamps: what each event wrote, with
  /// before and after as the present schema reads them, and which of these entities it shows or hides. Others read and
  /// write meanwhile: see <doc:Concurrency>.
  ///
  /// What belongs to it is everything that ever had an edge to it over which its delete hides it, and so on; the owners
  /// of those are followed, too, as far as they hide or show one of them. References are given as they are stored, even
  /// if their target is gone; what is computed from other entities is not included. Reads the log twice, and folds the
  /// events of those entities alone: O(size of the log) in time, in memory O(their events, and the cascade edges of the
  /// kinds around).
  ///
  /// - Throws: ``LedgerError``: with a viewer `refused` where that viewer may not see the entity, or it does not exist.
  ///   Events about entities that the viewer may not see are left out.
  public nonisolated func history(
    kind: String, id: String, as viewer: Viewer? = nil, _ body: (Step) throws -> Bool
  ) async throws {
    let start = try await historyStart(kind, id, as: viewer)
    let session = start.session
    let members = try await read(in: session) { session in
      var belongings = CascadeClosure(around: kind, schemas)
      if !belongings.isEmpty { try session.forEachFrame { belongings.note($0) } }
      let members = belongings.members(of: EntityName(kind: kind, id: id))
      return (all: members, owners: belongings.owners(of: members))
    }
    let sight = await sight(of: members.owners, for: viewer)
    let names = Dictionary(grouping: members.owners, by: \.kind).mapValues { Set($0) }
    var fold = HistoryFold(of: members.all, owners: members.owners, again: start.causes, schemas)
    try await read(in: session) { session in
      let erasers = try session.erasers(of: members.all)
      try session.forEachEvent(where: { $0.isEvent($1, about: names) }) { held in
        let leaf = held.content.leaves[held.content.events[held.event].leaf].hash
        for step in fold.steps(held) {
          guard var step = sight.told(step) else { continue }
          step.erasers = step.erased.map { .init(field: $0, events: erasers.events(of: [$0], in: leaf)) }
          if try !body(step) { return false }
        }
        return true
      }
    }
  }

  /// The same as a list.
  public nonisolated func history(
    kind: String, id: String, as viewer: Viewer? = nil
  ) async throws -> [Step] {
    var steps: [Step] = []
    try await history(kind: kind, id: id, as: viewer) { step in
      steps.append(step)
      return true
    }
    return steps
  }

  /// Refuses an entity that the viewer may not see, or that is not there.
  func requireSight(of kind: String, _ id: String, as viewer: Viewer?) throws {
    guard let viewer, !allows(kind, id, to: viewer) else { return }
    throw LedgerError.noAccess(viewer, to: kind, id)
  }

  private func historyStart(_ kind: String, _ id: String, as viewer: Viewer?) throws -> StepsStart {
    try refreshWhole()
    try requireSight(of: kind, id, as: viewer)
    return StepsStart(session: try readSession(), causes: Records.causes(of: loaded.records))
  }
}

/// What folding the log again begins with.
struct StepsStart: ~Copyable, Sendable {
  let session: ReadSession
  let causes: Records
}

extension Sight {
  /// The part of a step that the viewer may see: nil where it is about an entity that they may not see; a cause that
  /// they may not see is left out.
  fileprivate func told(_ step: Step) -> Step? {
    if isWhole { return step }
    guard allows(step.entry), allows(step.kind, step.id) else { return nil }
    var step = step
    for index in step.changes.indices {
      if let cause = step.changes[index].cause, !allows(cause.kind, cause.id) {
        step.changes[index].cause = nil
      }
    }
    return step
  }
}
