import DaybookModel
import DaybookRecords

/// A condition on a field that its stored bytes decide: no entity has to be read for it.
struct ByteTest {
  let field: FieldSchema
  /// Nil: nobody ever wrote it.
  let id: FieldID?
  /// What holds where the field reads as its default.
  let unwritten: Bool
  private let isOptional: Bool
  /// What holds of a value's JSON text.
  private let ofBytes: (Span<UInt8>) -> Bool

  init(
    _ register: (field: FieldPlan, id: FieldID?), unwritten: Bool, _ ofBytes: @escaping (Span<UInt8>) -> Bool
  ) {
    (field, id) = (register.field.schema, register.id)
    isOptional = field.isOptional
    (self.unwritten, self.ofBytes) = (unwritten, ofBytes)
  }

  /// Null is a value only where the struct has room for it.
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
  /// The test of a condition on one field, where its bytes are all that it takes.
  func byteTest(
    _ condition: Condition, of kind: String, _ records: borrowing Records
  ) throws(LedgerError) -> ByteTest? {
    let test: ByteTest?
    switch condition {
    case .compare(let path, let comparison, let value):
      test = byteTest(try access(path, of: kind, records), comparison, value)
    case .isNull(let path): test = byteTest(try access(path, of: kind, records), .equal, .null)
    case .isIn(let path, let values): test = byteTest(try access(path, of: kind, records), ValueList(values))
    case .contains(let path, let value):
      let access = try access(path, of: kind, records)
      test = value.string.flatMap { byteTest(access, FoldedNeedle($0)) }
    default: test = nil
    }
    // What several machines wrote may read as none of the values.
    return test.flatMap { $0.field.merge == nil || $0.id == nil ? $0 : nil }
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
