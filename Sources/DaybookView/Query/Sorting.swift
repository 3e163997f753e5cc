import DaybookModel
import DaybookRecords

/// A value prepared for many comparisons. In this order: numbers, texts, true and false, other
/// values by their JSON, null last.
enum SortValue {
  case number(JSONValue)
  case int(Int64)
  case text(prefix: UInt64, String)
  case bool(Bool)
  case other(String)
  case null

  init(_ value: JSONValue, isFolded: Bool = false) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double, .number: self = .number(value)
    case .string(let text):
      self = Self.text(isFolded ? String(decoding: TextFolding.fold(text), as: UTF8.self) : text)
    case .array, .object: self = .other(value.description)
    }
  }

  private static func text(_ text: String) -> SortValue {
    // The texts of instants differ only towards their end; numbers compare at once.
    var prefix: UInt64 = 0
    var count = 0
    for byte in text.utf8.prefix(8) {
      prefix = prefix << 8 | UInt64(byte)
      count += 1
    }
    return .text(prefix: prefix << UInt64((8 - count) * 8), text)
  }

  private var rank: Int {
    switch self {
    case .int, .number: 0
    case .text: 1
    case .bool: 2
    case .other: 3
    case .null: 4
    }
  }

  func order(to other: SortValue) -> ValueOrder {
    switch (self, other) {
    case (.int(let a), .int(let b)): return ValueOrder(a, b)
    case (.int(let a), .number(let b)): return JSONValue.int(a).order(to: b) ?? .equal
    case (.number(let a), .int(let b)): return a.order(to: .int(b)) ?? .equal
    case (.number(let a), .number(let b)): return a.order(to: b) ?? .equal
    case (.text(let left, let a), .text(let right, let b)):
      return left == right ? ValueOrder(a.utf8, b.utf8) : ValueOrder(left, right)
    case (.bool(let a), .bool(let b)): return ValueOrder(a ? 1 : 0, b ? 1 : 0)
    case (.other(let a), .other(let b)): return ValueOrder(a.utf8, b.utf8)
    default: return ValueOrder(rank, other.rank)
    }
  }
}

extension SortValue {
  /// Ascending like the values; values with the same key must be compared themselves.
  var key: UInt64 {
    let within: UInt64 =
      switch self {
      case .int(let value): Double(value).ascendingBits
      case .number(let value): (value.double ?? 0).ascendingBits
      case .text(let prefix, _): prefix
      case .bool(let value): value ? .max : 0
      case .other, .null: 0
      }
    return UInt64(rank) << 61 | within >> 3
  }
}

extension View {
  /// The first `limit` entities in the order of the keys, or all of them; equal ones by the bytes of their ids. Later
  /// ones are read, but not sorted.
  func sort(
    _ entities: [EntityIndex], by keys: [SortKey], of kind: String, limit: Int? = nil,
    _ records: borrowing Records
  ) throws(LedgerError) -> [EntityIndex] {
    var reads: [SortRead] = []
    for key in keys {
      let read = value(try access(Condition.Path(stringLiteral: key.path), of: kind, records))
      reads.append { records, entity in SortValue(read(records, entity), isFolded: key.isFolded) }
    }
    let table = SortTable(reads: reads, descending: keys.map(\.isDescending))
    guard let limit, limit < entities.count / 2 else { return table.all(entities, records) }
    return limit > 0 ? table.first(limit, of: entities, records) : []
  }
}

private typealias SortRead = (borrowing Records, EntityIndex) -> SortValue

/// What most comparisons need, in a form that is cheap to move. The values are in the ``SortTable``.
private struct SortRow: BitwiseCopyable {
  let entity: EntityIndex
  /// The index of its values among those of all rows.
  let place: UInt32
  /// The key of the first value, inverted for a descending order.
  let key: UInt64
  /// The id's first 16 bytes.
  let id: (UInt64, UInt64)
}

/// Rows with the values that they are sorted by.
private final class SortTable {
  private let reads: [SortRead]
  private let descending: [Bool]
  /// For each row, as many values as there are sort keys.
  private var values: [SortValue] = []

  init(reads: [SortRead], descending: [Bool]) { (self.reads, self.descending) = (reads, descending) }

  func all(_ entities: [EntityIndex], _ records: borrowing Records) -> [EntityIndex] {
    values.reserveCapacity(entities.count * reads.count)
    var rows: [SortRow] = []
    rows.reserveCapacity(entities.count)
    for entity in entities { rows.append(row(entity, reads.first?(records, entity), records)) }
    withUnsafePointer(to: records) { records in
      rows.sort { precedes($0, $1, records.pointee) }
    }
    return rows.map(\.entity)
  }

  func first(_ limit: Int, of entities: [EntityIndex], _ records: borrowing Records) -> [EntityIndex] {
    withUnsafePointer(to: records) { records in
      // Sound: the heap, with its closure, ends before the lending of the records does.
      var found = FirstInOrder<SortRow>(limit) { self.precedes($0, $1, records.pointee) }
      for entity in entities {
        let first = reads.first?(records.pointee, entity)
        // For most, the first key shows that they come too late.
        if let first, let last = found.last, key(first) > last.key { continue }
        found.add(row(entity, first, records.pointee))
      }
      return found.sorted().map(\.entity)
    }
  }

  private func key(_ first: SortValue) -> UInt64 { descending[0] ? ~first.key : first.key }

  private func row(_ entity: EntityIndex, _ first: SortValue?, _ records: borrowing Records) -> SortRow {
    let row = SortRow(
      entity: entity, place: UInt32(values.count), key: first.map(key) ?? 0,
      id: records.withID(of: entity) { Self.prefix($0) })
    if let first { values.append(first) }
    for read in reads.dropFirst() { values.append(read(records, entity)) }
    return row
  }

  private static func prefix(_ id: Span<UInt8>) -> (UInt64, UInt64) {
    var words: (UInt64, UInt64) = (0, 0)
    for index in 0..<min(id.count, 16) {
      let shift = UInt64(56 - index % 8 * 8)
      if index < 8 { words.0 |= UInt64(id[index]) << shift } else { words.1 |= UInt64(id[index]) << shift }
    }
    return words
  }

  private func precedes(_ left: SortRow, _ right: SortRow, _ records: borrowing Records) -> Bool {
    if left.key != right.key { return left.key < right.key }
    for index in reads.indices {
      let order = values[Int(left.place) + index].order(to: values[Int(right.place) + index])
      if order != .equal { return (descending[index] ? order.reversed : order) == .less }
    }
    if left.id != right.id { return left.id < right.id }
    return records.id(of: left.entity).utf8.lexicographicallyPrecedes(records.id(of: right.entity).utf8)
  }
}
