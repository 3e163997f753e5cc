package import DaybookModel
package import DaybookRecords

extension View {
  /// Answers a query. O(entities of the kind), plus the sorting of those that match, or of the first `limit`.
  /// - Throws: ``LedgerError``: `not-found` for a kind nobody registered or wrote, `usage` for a field that
  ///   is not there.
  package func fetch(
    _ query: Query, in records: borrowing Records
  ) throws(LedgerError) -> QueryResult {
    refresh(records)
    guard registry[query.kind] != nil || records.kind(query.kind) != nil else {
      throw unknownKind(query.kind, records)
    }
    let test = try query.condition.map { (condition) throws(LedgerError) in
      try self.test(condition, of: query.kind, records)
    }
    let reads = try query.fields.map { (names) throws(LedgerError) in
      try self.reads(names, of: query.kind, records)
    }
    let entities = matching(query, test, records)
    var result = QueryResult()
    result.count = entities.count
    if let path = query.groupBy {
      result.groups = try groups(entities, by: path, of: query.kind, records)
      return result
    }
    // Also for a count, so that a mistyped key is never passed over.
    let limit = query.limit.map { max(0, query.offset).addingReportingOverflow(max(0, $0)) }
    let sorted = try sort(
      query.isCount ? [] : entities, by: query.sort, of: query.kind,
      limit: limit.flatMap { $0.overflow ? nil : $0.partialValue }, records)
    let page = sorted.dropFirst(max(0, query.offset)).prefix(max(0, query.limit ?? .max))
    result.rows.reserveCapacity(page.count)
    for entity in page {
      let isGone = query.includesDeleted && !shows(entity, records)
      if let reads {
        result.rows.append(row(entity, isGone: isGone, reads, records))
      } else {
        result.rows.append(row(entity, isGone: isGone, records))
      }
    }
    return result
  }

  private func matching(
    _ query: Query, _ test: EntityTest?, _ records: borrowing Records
  ) -> [EntityIndex] {
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

  private typealias NamedValue = (name: String, read: EntityValue)

  private func reads(
    _ names: [String], of kind: String, _ records: borrowing Records
  ) throws(LedgerError) -> [NamedValue] {
    var reads: [NamedValue] = []
    for name in names {
      reads.append((name, value(try access(Condition.Path(stringLiteral: name), of: kind, records))))
    }
    return reads
  }

  private func row(
    _ entity: EntityIndex, isGone: Bool, _ reads: [NamedValue], _ records: borrowing Records
  ) -> Row {
    var fields: [Row.Field] = []
    fields.reserveCapacity(reads.count)
    for (name, read) in reads { fields.append(Row.Field(name, read(records, entity))) }
    return Row(
      kind: records.name(of: records.kind(of: entity)), id: records.id(of: entity),
      stamp: records.lastWrite(entity), isGone: isGone, fields: fields)
  }

  /// Of an array or a to-many relation every element counts; an empty one counts as null.
  private func groups(
    _ entities: [EntityIndex], by path: String, of kind: String, _ records: borrowing Records
  ) throws(LedgerError) -> [QueryResult.Group] {
    let read = value(try access(Condition.Path(stringLiteral: path), of: kind, records))
    var counts: [[UInt8]: QueryResult.Group] = [:]
    for entity in entities {
      let value = read(records, entity)
      let values = value.array.map { $0.isEmpty ? [.null] : $0 } ?? [value]
      for value in values {
        counts[value.canonicalBytes, default: QueryResult.Group(value: value, count: 0)].count += 1
      }
    }
    return counts.values.map { (SortValue($0.value), $0) }
      .sorted { $0.0.order(to: $1.0) == .less }.map(\.1)
  }

  package func unknownKind(_ kind: String, _ records: borrowing Records) -> LedgerError {
    let known = Set(registry.kinds.map(\.kind) + records.kindIDs.map { records.name(of: $0) })
    return LedgerError(
      .notFound, "there is no kind '\(kind)'", advice: Suggestion.advice(for: kind, among: known.sorted()))
  }
}
