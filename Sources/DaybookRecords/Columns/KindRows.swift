package import DaybookLog

/// The entities of a kind as rows, numbered from 0 in the order of their arrival, and which of them can be read. Flat,
/// so that it can be stored and mapped unchanged.
package struct KindRows: ~Copyable {
  package let kind: KindID
  /// Ascending: entities are numbered in the order of their arrival.
  private(set) var entities = Arena<UInt32>()
  private var shown = Arena<UInt64>()

  package init(_ kind: KindID) { self.kind = kind }

  /// The rows in a snapshot; nil if it has none.
  package init?(_ kind: KindID, _ file: SnapshotFile) {
    let name = "rows.\(kind.rawValue)"
    guard file.has(name) else { return nil }
    self.kind = kind
    entities = file.arena(name)
    shown = file.arena(name + ".shown")
  }

  package func write(to writer: inout SnapshotWriter) throws(FileError) {
    let name = "rows.\(kind.rawValue)"
    try writer.add(name, entities)
    try writer.add(name + ".shown", shown)
  }

  package var count: Int { entities.count }

  package func entity(_ row: Int) -> EntityIndex { EntityIndex(rawValue: entities[row]) }

  /// O(log rows).
  package func row(of entity: EntityIndex) -> Int? {
    var (low, high) = (0, entities.count)
    while low < high {
      let middle = (low + high) / 2
      if entities[middle] < entity.rawValue { low = middle + 1 } else { high = middle }
    }
    return low < entities.count && entities[low] == entity.rawValue ? low : nil
  }

  /// Adds the entities that came since; returns their rows. O(those).
  package mutating func grow(_ records: borrowing Records) -> Range<Int> {
    let first = entities.count
    if first == 0, records.entityCount(of: kind) > records.entityCount / 16 {
      // If a large part of all entities is of this kind, scanning all in memory order is faster than following a list.
      records.forEachEntityInOrder(of: kind) { entities.append($0) }
      return grown(from: 0)
    }
    let last = first > 0 ? EntityIndex(rawValue: entities[first - 1]) : nil
    var next = records.entity(of: kind, after: last)
    while let entity = next {
      entities.append(entity.rawValue)
      next = records.entity(of: kind, after: entity)
    }
    return grown(from: first)
  }

  private mutating func grown(from first: Int) -> Range<Int> {
    let words = (entities.count + 63) / 64
    if words > shown.count { shown.appendZeros(words - shown.count) }
    return first..<entities.count
  }

  package mutating func set(_ row: Int, isShown: Bool) {
    let bit: UInt64 = 1 << UInt64(row % 64)
    if isShown { shown[row / 64] |= bit } else { shown[row / 64] &= ~bit }
  }

  /// Marks rows by their entities' own registers: alive, and present in their source.
  package mutating func showAlive(_ changed: Range<Int>, _ records: borrowing Records) {
    let alive = FieldScan(.alive, of: kind, records)
    let present = FieldScan(.present, of: kind, records)
    for row in changed {
      let entity = Int(entities[row])
      // A delete and an upsert are never hidden: they have no server's side.
      let raw = alive.local(entity, records)
      let isAlive =
        raw == 0 ? records.entities[entity].has(EntityRecord.hasField) : StoredValue(raw: raw).isTrue
      let held = isAlive ? present.raw(entity, records) : 0
      set(row, isShown: isAlive && (held == 0 || StoredValue(raw: held).isTrue))
    }
  }

  /// The rows whose entities can be read.
  package var shownMarks: Marks {
    Marks(rowCount: count, words: UnsafeBufferPointer(start: shown.base, count: shown.count))
  }
}

extension Records {
  fileprivate func forEachEntityInOrder(of kind: KindID, _ body: (UInt32) -> Void) {
    let all = entities.base
    for index in 0..<entities.count where all[index].kind == kind.rawValue { body(UInt32(index)) }
  }

  /// In the order of arrival; nil after the last.
  func entity(of kind: KindID, after entity: EntityIndex?) -> EntityIndex? {
    let next =
      entity.map { entities[Int($0.rawValue)].nextOfKind } ?? kinds[Int(kind.rawValue)].firstEntity
    return next == 0 ? nil : EntityIndex(rawValue: next - 1)
  }
}
