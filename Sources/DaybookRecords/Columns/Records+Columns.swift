// Queries about one field of many entities of a kind, each at the cost of one scan of memory.

extension Records {
  /// Unmarks the rows whose value of a field fails a test of its JSON text. O(marked rows).
  ///
  /// - Parameter unwritten: the result for rows that show no value.
  package func filter(
    _ marks: inout Marks, of rows: borrowing KindRows, by field: FieldID, unwritten: Bool,
    _ test: (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    let scan = FieldScan(field, of: rows.kind, self)
    var failed = Marks(rowCount: marks.rowCount)
    scan.forEach(marks, of: rows, readsBytes: true, self) { row, raw in
      let isKept = raw == 0 ? unwritten : values.withText(StoredValue(raw: raw), test)
      if !isKept { failed[row] = true }
    }
    marks.subtract(failed)
  }

  /// How often each value of a field is shown by the marked rows, in no particular order; nil is none. Values that are
  /// spelled alike count as one. O(marked rows).
  package func tally(
    _ field: FieldID, _ marks: Marks, of rows: borrowing KindRows
  ) -> [(value: StoredValue?, count: Int)] {
    let scan = FieldScan(field, of: rows.kind, self)
    var distinct = DistinctValues(key)
    var counts: [Int] = []
    var unwritten = 0
    scan.forEach(marks, of: rows, readsBytes: true, self) { _, raw in
      if raw == 0 {
        unwritten += 1
      } else {
        let number = distinct.number(of: StoredValue(raw: raw), values)
        if number == counts.count { counts.append(1) } else { counts[number] += 1 }
      }
    }
    var found: [(value: StoredValue?, count: Int)] = unwritten > 0 ? [(nil, unwritten)] : []
    for (number, count) in counts.enumerated() { found.append((distinct[number], count)) }
    return found
  }
}

/// Stored values, numbered in the order of arrival; values with the same spelling are one.
struct DistinctValues: ~Copyable {
  private(set) var raws = Arena<UInt64>()
  private var slots = SlotTable()
  private let key: HashKey
  /// The last one: neighbours are often equal.
  private var last: (raw: UInt64, number: Int)?

  init(_ key: HashKey) { self.key = key }

  /// The number of different values.
  init(_ key: HashKey, _ raws: consuming Arena<UInt64>) {
    self.key = key
    self.raws = raws
  }

  var count: Int { raws.count }

  subscript(number: Int) -> StoredValue { StoredValue(raw: raws[number]) }

  /// The value's number; the next one if it is new.
  @inline(__always)
  mutating func number(of value: StoredValue, _ values: borrowing Arena<UInt8>) -> Int {
    if let last, last.raw == value.raw { return last.number }
    let number = find(value, values)
    last = (value.raw, number)
    return number
  }

  private mutating func find(_ value: StoredValue, _ values: borrowing Arena<UInt8>) -> Int {
    // The values in a snapshot, read at the first lookup.
    while slots.count < raws.count {
      slots.insert(hash(StoredValue(raw: raws[slots.count]), values), slots.count)
    }
    let hash = hash(value, values)
    let known = slots.find(hash) { number in
      let other = StoredValue(raw: raws[number])
      if value.isInline || other.isInline { return value.raw == other.raw }
      return value.count == other.count
        && equalBytes(values.base + value.offset, values.base + other.offset, value.count)
    }
    if let known { return known }
    slots.insert(hash, raws.append(value.raw))
    return raws.count - 1
  }

  private func hash(_ value: StoredValue, _ values: borrowing Arena<UInt8>) -> UInt32 {
    value.isInline ? key.hash(value.raw, 0) : key.hash(values.base + value.offset, value.count)
  }
}
