package import DaybookModel
package import DaybookRecords

extension View {
  /// Answers a query. O(entities of the kind): some hundred nanoseconds for each the first time, and later some
  /// nanoseconds if fields with few values decide; plus the sorting of those that match, or of the first `limit`.
  /// - Throws: ``LedgerError``: `not-found` for a kind nobody registered or wrote, `usage` for a field that
  ///   is not there.
  package func fetch(
    _ query: Query, in records: borrowing Records
  ) throws(LedgerError) -> QueryResult {
    refresh(records)
    guard registry[query.kind] != nil || records.kind(query.kind) != nil else {
      throw unknownKind(query.kind, records)
    }
    let reads = try query.fields.map { (names) throws(LedgerError) in
      try self.reads(names, of: query.kind, records)
    }
    let found = try matching(query, records)
    var result = QueryResult()
    result.count = found.count
    if let path = query.groupBy {
      result.groups = try groups(found, by: path, of: query.kind, records)
      return result
    }
    for entity in try page(query, of: found, records) {
      let isGone = query.includesDeleted && !shows(entity, records)
      if let reads {
        result.rows.append(row(entity, isGone: isGone, reads, records))
      } else {
        result.rows.append(row(entity, isGone: isGone, records))
      }
    }
    return result
  }

  /// The entities that a query for whole rows of present entities finds, in its order; ``rows(of:in:)`` makes the rows.
  package func entities(
    _ query: Query, in records: borrowing Records
  ) throws(LedgerError) -> [EntityIndex] {
    precondition(!query.includesDeleted && query.fields == nil, "whole rows of what shows")
    refresh(records)
    guard registry[query.kind] != nil || records.kind(query.kind) != nil else {
      throw unknownKind(query.kind, records)
    }
    return Array(try page(query, of: try matching(query, records), records))
  }

  /// - Parameter entities: entities that show in these records.
  package func rows(of entities: ArraySlice<EntityIndex>, in records: borrowing Records) -> [Row] {
    refresh(records)
    return entities.map { row($0, isGone: false, records) }
  }

  private func page(
    _ query: Query, of found: FoundEntities, _ records: borrowing Records
  ) throws(LedgerError) -> ArraySlice<EntityIndex> {
    let limit = query.limit.map { max(0, query.offset).addingReportingOverflow(max(0, $0)) }
      .flatMap { $0.overflow ? nil : $0.partialValue }
    // Also for a count, so that a mistyped key is never ignored.
    let entities =
      query.isCount ? [] : try candidates(limit, of: found, by: query.sort, of: query.kind, records)
    let sorted = try sort(entities, by: query.sort, of: query.kind, limit: limit, records)
    return sorted.dropFirst(max(0, query.offset)).prefix(max(0, query.limit ?? .max))
  }

  private typealias NamedValue = (name: String, read: EntityValue)

  private func reads(
    _ names: [String], of kind: String, _ records: borrowing Records
  ) throws(LedgerError) -> [NamedValue] {
    var reads: [NamedValue] = []
    for name in names {
      let access = try access(Condition.Path(stringLiteral: name), of: kind, records)
      let read = value(access)
      if access.hops.isEmpty, case .field(let field) = access.end {
        reads.append(
          (
            name,
            { [self] records, entity in
              isErased(entity, field, records) ? .null : read(records, entity)
            }
          ))
      } else {
        reads.append((name, read))
      }
    }
    return reads
  }

  private func row(
    _ entity: EntityIndex, isGone: Bool, _ reads: [NamedValue], _ records: borrowing Records
  ) -> Row {
    var fields: [Row.Field] = []
    fields.reserveCapacity(reads.count)
    for (name, read) in reads { fields.append(Row.Field(name, read(records, entity))) }
    var row = Row(
      kind: records.name(of: records.kind(of: entity)), id: records.id(of: entity),
      stamp: records.lastWrite(entity), isGone: isGone, fields: fields)
    if reads.contains(where: { $0.name == Row.erasedName }) { row.erased = erased(entity, records) }
    return row
  }

  package func unknownKind(_ kind: String, _ records: borrowing Records) -> LedgerError {
    let known = Set(registry.kinds.map(\.kind) + records.kindIDs.map { records.name(of: $0) })
    return LedgerError(
      .notFound, "there is no kind '\(kind)'", advice: Suggestion.advice(for: kind, among: known.sorted()))
  }
}
