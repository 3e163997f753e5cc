import DaybookModel

/// The text that a row shows, prepared for comparison.
struct OrderKey {
  /// The text's first bytes, then zeros: a plain text has none.
  private let words: (UInt64, UInt64, UInt64)
  let row: UInt32
  private let isNull: Bool
  /// Where the text continues, and its length.
  private let rest: (offset: Int, count: Int)

  private static let countInPlace = 24

  /// Nil if the value has another form than the column's.
  init?(_ row: Int, _ raw: UInt64, _ unwritten: OrderColumn.Unwritten, _ values: borrowing Arena<UInt8>) {
    guard row <= Int(UInt32.max >> 1) else { return nil }
    self.row = UInt32(row)
    let value = StoredValue(raw: raw)
    rest =
      value.count - 2 > Self.countInPlace && unwritten.isText && raw != 0 && !value.isNull
      ? (value.offset + 1 + Self.countInPlace, value.count - 2 - Self.countInPlace) : (0, 0)
    if raw == 0 || value.isNull && unwritten.replacesNull {
      guard let words = Self.words(unwritten.value) else { return nil }
      self.words = words
      isNull = unwritten.isNull
    } else if value.isNull {
      (words, isNull) = ((0, 0, 0), true)
    } else {
      guard let words = values.withText(value, { Self.words($0, isText: unwritten.isText) }) else {
        return nil
      }
      (self.words, isNull) = (words, false)
    }
  }

  private static func words(_ unwritten: OrderColumn.Unwritten.Value) -> (UInt64, UInt64, UInt64)? {
    switch unwritten {
    case .text(let text):
      let text = text ?? []
      return text.count <= countInPlace ? text.withUnsafeBufferPointer { words($0) } : nil
    case .number(let number): return ((number ?? 0).ascendingBits, 0, 0)
    }
  }

  private static func words(_ json: UnsafeBufferPointer<UInt8>, isText: Bool) -> (UInt64, UInt64, UInt64)? {
    guard isText else { return exactNumber(json).map { ($0.ascendingBits, 0, 0) } }
    guard json.count >= 2, json[0] == UInt8(ascii: "\""),
      json[1..<json.count - 1].allSatisfy({ $0 != UInt8(ascii: "\\") })
    else { return nil }
    return words(UnsafeBufferPointer(rebasing: json[1..<json.count - 1]))
  }

  /// Nil unless it is a number that a double holds exactly.
  private static func exactNumber(_ json: UnsafeBufferPointer<UInt8>) -> Double? {
    switch JSONParser.parse(accepted: json.span, keepsDigits: true) {
    case .int(let value): value.magnitude <= 1 << 53 ? Double(value) : nil
    case .double(let value): value
    default: nil
    }
  }

  private static func words(_ text: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64, UInt64) {
    func word(_ place: Int) -> UInt64 {
      var word: UInt64 = 0
      for index in place * 8..<place * 8 + 8 {
        word = word << 8 | (index < text.count ? UInt64(text[index]) : 0)
      }
      return word
    }
    return (word(0), word(1), word(2))
  }

  /// Below 0, 0 or above it: by the bytes of the texts, null last.
  ///
  /// - Parameter texts: the bytes that contain `rest`.
  @inline(__always)
  func order(to other: OrderKey, _ texts: UnsafePointer<UInt8>) -> Int {
    if isNull || other.isNull { return (isNull ? 1 : 0) - (other.isNull ? 1 : 0) }
    if words != other.words { return words < other.words ? -1 : 1 }
    let (left, right) = (texts + rest.offset, texts + other.rest.offset)
    for index in 0..<min(rest.count, other.rest.count) where left[index] != right[index] {
      return left[index] < right[index] ? -1 : 1
    }
    return rest.count - other.rest.count
  }
}

extension OrderColumn.Unwritten {
  fileprivate var isText: Bool { if case .text = value { true } else { false } }

  fileprivate var isNull: Bool {
    switch value {
    case .text(let text): text == nil
    case .number(let number): number == nil
    }
  }
}

extension Double {
  /// Ascending like the numbers; both zeros are equal.
  package var ascendingBits: UInt64 {
    let bits = (self == 0 ? 0 : self).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}
