import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookView

/// Which entity holds which natural key, by kind; built on first use, then updated with what was touched. A class,
/// since it fills while the records are only lent.
final class KeyHolders {
  var schemas = SchemaRegistry.empty
  /// Reads the records through the schemas.
  var view: View?
  /// Where large values are.
  var blobs: BlobStore?
  /// The sources' statements, once needed; see ``LedgerState/verdict(on:)``.
  var sourceHistory: SourceHistory?
  /// Reads it, while a plan is made.
  var readSourceHistory: (() throws -> SourceHistory)?
  /// Why it could not be read: then the plan must not be carried out.
  var historyFailure: (any Error)?
  /// What a plan leaves out since it is erased here.
  var erased = ErasedNews()
  private var written: (since: Int, upTo: Int, entities: Set<EntityIndex>) = (0, 0, [])
  private var tables: [String: KeyTable] = [:]
  /// How many events and touches the records held when the tables were last up to date.
  private var eventCount = -1
  private var touchCount = 0

  /// The entity that holds a key in its normalised form, even a deleted or absent one. O(entities of the kind)
  /// the first time.
  func holder(
    of value: String, _ schema: KindSchema, _ key: NaturalKey, _ records: borrowing Records
  ) -> EntityIndex? {
    follow(records)
    if let table = tables[schema.kind] { return table.holder(of: value, records) }
    var table = KeyTable(key: key)
    if let kind = records.kind(schema.kind) { records.forEachEntity(of: kind) { table.read($0, records) } }
    tables[schema.kind] = table
    return table.holder(of: value, records)
  }

  /// Whether a field of the entity was written since; also true if that is no longer known.
  func isWritten(_ entity: EntityIndex, since position: Int, _ records: borrowing Records) -> Bool {
    if written.since != position { written = (position, position, []) }
    if written.upTo != records.touchCount {
      guard let touches = records.touches(since: written.upTo) else { return true }
      for touch in touches where touch.what.contains(.fields) { written.entities.insert(touch.entity) }
      written.upTo = records.touchCount
    }
    return written.entities.contains(entity)
  }

  private func follow(_ records: borrowing Records) {
    guard records.eventCount != eventCount else { return }
    let touches = eventCount < 0 ? nil : records.touches(since: touchCount)
    (eventCount, touchCount) = (records.eventCount, records.touchCount)
    guard let touches else {
      tables = [:]
      return
    }
    for touch in touches where touch.what.contains(.fields) {
      tables[records.name(of: records.kind(of: touch.entity))]?.read(touch.entity, records)
    }
  }
}

/// The holders of one kind's keys.
private struct KeyTable {
  let key: NaturalKey
  private var holders = ValueHolders<EntityIndex>()

  init(key: NaturalKey) { self.key = key }

  /// Notes the entity's present key.
  mutating func read(_ entity: EntityIndex, _ records: borrowing Records) {
    let text = records.field(key.field).flatMap { records.value(entity, $0) }.flatMap {
      records.json($0).string
    }
    holders.put(entity, text.map { key.normalizer.normalized($0) })
  }

  /// Existing entities come before deleted or absent ones; among equals, the one whose id comes first, on every
  /// machine.
  func holder(of value: String, _ records: borrowing Records) -> EntityIndex? {
    let all = holders.holders(of: value)
    guard var best = all.first else { return nil }
    for other in all.dropFirst() {
      let (isAlive, isBestAlive) = (records.life(of: other).isAlive, records.life(of: best).isAlive)
      if isAlive != isBestAlive ? isAlive : records.id(of: other) < records.id(of: best) { best = other }
    }
    return best
  }
}
