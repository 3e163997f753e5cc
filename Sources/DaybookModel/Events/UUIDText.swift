/// UUIDs as text, in lower case.
package enum UUIDText {
  package static func text(high: UInt64, low: UInt64) -> String {
    var text: [UInt8] = []
    text.append(hexadecimal: high, width: 16)
    text.append(hexadecimal: low, width: 16)
    for place in [20, 16, 12, 8] { text.insert(UInt8(ascii: "-"), at: place) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Of version 4.
  package static func random(_ random: () -> UInt64) -> String {
    text(high: random() & ~0xf000 | 0x4000, low: random() & ~(3 << 62) | 2 << 62)
  }

  /// Of version 8: the first half of a hash.
  package static func of(_ hash: Hash256) -> String {
    text(high: hash.words.0 & ~0xf000 | 0x8000, low: hash.words.1 & ~(15 << 60) | 8 << 60)
  }
}
