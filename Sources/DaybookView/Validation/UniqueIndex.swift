package import DaybookModel
package import DaybookRecords

/// Which entity holds which value of the fields that must be unique. Built from the records when first used, then
/// updated with each write; a lookup is O(1).
package struct UniqueIndex: Sendable {
  /// By kind, one for each of its unique sets of fields.
  private var tables: [String: [Table]] = [:]
  /// What the puts since ``begin()`` replaced, in their order.
  private var replaced: [Replaced] = []

  private struct Replaced {
    var kind: String
    var table: Int
    var id: String
    var value: String?
  }

  private struct Table {
    var fields: [String]
    var holders = ValueHolders<String>()

    /// A single value for the fields' values, unique to them.
    static func joined(_ values: [String]) -> String {
      values.count == 1 ? values[0] : values.map { "\($0.utf8.count):\($0)" }.joined()
    }
  }

  package init() {}

  /// Forgets everything: the records were read anew.
  package mutating func reset() {
    tables = [:]
    replaced = []
  }

  /// From here on, ``rollBack()`` can undo every put.
  mutating func begin() { replaced.removeAll(keepingCapacity: true) }

  mutating func rollBack() {
    for item in replaced.reversed() { tables[item.kind]?[item.table].holders.put(item.id, item.value) }
    replaced.removeAll(keepingCapacity: true)
  }

  /// The live entities, other than `id`, that hold `value` in `fields`; ascending.
  package mutating func holders(
    of value: [String], in fields: [String], of schema: KindSchema, besides id: String?,
    _ records: borrowing Records
  ) -> [String] {
    build(schema, records)
    guard let table = tables[schema.kind]?.first(where: { $0.fields == fields }) else { return [] }
    return table.holders.holders(of: Table.joined(value)).filter { $0 != id }.sorted()
  }

  /// Notes what an entity will hold: `read` returns its future fields; nil if it is deleted.
  package mutating func put(
    _ id: String, of schema: KindSchema, _ records: borrowing Records, _ read: ((String) -> JSONValue)?
  ) {
    guard !schema.uniques.isEmpty else { return }
    build(schema, records)
    for index in schema.uniques.indices {
      let value = read.flatMap { schema.uniqueValue(of: schema.uniques[index], $0) }.map(Table.joined)
      let old = tables[schema.kind]?[index].holders.put(id, value) ?? nil
      replaced.append(Replaced(kind: schema.kind, table: index, id: id, value: old))
    }
  }

  private mutating func build(_ schema: KindSchema, _ records: borrowing Records) {
    guard tables[schema.kind] == nil else { return }
    var made = schema.uniques.map { Table(fields: $0) }
    if let kind = records.kind(schema.kind) {
      for entity in records.entities(of: kind) where records.life(of: entity).isAlive {
        let id = records.id(of: entity)
        for index in made.indices {
          let value = schema.uniqueValue(of: made[index].fields) { name in
            schema.reading(name, of: entity, records) ?? .null
          }
          made[index].holders.put(id, value.map(Table.joined))
        }
      }
    }
    tables[schema.kind] = made
  }
}

extension KindSchema {
  /// The values of unique fields in the compared form; nil if one of them is null, or a natural key that is
  /// empty once normalised: two entities may share those.
  package func uniqueValue(of fields: [String], _ read: (String) -> JSONValue) -> [String]? {
    var values: [String] = []
    for name in fields {
      let value = read(name)
      if value.isNull { return nil }
      if let key, key.field == name, let text = value.string {
        let normalized = key.normalizer.normalized(text)
        if normalized.isEmpty { return nil }
        values.append(normalized)
      } else {
        values.append(value.string ?? value.description)
      }
    }
    return values
  }
}

/// Which entities hold which value. Changes and lookups are O(1).
package struct ValueHolders<Holder: Hashable & Sendable>: Sendable {
  /// Nearly every value has one holder.
  private var first: [String: Holder] = [:]
  private var others: [String: [Holder]] = [:]
  private var values: [Holder: String] = [:]

  package init() {}

  /// Sets the value that an entity holds; nil: none. Returns its former one.
  @discardableResult
  package mutating func put(_ holder: Holder, _ value: String?) -> String? {
    let old = value.map { values.updateValue($0, forKey: holder) } ?? values.removeValue(forKey: holder)
    if old == value { return old }
    if let old { remove(holder, old) }
    guard let value else { return old }
    if first[value] == nil { first[value] = holder } else { others[value, default: []].append(holder) }
    return old
  }

  private mutating func remove(_ holder: Holder, _ value: String) {
    if first[value] == holder {
      first[value] = others[value]?.popLast()
    } else {
      others[value]?.removeAll { $0 == holder }
    }
    if others[value]?.isEmpty == true { others[value] = nil }
  }

  /// In no particular order.
  package func holders(of value: String) -> [Holder] {
    guard let first = first[value] else { return [] }
    return [first] + (others[value] ?? [])
  }
}
