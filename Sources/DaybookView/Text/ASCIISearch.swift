/// Searches the bytes between a JSON string's quotes for a folded text, eight bytes at a time, as long as they are
/// plain: ASCII without escapes, where each byte folds by itself.
struct ASCIISearch: Sendable {
  private let needle: [UInt8]
  /// The first two bytes, each repeated in all bytes of a word, and the bit that makes a letter lower case.
  private let first: UInt64
  private let firstCase: UInt64
  private let second: UInt64
  private let secondCase: UInt64

  /// Nil for a text that is not plain itself, or has fewer than two bytes.
  init?(folded needle: [UInt8]) {
    guard needle.count >= 2,
      needle.allSatisfy({ (0x20..<0x80).contains($0) && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"") }
      )
    else { return nil }
    self.needle = needle
    (first, firstCase) = Self.pattern(needle[0])
    (second, secondCase) = Self.pattern(needle[1])
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  private static func pattern(_ byte: UInt8) -> (UInt64, UInt64) {
    let isLetter = byte &- UInt8(ascii: "a") < 26
    return (UInt64(byte) &* ones, isLetter ? 0x20 &* ones : 0)
  }

  /// The upper bit of each byte that is 0, and perhaps of others above one (Mycroft's test).
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }

  /// Nil if the whole text must be folded to decide: a byte is not plain, and the text is not found before it.
  func isIn(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard let base = text.baseAddress else { return false }
    let bytes = UnsafeRawPointer(base)
    var place = 0
    // Sound: 9 bytes are left from `place` on.
    while place + 9 <= text.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      if word & Self.highs | Self.zeros(word ^ UInt64(UInt8(ascii: "\\")) &* Self.ones) != 0 { return nil }
      let next = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 1, as: UInt64.self))
      var found =
        Self.zeros((word | firstCase) ^ first) & Self.zeros((next | secondCase) ^ second)
      while found != 0 {
        if isAt(place + found.trailingZeroBitCount / 8, text) { return true }
        found &= found - 1
      }
      place += 8
    }
    while place < text.count {
      if text[place] >= 0x80 || text[place] == UInt8(ascii: "\\") { return nil }
      if isAt(place, text) { return true }
      place += 1
    }
    return false
  }

  /// The match is plain, since the needle is.
  @inline(__always)
  private func isAt(_ place: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard place + needle.count <= text.count else { return false }
    for index in needle.indices where TextFolding.lowercased(text[place + index]) != needle[index] {
      return false
    }
    return true
  }
}
