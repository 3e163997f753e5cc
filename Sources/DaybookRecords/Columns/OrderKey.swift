/// The text that a row shows, ready to be compared.
struct OrderKey {
  /// The text's first bytes, then zeros: a plain text has none.
  private let words: (UInt64, UInt64, UInt64)
  let row: UInt32
  private let isNull: Bool
  /// Where the text goes on, and how far.
  private let rest: (offset: Int, count: Int)

  private static let countInPlace = 24

  /// Nil where the value is no plain text.
  init?(_ row: Int, _ raw: UInt64, _ unwritten: OrderColumn.Unwritten, _ values: borrowing Arena<UInt8>) {
    guard row <= Int(UInt32.max >> 1) else { return nil }
    self.row = UInt32(row)
    let value = StoredValue(raw: raw)
    guard raw != 0, !value.isNull || !unwritten.replacesNull else {
      guard unwritten.text?.count ?? 0 <= Self.countInPlace else { return nil }
      isNull = unwritten.text == nil
      words = (unwritten.text ?? []).withUnsafeBufferPointer { Self.words($0) }
      rest = (0, 0)
      return
    }
    isNull = value.isNull
    if value.isNull {
      (words, rest) = ((0, 0, 0), (0, 0))
      return
    }
    let words: (UInt64, UInt64, UInt64)? = values.withText(value) { json in
      guard json.count >= 2, json[0] == UInt8(ascii: "\""),
        json[1..<json.count - 1].allSatisfy({ $0 != UInt8(ascii: "\\") })
      else { return nil }
      return Self.words(UnsafeBufferPointer(rebasing: json[1..<json.count - 1]))
    }
    guard let words else { return nil }
    self.words = words
    rest =
      value.count - 2 > Self.countInPlace
      ? (value.offset + 1 + Self.countInPlace, value.count - 2 - Self.countInPlace) : (0, 0)
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
  /// - Parameter texts: the bytes that `rest` lies in.
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
