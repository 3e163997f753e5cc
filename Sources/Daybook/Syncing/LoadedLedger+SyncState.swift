import DaybookLog
public import DaybookModel
import DaybookRecords
import DaybookView

extension LoadedLedger: SyncState {
  public func entity(_ kind: String, key: String) -> SyncedEntity? {
    guard let schema = holders.schemas[kind], let natural = schema.key else { return nil }
    return holders.holder(of: natural.normalizer.normalized(key), schema, natural, records)
      .map { synced($0) }
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
