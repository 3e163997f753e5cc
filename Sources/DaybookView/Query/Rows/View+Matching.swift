import DaybookModel
import DaybookRecords

/// The entities that a condition holds for.
enum FoundEntities {
  /// For a kind that has an index.
  case rows(Marks, KindIndex)
  case entities([EntityIndex])

  var count: Int {
    switch self {
    case .rows(let marks, _): marks.count
    case .entities(let entities): entities.count
    }
  }

  /// In the order of their arrival.
  var entities: [EntityIndex] {
    switch self {
    case .rows(let marks, let index):
      var entities: [EntityIndex] = []
      entities.reserveCapacity(marks.count)
      marks.forEach { entities.append(index.rows.entity($0)) }
      return entities
    case .entities(let entities): return entities
    }
  }
}

extension View {
  func matching(_ query: Query, _ records: borrowing Records) throws(LedgerError) -> FoundEntities {
    guard !query.includesDeleted, limit == nil else { return .entities(try matchingEach(query, records)) }
    let test = try query.condition.map { (condition) throws(LedgerError) in
      try rowTest(condition, of: query.kind, records)
    }
    guard let kind = records.kind(query.kind), let index = index(kind, records) else { return .entities([]) }
    var marks = index.rows.shownMarks
    if let test { filter(&marks, test, index, records) }
    return .rows(marks, index)
  }

  /// If gone entities are included, or for a viewer, each entity is tested separately.
  private func matchingEach(
    _ query: Query, _ records: borrowing Records
  ) throws(LedgerError) -> [EntityIndex] {
    let test = try query.condition.map { (condition) throws(LedgerError) in
      try self.test(condition, of: query.kind, records)
    }
    guard let kind = records.kind(query.kind) else { return [] }
    var found: [EntityIndex] = []
    for entity in records.entities(of: kind) {
      if query.includesDeleted {
        let life = records.life(of: entity)
        guard isMade(entity, life, records) || life.isDeleted, allows(entity, records) else { continue }
      } else {
        guard shows(entity, records) else { continue }
      }
      if let test, !test(records, entity) { continue }
      found.append(entity)
    }
    return found
  }

  /// Candidates for the first `limit` entities in an order: all, or a few if the first key has an order column.
  func candidates(
    _ limit: Int?, of found: FoundEntities, by sort: [SortKey], of kind: String, _ records: borrowing Records
  ) throws(LedgerError) -> [EntityIndex] {
    guard case .rows(let marks, let index) = found, let limit, let key = sort.first, !key.isFolded,
      // Reading a few is faster than finding them in the order of all.
      found.count > 256, found.count / 4 > limit
    else { return found.entities }
    let access = try access(Condition.Path(stringLiteral: key.path), of: kind, records)
    guard let (field, id) = access.plainRegister, let id, field.merge == nil,
      [.instant, .int, .double].contains(field.schema.type),
      let column = index.order(id, OrderColumn.Unwritten(field.schema), records)
    else { return found.entities }
    return column.candidates(limit, descending: key.isDescending, among: marks).map { index.rows.entity($0) }
  }
}

extension OrderColumn.Unwritten {
  init(_ field: FieldSchema) {
    let isNumber = [.int, .double, .decimal].contains(field.type)
    self.init(
      isNumber ? .number(field.defaultValue.double) : .text(field.defaultValue.string.map { Array($0.utf8) }),
      replacesNull: !field.isOptional)
  }
}
