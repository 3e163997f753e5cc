/// Sorts rows by instants in their canonical text, much faster than by comparing texts: by counting digits (LSD radix
/// sort; Hollerith, 1889).
struct InstantOrder {
  private var keys: [UInt64] = []
  private var rows: [UInt32] = []
  private var nullRows: [UInt32] = []

  init(capacity: Int) {
    keys.reserveCapacity(capacity)
    rows.reserveCapacity(capacity)
  }

  /// False for a text of another form.
  mutating func add(_ row: UInt32, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let key = Self.key(text) else { return false }
    keys.append(key)
    rows.append(row)
    return true
  }

  mutating func addNull(_ row: UInt32) { nullRows.append(row) }

  /// The digits of `2026-11-21T06:13:00.123Z` as one number, which has the order of the texts; nil for a text of
  /// another form.
  static func key(_ text: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard text.count == form.utf8CodeUnitCount else { return nil }
    var key: UInt64 = 0
    for index in 0..<text.count {
      let byte = text[index]
      if form.utf8Start[index] == UInt8(ascii: "0") {
        guard byte &- UInt8(ascii: "0") < 10 else { return nil }
        key = key * 10 + UInt64(byte &- UInt8(ascii: "0"))
      } else if byte != form.utf8Start[index] {
        return nil
      }
    }
    return key
  }

  private static let form: StaticString = "0000-00-00T00:00:00.000Z"

  /// Calls `body` with each row in order, nulls last, and whether its value equals the one before it.
  consuming func forEach(_ body: (_ row: UInt32, _ isSame: Bool) -> Void) {
    let least = keys.min() ?? 0
    let bits = UInt64.bitWidth - ((keys.max() ?? 0) - least).leadingZeroBitCount
    var (toKeys, toRows) = (keys, rows)
    for shift in stride(from: 0, to: bits, by: Self.digitBits) {
      Self.pass(keys, rows, &toKeys, &toRows, least, UInt64(shift))
      swap(&keys, &toKeys)
      swap(&rows, &toRows)
    }
    for place in rows.indices { body(rows[place], place > 0 && keys[place] == keys[place - 1]) }
    for place in nullRows.indices { body(nullRows[place], place > 0) }
  }

  private static let digitBits = 12

  /// Sorts by one digit, and keeps the order of rows with the same digit.
  private static func pass(
    _ keys: [UInt64], _ rows: [UInt32], _ toKeys: inout [UInt64], _ toRows: inout [UInt32], _ least: UInt64,
    _ shift: UInt64
  ) {
    let mask: UInt64 = 1 << UInt64(digitBits) - 1
    var places = Array(repeating: 0, count: 1 << digitBits)
    for key in keys { places[Int((key - least) >> shift & mask)] += 1 }
    var next = 0
    for digit in places.indices { (places[digit], next) = (next, next + places[digit]) }
    for index in keys.indices {
      let digit = Int((keys[index] - least) >> shift & mask)
      (toKeys[places[digit]], toRows[places[digit]]) = (keys[index], rows[index])
      places[digit] += 1
    }
  }
}
