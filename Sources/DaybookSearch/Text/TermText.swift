import DaybookView

/// The words of a text as the index holds them: without case and accents. A word is a sequence of letters, digits and
/// their marks. A letter of a script that writes no spaces between words (Chinese, Japanese) is a word of its own.
package enum TermText {
  /// Longer words are cut: this is enough for any real word.
  package static let termBytesMax = 64

  /// The words, in order.
  package static func terms(_ text: String) -> [String] {
    var terms: [String] = []
    var text = text
    text.withUTF8 { bytes in
      forEachTerm(in: bytes) { term, _ in terms.append(String(decoding: term, as: UTF8.self)) }
    }
    return terms
  }

  /// Lends each word's bytes as the index holds them, with its place in the text. Bytes that are not UTF-8 separate
  /// words.
  @inline(__always)
  package static func forEachTerm(
    in bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: termBytesMax) { folded in
      var (start, position, isASCII) = (-1, 0, true)
      func end(_ position: Int) {
        guard start >= 0 else { return }
        let place = start..<position
        start = -1
        if isASCII {
          let count = min(place.count, termBytesMax)
          for index in 0..<count { folded[index] = TextFolding.lowercased(bytes[place.lowerBound + index]) }
          body(UnsafeBufferPointer(rebasing: folded[..<count]), place)
        } else {
          isASCII = true
          TextFolding.fold(UnsafeBufferPointer(rebasing: bytes[place])).withUnsafeBufferPointer { word in
            // A mark alone folds to nothing.
            if !word.isEmpty { body(UnsafeBufferPointer(rebasing: word.prefix(termBytesMax)), place) }
          }
        }
      }
      while position < bytes.count {
        let byte = bytes[position]
        if byte < 0x80 {
          if isWord(byte) { if start < 0 { start = position } } else { end(position) }
          position += 1
          continue
        }
        let (scalar, count) = decode(bytes, position)
        switch scalar.map(ScalarClass.init) {
        case .word?:
          if start < 0 { start = position }
          isASCII = false
        case .ideograph?:
          end(position)
          (start, isASCII) = (position, false)
          end(position + count)
        case .other?, nil: end(position)
        }
        position += count
      }
      end(position)
    }
  }

  @inline(__always)
  private static func isWord(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// The scalar at a place and its length; nil and 1 where there is none.
  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ position: Int
  ) -> (scalar: Unicode.Scalar?, count: Int) {
    let first = bytes[position]
    let count = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
    guard first >= 0xc2, first < 0xf5, position + count <= bytes.count else { return (nil, 1) }
    var value = UInt32(first & (0xff >> (UInt8(count) + 1)))
    for next in 1..<count {
      guard bytes[position + next] & 0xc0 == 0x80 else { return (nil, 1) }
      value = value << 6 | UInt32(bytes[position + next] & 0x3f)
    }
    return (Unicode.Scalar(value), count)
  }
}

/// What a scalar beyond ASCII is in a text.
private enum ScalarClass {
  case word, ideograph, other

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0xc0...0x24f: self = scalar.value == 0xd7 || scalar.value == 0xf7 ? .other : .word
    case 0x2000...0x206f, 0x2190...0x2bff: self = .other
    case 0x3040...0x30ff, 0x31f0...0x31ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff,
      0x20000...0x3ffff:
      self = scalar.properties.isAlphabetic ? .ideograph : .other
    default:
      let properties = scalar.properties
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark: self = .word
      default: self = properties.isAlphabetic || properties.numericType != nil ? .word : .other
      }
    }
  }
}
