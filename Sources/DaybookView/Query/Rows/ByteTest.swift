import DaybookModel
import DaybookRecords

/// A condition on a field that its stored bytes decide: no entity must be read for it.
struct ByteTest {
  /// Nil: nobody ever wrote it.
  let id: FieldID?
  /// Whether a column of codes is worth making.
  let hasFewValues: Bool
  /// The only value, in its canonical form, for which it holds, if the schema indexes the field's values.
  var indexed: [UInt8]?
  /// The result for a field that reads as its default.
  let unwritten: Bool
  /// For a field of a raw kind: the test for an entity that shows no value, since it may have links of that name.
  let unwrittenTest: EntityTest?
  private let isOptional: Bool
  /// The result for a value's JSON text.
  private let ofBytes: (Span<UInt8>) -> Bool

  init(
    _ register: (field: FieldPlan, id: FieldID?), unwritten: Bool, _ ofBytes: @escaping (Span<UInt8>) -> Bool
  ) {
    let schema = register.field.schema
    (id, hasFewValues, isOptional) = (register.id, schema.hasFewValues, schema.isOptional)
    (self.unwritten, self.ofBytes, unwrittenTest) = (unwritten, ofBytes, nil)
  }

  init(raw id: FieldID, unwritten: @escaping EntityTest, _ ofBytes: @escaping (Span<UInt8>) -> Bool) {
    (self.id, hasFewValues, isOptional, self.unwritten) = (id, false, true, false)
    (unwrittenTest, self.ofBytes) = (unwritten, ofBytes)
  }

  /// Null is a value only if the struct's field is optional.
  @inline(__always)
  func holds(_ json: Span<UInt8>) -> Bool {
    if !isOptional, json.count == 4, json[0] == UInt8(ascii: "n") { return unwritten }
    return ofBytes(json)
  }

  func holds(_ value: StoredValue?, _ records: borrowing Records) -> Bool {
    guard let value else { return unwritten }
    return records.withBytes(of: value) { holds($0) }
  }

  /// The same for one entity.
  var test: EntityTest {
    guard let id else { return { [unwritten] _, _ in unwritten } }
    return { records, entity in holds(records.value(entity, id), records) }
  }
}

extension View {
  /// The test of a condition on one field, if its bytes are enough.
  func byteTest(
    _ condition: Condition, of kind: String, _ records: borrowing Records
  ) throws(LedgerError) -> ByteTest? {
    let path: Condition.Path
    switch condition {
    case .compare(let named, _, _), .isNull(let named), .isIn(let named, _), .contains(let named, _):
      path = named
    default: return nil
    }
    let access = try access(path, of: kind, records)
    if case .raw(let id, isNamedID: false) = access.end { return try rawTest(condition, access, id, records) }
    // A field that several machines wrote may read as none of their values.
    if let (field, id) = access.plainRegister, field.merge != nil, id != nil { return nil }
    switch condition {
    case .compare(_, let comparison, let value):
      var test = byteTest(access, comparison, value)
      if comparison == .equal, test?.unwritten == false, isIndexed(access, of: kind, records) {
        test?.indexed = Self.indexedValue(value, access)
      }
      return test
    case .isIn(_, let values): return byteTest(access, ValueList(values))
    case .contains(_, let value): return value.string.flatMap { byteTest(access, FoldedNeedle($0)) }
    default: return byteTest(access, .equal, .null)
    }
  }

  /// Whether the schema indexes the field's values: it is the key, unique or declared ``Indexed``.
  private func isIndexed(_ access: FieldAccess, of kind: String, _ records: borrowing Records) -> Bool {
    guard let name = access.plainRegister?.field.schema.name, let kind = records.kind(kind),
      let schema = plan(kind, records)?.schema
    else { return false }
    return schema.indexed.contains(name) || schema.uniques.contains { $0.contains(name) }
  }

  /// Nil for a value that may be stored in several forms.
  private static func indexedValue(_ value: JSONValue, _ access: FieldAccess) -> [UInt8]? {
    switch value {
    case .string where access.path.target != .field(.instant), .int: value.canonicalBytes
    default: nil
    }
  }

  /// For a field that no schema declares.
  private func rawTest(
    _ condition: Condition, _ access: FieldAccess, _ id: FieldID, _ records: borrowing Records
  ) throws(LedgerError) -> ByteTest? {
    guard access.hops.isEmpty, access.within.isEmpty, !access.isCount else { return nil }
    let read = value(access)
    switch condition {
    case .contains(_, let value):
      let needle = value.string.map { FoldedNeedle($0) }
      return ByteTest(raw: id, unwritten: { read($0, $1).holds(value, needle) }) { json in
        needle?.isIn(json: json) ?? JSONParser.parse(accepted: json).holds(value, needle)
      }
    case .isIn(_, let values):
      let list = ValueList(values)
      return ByteTest(raw: id, unwritten: { list.contains(read($0, $1)) }) { list.contains($0) }
    case .compare(_, let comparison, let literal): return rawTest(id, comparison, literal, read)
    default: return rawTest(id, .equal, .null, read)
    }
  }

  private func rawTest(
    _ id: FieldID, _ comparison: Condition.Comparison, _ literal: JSONValue, _ read: @escaping EntityValue
  ) -> ByteTest {
    let bytes = ByteComparison(comparison, literal, isInstant: false)
    return ByteTest(raw: id, unwritten: { read($0, $1).holds(comparison, literal) }) { bytes.holds($0) }
  }

  func byteTest(
    _ access: FieldAccess, _ comparison: Condition.Comparison, _ literal: JSONValue
  ) -> ByteTest? {
    guard let register = access.plainRegister else { return nil }
    let isInstant = access.path.target == .field(.instant)
    let bytes = ByteComparison(comparison, literal, isInstant: isInstant)
    let unwritten = register.field.schema.defaultValue.holds(comparison, literal)
    return ByteTest(register, unwritten: unwritten) { bytes.holds($0) }
  }

  func byteTest(_ access: FieldAccess, _ list: ValueList) -> ByteTest? {
    guard let register = access.plainRegister, access.path.target != .field(.instant) else { return nil }
    let unwritten = list.contains(register.field.schema.defaultValue)
    return ByteTest(register, unwritten: unwritten) { list.contains($0) }
  }

  func byteTest(_ access: FieldAccess, _ needle: FoldedNeedle) -> ByteTest? {
    guard let register = access.plainRegister, access.path.target != .field(.any) else { return nil }
    switch register.field.schema.type {
    case .string, .enumeration: break
    default: return nil
    }
    let unwritten = register.field.schema.defaultValue.string.map { needle.isIn($0) } ?? false
    return ByteTest(register, unwritten: unwritten) { json in
      needle.isIn(json: json) ?? JSONParser.parse(accepted: json).holds(nil, needle)
    }
  }
}
