import DaybookRecords

/// What a view keeps for a kind, so that a query need not read every entity: its rows, which of them exist, and columns
/// of the fields that queries used. Updated from what was touched since.
final class KindIndex {
  private(set) var rows: KindRows
  private var codes: [FieldID: CodeColumn] = [:]
  private var orders: [FieldID: OrderColumn] = [:]
  private var values: [FieldID: ValueColumn] = [:]
  /// How often a query needed an order that is not kept yet.
  private var ordersAsked: [FieldID: Int] = [:]
  private var valuesAsked: Set<FieldID> = []
  /// The state of the records and the view when this was last up to date.
  private var eventCount = 0
  private var entityCount = 0
  private var touchCount = 0
  private var forgottenCount = 0

  /// Whether no other entity decides which of them exist: then their presence is not tracked.
  private let isByLifeAlone: Bool
  /// Whether it comes from a snapshot: then the view does not know yet which owners it must watch.
  private let isKept: Bool

  /// O(entities of the kind).
  init(_ kind: KindID, _ view: View, _ records: borrowing Records) {
    rows = KindRows(kind)
    isByLifeAlone = view.livesAlone(kind, records)
    isKept = false
    let made = rows.grow(records)
    if isByLifeAlone {
      rows.showAlive(made, records)
    } else {
      for row in made { show(row, view, records) }
    }
    note(view, records)
  }

  /// The index in a snapshot; nil if it has none.
  init?(_ kind: KindID, _ kept: SnapshotIndexes, _ view: View, _ records: borrowing Records) {
    guard kept.isOf("rows.\(kind.rawValue)", view.signature(kind, records)),
      let rows = KindRows(kind, kept.file)
    else { return nil }
    self.rows = rows
    isByLifeAlone = view.livesAlone(kind, records)
    isKept = true
    for (field, id) in view.columnFields(kind, records) {
      if field.hasFewValues {
        codes[id] = CodeColumn(id, of: kind, kept.file, records)
      } else if field.type == .instant {
        orders[id] = OrderColumn(id, of: kind, OrderColumn.Unwritten(field), kept.file)
      }
    }
    guard !kept.file.isDamaged else { return nil }
    (eventCount, entityCount, touchCount) = (kept.eventCount, kept.entityCount, kept.touchCount)
    forgottenCount = view.forgotten.end
  }

  private func show(_ row: Int, _ view: View, _ records: borrowing Records) {
    rows.set(row, isShown: view.shows(rows.entity(row), records))
  }

  private func note(_ view: View, _ records: borrowing Records) {
    (eventCount, entityCount) = (records.eventCount, records.entityCount)
    (touchCount, forgottenCount) = (records.touchCount, view.forgotten.end)
  }

  /// Updates it to the records. O(what was touched since); false if that is no longer known.
  func follow(_ view: View, _ records: borrowing Records) -> Bool {
    if eventCount == records.eventCount, entityCount == records.entityCount { return true }
    guard let touches = records.touches(since: touchCount),
      let forgotten = view.forgotten.since(forgottenCount),
      // The first link of a relation may give them owners.
      isByLifeAlone ? view.livesAlone(rows.kind, records) : !isKept
    else { return false }
    var changed = Set(rows.grow(records))
    for touch in touches { if let row = rows.row(of: touch.entity) { changed.insert(row) } }
    for entity in forgotten { if let row = rows.row(of: entity) { changed.insert(row) } }
    for row in changed { show(row, view, records) }
    for column in codes.values {
      column.grow(rows, records)
      for row in changed { column.update(row, of: rows, records) }
    }
    for column in orders.values { column.update(Array(changed), of: rows, records) }
    for column in values.values { column.update(changed, of: rows, records) }
    note(view, records)
    return true
  }

  /// Made when first needed; nil for a field with more values than a column has codes.
  func codes(_ field: FieldID, _ records: borrowing Records) -> CodeColumn? {
    if let column = codes[field] { return column.isFit ? column : nil }
    let column = CodeColumn(field, of: rows, records)
    codes[field] = column
    return column.isFit ? column : nil
  }

  /// Made when needed a second time, since scanning all rows is as fast for a single query. Nil until then, and for a
  /// field that cannot have one.
  func values(_ field: FieldID, _ records: borrowing Records) -> ValueColumn? {
    if let column = values[field] { return column.isFit ? column : nil }
    guard !valuesAsked.insert(field).inserted else { return nil }
    let column = ValueColumn(field, of: rows, records)
    values[field] = column
    return column.isFit ? column : nil
  }

  /// Made when needed a second time: sorting all rows takes longer than finding the first ones once. Nil until then,
  /// and for a field with other values than plain texts.
  func order(
    _ field: FieldID, _ unwritten: OrderColumn.Unwritten, _ records: borrowing Records,
    isWanted: Bool = false
  ) -> OrderColumn? {
    if let column = orders[field] { return column.isFit ? column : nil }
    ordersAsked[field, default: 0] += 1
    guard isWanted || ordersAsked[field, default: 0] > 1 else { return nil }
    let column = OrderColumn(field, of: rows, unwritten, records)
    orders[field] = column
    return column.isFit ? column : nil
  }
}

extension View {
  /// Whether the presence of a kind's entities depends only on what was written about each.
  fileprivate func livesAlone(_ kind: KindID, _ records: borrowing Records) -> Bool {
    plan(kind, records).map { $0.owners.isEmpty && $0.provided.isEmpty } ?? true
  }

  /// The index of a kind, up to date; nil for a view that does not show everything.
  func index(_ kind: KindID, _ records: borrowing Records) -> KindIndex? {
    guard limit == nil else { return nil }
    if let index = indexes[kind], index.follow(self, records) { return index }
    if indexes[kind] == nil, let kept, let index = KindIndex(kind, kept, self, records),
      index.follow(self, records)
    {
      indexes[kind] = index
      return index
    }
    let index = KindIndex(kind, self, records)
    indexes[kind] = index
    return index
  }
}
