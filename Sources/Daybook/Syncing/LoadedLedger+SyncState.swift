import DaybookLog
public import DaybookModel
import DaybookRecords
import DaybookView

/// Who holds which natural key. A class, since it fills while the records are only lent.
final class KeyHolders {
  var schemas = SchemaRegistry.empty
  fileprivate var tables: [String: [String: EntityIndex]] = [:]
  /// How many events the records held when the tables were filled.
  fileprivate var eventCount = -1
}

extension LoadedLedger: SyncState {
  public func entity(_ kind: String, key: String) -> SyncedEntity? {
    guard let schema = holders.schemas[kind], let natural = schema.key else { return nil }
    return holder(of: natural.normalizer.normalized(key), schema, natural).map { synced($0) }
  }

  public func newID(_ kind: String, key: String) -> String {
    guard let schema = holders.schemas[kind], let natural = schema.key else { return key }
    return MutationPlanner.derivedID(of: natural.normalizer.normalized(key), schema, natural, records)
  }

  public func entities(_ kind: String, where field: String, equals value: JSONValue) -> [SyncedEntity] {
    guard let id = records.kind(kind), let field = records.field(field) else { return [] }
    var found: [SyncedEntity] = []
    records.forEachEntity(of: id) { entity in
      guard let held = records.value(entity, field), records.json(held) == value else { return }
      found.append(synced(entity))
    }
    return found.sorted { $0.id < $1.id }
  }

  private func holder(of value: String, _ schema: KindSchema, _ key: NaturalKey) -> EntityIndex? {
    if holders.eventCount != records.eventCount {
      holders.eventCount = records.eventCount
      holders.tables = [:]
    }
    if let table = holders.tables[schema.kind] { return table[value] }
    var table: [String: EntityIndex] = [:]
    if let kind = records.kind(schema.kind), let field = records.field(key.field) {
      records.forEachEntity(of: kind) { entity in
        guard let held = records.value(entity, field), let text = records.json(held).string else { return }
        let value = key.normalizer.normalized(text)
        // The living before the dead; of equals the one whose id comes first, on every machine.
        if let other = table[value], !precedes(entity, other) { return }
        table[value] = entity
      }
    }
    holders.tables[schema.kind] = table
    return table[value]
  }

  private func precedes(_ left: EntityIndex, _ right: EntityIndex) -> Bool {
    let (isLeftAlive, isRightAlive) = (records.life(of: left).isAlive, records.life(of: right).isAlive)
    return isLeftAlive != isRightAlive ? isLeftAlive : records.id(of: left) < records.id(of: right)
  }

  private func synced(_ entity: EntityIndex) -> SyncedEntity {
    let life = records.life(of: entity)
    var values = JSONObject()
    for field in records.fields(of: entity) {
      values[records.name(of: field)] = records.value(entity, field).map { records.json($0) }
    }
    return SyncedEntity(
      id: records.id(of: entity), isAlive: life.isAlive, isPresent: life.isPresent, values: values)
  }
}
