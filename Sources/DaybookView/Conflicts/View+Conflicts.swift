import DaybookModel
package import DaybookRecords

extension View {
  /// The conflicts of all entities, or those that touch one kind or one entity, by kind and id.
  ///
  /// O(entities that several machines wrote, and those that are deleted with what belongs to them); for kinds with
  /// unique or renamed fields, also O(their entities).
  package func conflicts(
    kind: String? = nil, id: String? = nil, in records: borrowing Records
  ) -> [ViewConflict] {
    refresh(records)
    var found: [ViewConflict] = []
    // A machine can conflict with itself if it saved a value that it had read earlier.
    if records.hasSeveralBranches || records.hasContests {
      found += registerConflicts(kind: kind, id: id, records)
      found += hiddenConflicts(records)
      found += recreationConflicts(records)
    }
    found += uniqueConflicts(kind: kind, records)
    found += deniedConflicts(records)
    if let kind {
      found.removeAll { conflict in
        !conflict.entities.contains { $0.kind == kind && id?.utf8.elementsEqual($0.id.utf8) != false }
      }
    }
    return found.sorted(by: ViewConflict.precedes)
  }

  func named(_ entity: EntityIndex, _ records: borrowing Records) -> ViewConflict.Entity {
    ViewConflict.Entity(kind: records.name(of: records.kind(of: entity)), id: records.id(of: entity))
  }

  /// A write as a side, in the present schema's terms.
  func side(
    _ entity: EntityIndex, _ register: RegisterKey, _ write: RegisterWrite, _ records: borrowing Records
  ) -> ViewConflict.Side {
    var side = ViewConflict.Side(
      entity: named(entity, records), value: records.json(write.value), write: write)
    switch register {
    case .alive: break
    case .present: (side.what, side.isState) = ("present", true)
    case .over: (side.what, side.isState) = ("over", true)
    case .edge(let rel, let to): (side.what, side.to) = (records.name(of: rel), to)
    case .field(let id):
      side.what = records.name(of: id)
      guard let schema = plan(of: entity, records)?.schema else { break }
      let name = schema.renames.first { $0.former == side.what }?.name ?? side.what ?? ""
      side.what = name
      side.value = schema.upcast(side.value, of: name, from: write.v)
    }
    return side
  }
}
