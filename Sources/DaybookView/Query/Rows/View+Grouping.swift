import DaybookModel
import DaybookRecords

extension View {
  /// Every element of an array or a to-many relation counts; an empty one counts as null.
  func groups(
    _ found: FoundEntities, by path: String, of kind: String, _ records: borrowing Records
  ) throws(LedgerError) -> [QueryResult.Group] {
    let access = try access(Condition.Path(stringLiteral: path), of: kind, records)
    var counts: [[UInt8]: QueryResult.Group] = [:]
    func add(_ value: JSONValue, _ count: Int) {
      let values = value.array.map { $0.isEmpty ? [.null] : $0 } ?? [value]
      for value in values {
        counts[value.canonicalBytes, default: QueryResult.Group(value: value, count: 0)].count += count
      }
    }
    if case .rows(let marks, let index) = found, let (field, id) = access.plainRegister, let id,
      field.merge == nil
    {
      for (value, count) in tally(field.schema, id, marks, index, records) where count > 0 {
        let json = value.map { records.json($0) } ?? field.schema.defaultValue
        add(json.isNull && !field.schema.isOptional ? field.schema.defaultValue : json, count)
      }
    } else {
      let read = value(access)
      for entity in found.entities { add(read(records, entity), 1) }
    }
    return counts.values.map { (SortValue($0.value), $0) }
      .sorted { $0.0.order(to: $1.0) == .less }.map(\.1)
  }

  /// How many rows show each stored value; nil is none.
  private func tally(
    _ field: FieldSchema, _ id: FieldID, _ marks: Marks, _ index: KindIndex, _ records: borrowing Records
  ) -> [(value: StoredValue?, count: Int)] {
    guard field.hasFewValues, let codes = index.codes(id, records) else {
      return records.tally(id, marks, of: index.rows)
    }
    return Array(zip(codes.values, codes.tally(marks))).map { (value: $0, count: $1) }
  }
}
