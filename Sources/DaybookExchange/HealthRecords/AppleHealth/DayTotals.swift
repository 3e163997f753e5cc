// Millions of samples as one entry a day: what is kept of them while the file is read.

import DaybookModel

/// The samples of one type, source, unit and day.
struct DayTotal: Sendable {
  var count = 0
  /// The sum of the values, or of the milliseconds if there are none; compensated (Neumaier 1974), so that the order of
  /// the samples makes no difference.
  private var sum = 0.0
  private var compensation = 0.0
  private(set) var least = Double.infinity
  private(set) var greatest = -Double.infinity

  var total: Double { sum + compensation }
  var mean: Double { count == 0 ? 0 : total / Double(count) }

  mutating func add(_ value: Double) {
    count += 1
    let next = sum + value
    compensation += abs(sum) >= abs(value) ? (sum - next) + value : (value - next) + sum
    sum = next
    least = min(least, value)
    greatest = max(greatest, value)
  }
}

/// All of them.
struct DayTotals {
  struct Key: Hashable, Sendable {
    var type: Int32
    var source: Int32
    /// Of the unit, or of a category's value.
    var unit: Int32
    /// Days since 1970.
    var day: Int32
    /// Whether the values are words, and the total is how long each lasted.
    var isDuration: Bool
  }

  private var indices: [Key: Int32] = [:]
  private(set) var keys: [Key] = []
  private(set) var totals: [DayTotal] = []
  private var lastKey: Key?
  private var lastIndex = 0

  /// Twenty types of ten sources for ten years are 730,000.
  static let countMax = 1_000_000

  var isFull: Bool { totals.count >= Self.countMax }

  /// Samples come by type and then by time, so most are of the day before them.
  mutating func add(_ value: Double, _ key: Key) {
    if lastKey != key {
      lastKey = key
      if let index = indices[key] {
        lastIndex = Int(index)
      } else {
        lastIndex = totals.count
        indices[key] = Int32(totals.count)
        keys.append(key)
        totals.append(DayTotal())
      }
    }
    totals[lastIndex].add(value)
  }
}

/// Texts by small numbers; the last one is found without a search.
struct InternedTexts {
  private(set) var texts: [String] = []
  private var indices: [String: Int32] = [:]
  private var lastBytes: [UInt8] = []
  private var lastIndex: Int32 = -1

  mutating func index(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    if lastIndex >= 0, lastBytes.count == bytes.count,
      lastBytes.withUnsafeBufferPointer({ $0.elementsEqual(bytes) })
    {
      return lastIndex
    }
    lastBytes = Array(bytes)
    lastIndex = index(XMLAttributes.text(of: bytes))
    return lastIndex
  }

  private mutating func index(_ text: String) -> Int32 {
    if let index = indices[text] { return index }
    indices[text] = Int32(texts.count)
    texts.append(text)
    return Int32(texts.count - 1)
  }

  subscript(_ index: Int32) -> String { texts[Int(index)] }
}
