import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

/// A ledger as an audit describes it: all of it at one moment, folded from its files outside the ledger's actor.
///
/// A class because the rule of what is counted holds it while its records stay where they are.
final class AuditedLedger {
  let session: ReadSession
  let schemas: SchemaRegistry
  let viewer: Viewer?
  let loaded: LedgerState
  /// The view without a viewer's limits.
  let whole: View
  /// As the viewer sees it, at the cut that was asked for.
  let view: View

  /// O(size of the ledger).
  init(_ session: ReadSession, as viewer: Viewer?, at cut: Cut, _ options: LedgerOptions) throws {
    (self.session, self.viewer, schemas) = (session, viewer, session.schemas)
    loaded = try session.records(at: .now, isHeldOnly: true)
    whole = View(registry: schemas)
    view = viewer.map { [whole] in whole.limited(to: $0) } ?? whole
    for view in [whole, view] { (view.moment, view.zone) = (cut.moment(now: options.now()), options.zone) }
  }

  /// Whether the viewer may see an entity, deleted or not; with a viewer, false for an entity that nobody ever wrote.
  func allows(_ kind: String, _ id: String) -> Bool {
    viewer == nil || view.allows(kind, id, in: loaded.records)
  }

  /// An entity as it reads, gone or not; nil where nothing was ever written of it.
  func row(_ name: EntityName) -> (entity: EntityIndex, row: Row)? {
    guard let entity = loaded.records.entity(name.kind, name.id), loaded.records.lastWrite(entity) != nil,
      let row = view.row(name.kind, name.id, includesDeleted: true, in: loaded.records)
    else { return nil }
    return (entity, row)
  }

  /// What a replica is called.
  func name(of replica: ReplicaID) -> String? {
    let row = whole.row(Replica.kind, replica.description, includesDeleted: true, in: loaded.records)
    return row?["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }
}
