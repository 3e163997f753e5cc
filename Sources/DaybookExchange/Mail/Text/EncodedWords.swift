import DaybookText

/// Encoded words of a header (RFC 2047): `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=`.
enum EncodedWords {
  /// The text with all of them decoded. Words in a row that say the same charset are decoded together, since many
  /// programs divide a character between two.
  static func decode(_ text: String) -> String {
    guard text.contains("=?") else { return text }
    var output = ""
    var pending: (charset: String, bytes: [UInt8])?
    var rest = text[...]
    func flush() {
      if let word = pending { output += Charset.decode(word.bytes, named: word.charset) }
      pending = nil
    }
    while let mark = rest.firstRange(of: "=?") {
      guard let word = Word(rest[mark.lowerBound...]) else {
        flush()
        output += rest[..<mark.upperBound]
        rest = rest[mark.upperBound...]
        continue
      }
      let before = rest[..<mark.lowerBound]
      // White space between words is not part of the text.
      if pending == nil || !before.allSatisfy(\.isWhitespace) {
        flush()
        output += before
      }
      if pending?.charset != word.charset { flush() }
      pending = (word.charset, (pending?.bytes ?? []) + word.bytes)
      rest = rest[word.end...]
    }
    flush()
    return output + rest
  }

  private struct Word {
    var charset: String
    var bytes: [UInt8]
    var end: String.Index

    /// nil where what begins with `=?` is no encoded word.
    init?(_ text: Substring) {
      let parts = text.dropFirst(2).split(separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, !parts[0].isEmpty, parts[0].count <= 60,
        !parts[0].contains(where: \.isWhitespace),
        parts[3].first == "="
      else { return nil }
      // RFC 2231 puts a language behind the charset.
      charset = parts[0].prefix { $0 != "*" }.lowercased()
      end = text.index(after: parts[3].startIndex)
      switch parts[1] {
      case "Q", "q": bytes = EncodedWords.quoted(parts[2].utf8)
      case "B", "b":
        guard let decoded = EncodedWords.base64(parts[2].utf8) else { return nil }
        bytes = decoded
      default: return nil
      }
    }
  }

  private static func quoted(_ text: Substring.UTF8View) -> [UInt8] {
    let encoded = Array(text)
    var bytes: [UInt8] = []
    var index = 0
    while index < encoded.count {
      if encoded[index] == UInt8(ascii: "="), index + 2 < encoded.count,
        let byte = UInt8(String(decoding: encoded[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(encoded[index] == UInt8(ascii: "_") ? 0x20 : encoded[index])
        index += 1
      }
    }
    return bytes
  }

  /// nil where a character is foreign to it; missing padding is no fault.
  private static func base64(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (accumulated, bits): (UInt32, Int) = (0, 0)
    for byte in text {
      let digit: UInt8
      switch byte {
      case 0x41...0x5a: digit = byte - 0x41
      case 0x61...0x7a: digit = byte - 0x61 + 26
      case 0x30...0x39: digit = byte - 0x30 + 52
      case UInt8(ascii: "+"): digit = 62
      case UInt8(ascii: "/"): digit = 63
      case UInt8(ascii: "="), 0x20, 0x09, 0x0a, 0x0d: continue
      default: return nil
      }
      accumulated = accumulated << 6 & 0xffffff | UInt32(digit)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: accumulated >> UInt32(bits)))
      }
    }
    return bytes
  }
}
