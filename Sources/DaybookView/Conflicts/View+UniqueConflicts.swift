// Values that several entities have although they must be unique.

import DaybookModel
import DaybookRecords

extension View {
  /// O(entities of the kinds with unique fields): a pass over hashes finds those few that may share a value.
  func uniqueConflicts(kind: String?, _ records: borrowing Records) -> [ViewConflict] {
    var found: [ViewConflict] = []
    for schema in registry.kinds where kind == nil || schema.kind == kind {
      guard !schema.uniques.isEmpty, let plan = plan(schema.kind, records) else { continue }
      for fields in schema.uniques { found += shared(fields, plan, records) }
    }
    return found
  }

  private func shared(
    _ fields: [String], _ plan: KindPlan, _ records: borrowing Records
  ) -> [ViewConflict] {
    let reader = UniqueHash(fields.compactMap { plan[$0] }, key: plan.schema.key)
    guard reader.fields.count == fields.count else { return [] }
    var holders: [[String]: [EntityIndex]] = [:]
    for entity in twice(reader, plan.kind, records) where shows(entity, records) {
      var values = JSONObject()
      for field in reader.fields { values[field.schema.name] = value(entity, field, records) }
      guard let key = plan.schema.uniqueValue(of: fields, { values[$0] ?? .null }), !key.contains("") else {
        continue
      }
      holders[key, default: []].append(entity)
    }
    return holders.filter { $0.value.count > 1 }.map { values, entities in
      var sides = entities.compactMap { holding(of: $0, reader.fields, records) }
      // The entity that had it first.
      sides.sort { left, right in
        let (a, b) = (left.write, right.write)
        if a.order != b.order { return a.order < b.order }
        if a.stamp != b.stamp { return a.stamp < b.stamp }
        return left.entity.id.utf8.lexicographicallyPrecedes(right.entity.id.utf8)
      }
      return ViewConflict(
        cause: .unique(fields: fields, values: values), entities: sides.map(\.entity),
        what: fields.joined(separator: "+"), sides: sides)
    }
  }

  /// The value with the write that completed it.
  private func holding(
    of entity: EntityIndex, _ fields: [FieldPlan], _ records: borrowing Records
  ) -> ViewConflict.Side? {
    let writes = fields.compactMap { records.shown(entity, $0.ids) }
    guard
      let write = writes.max(by: { $0.order < $1.order }) ?? records.aliveRegister(entity)
        ?? records.fieldsEver(of: entity).compactMap({ records.localRegister(entity, $0) }).first
    else { return nil }
    let values = fields.map { value(entity, $0, records) }
    return ViewConflict.Side(
      entity: named(entity, records), what: fields.map(\.schema.name).joined(separator: "+"),
      value: values.count == 1 ? values[0] : .array(values), write: write)
  }

  /// The entities whose values have a hash that another's have too.
  private func twice(
    _ reader: UniqueHash, _ kind: KindID, _ records: borrowing Records
  ) -> [EntityIndex] {
    var hashes: [(hash: UInt64, entity: EntityIndex)] = []
    hashes.reserveCapacity(records.entityCount(of: kind))
    var table = HashSet(countMax: records.entityCount(of: kind))
    var repeated: Set<UInt64> = []
    records.forEachEntity(of: kind) { entity in
      guard let hash = reader.hash(entity, self, records) else { return }
      hashes.append((hash, entity))
      if !table.insert(hash) { repeated.insert(hash) }
    }
    return repeated.isEmpty ? [] : hashes.filter { repeated.contains($0.hash) }.map(\.entity)
  }
}

/// Open addressing with room for a known number of hashes, none of them 0.
private struct HashSet {
  private var slots: [UInt64]
  private let mask: Int

  init(countMax: Int) {
    var capacity = 16
    while capacity < countMax * 2 { capacity *= 2 }
    slots = [UInt64](repeating: 0, count: capacity)
    mask = capacity - 1
  }

  /// False if it is in the table already.
  mutating func insert(_ hash: UInt64) -> Bool {
    var place = Int(truncatingIfNeeded: hash) & mask
    while slots[place] != 0 {
      if slots[place] == hash { return false }
      place = (place + 1) & mask
    }
    slots[place] = hash
    return true
  }
}
