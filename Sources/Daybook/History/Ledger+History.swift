import DaybookLog
import DaybookModel
import DaybookRecords
public import DaybookView

extension Ledger {
  /// Every change of an entity and of what belongs to it, in the order of the stamps: what each event wrote, with
  /// before and after as the present schema reads them, and who shows or hides because of it.
  ///
  /// What belongs to it is whatever ever had an edge to it over which its delete hides it, and so on; their owners
  /// are followed, too, as far as they hide or show one of those. References are told as they are stored, though
  /// their target be gone; what is computed from other entities is not told. Reads the log twice, and folds the
  /// events of those entities alone: O(size of the log) in time, in memory O(their events, and the cascade edges of
  /// the kinds around).
  ///
  /// - Throws: ``LedgerError``: with a viewer `refused` where that one may not see it, or it is not there. Of events
  ///   about entities that this one may not see nothing is told.
  public func history(
    kind: String, id: String, as viewer: Viewer? = nil, _ body: (Step) throws -> Bool
  ) throws {
    try refreshWhole()
    try requireSight(of: kind, id, as: viewer)
    let root = EntityName(kind: kind, id: id)
    var belongings = Belongings(around: kind, schemas)
    if !belongings.isEmpty { try forEachFrame { belongings.note($0) } }
    let members = belongings.members(of: root)
    let owners = belongings.owners(of: members)
    let names = Dictionary(grouping: owners, by: \.kind).mapValues { Set($0) }
    var fold = HistoryFold(of: members, owners: owners, again: loaded.records, schemas)
    let erasers = try erasers(of: members)
    try forEachEvent(where: { $0.isEvent($1, about: names) }) { held in
      let leaf = held.content.leaves[held.content.events[held.event].leaf].hash
      for step in fold.steps(held) {
        guard var step = told(step, to: viewer) else { continue }
        step.erasers = step.erased.map { .init(field: $0, events: erasers.events(of: [$0], in: leaf)) }
        if try !body(step) { return false }
      }
      return true
    }
  }

  /// The same as a list.
  public func history(kind: String, id: String, as viewer: Viewer? = nil) throws -> [Step] {
    var steps: [Step] = []
    try history(kind: kind, id: id, as: viewer) { step in
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

  /// What a viewer is told of a step: nothing where it is about somebody else's entity, nor of an owner that is.
  private func told(_ step: Step, to viewer: Viewer?) -> Step? {
    guard viewer != nil else { return step }
    guard allows(step.entry, to: viewer), allows(step.kind, step.id, to: viewer) else { return nil }
    var step = step
    for index in step.changes.indices {
      if let cause = step.changes[index].cause, !allows(cause.kind, cause.id, to: viewer) {
        step.changes[index].cause = nil
      }
    }
    return step
  }
}
