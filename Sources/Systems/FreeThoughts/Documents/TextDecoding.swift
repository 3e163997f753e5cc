import Daybook

/// A file's bytes as text: UTF-8, or UTF-16 with a byte order mark. Anything else is refused, because a guess could
/// give positions another meaning on another machine.
enum TextDecoding {
  static func decode(_ bytes: [UInt8], named name: String) throws(LedgerError) -> String {
    let text = try unmarked(bytes, name)
    if let place = text.utf8.firstIndex(of: 0) {
      throw LedgerError(
        .badData, "this is not text: it holds a NUL character", file: name,
        offset: text.utf8.distance(from: text.utf8.startIndex, to: place),
        advice: "name a document: PDF, Markdown or plain text")
    }
    return text
  }

  /// Without the mark.
  private static func unmarked(_ bytes: [UInt8], _ name: String) throws(LedgerError) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) { return try wide(bytes, isBigEndian: false, name) }
    if bytes.starts(with: [0xFE, 0xFF]) { return try wide(bytes, isBigEndian: true, name) }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if let text = String(validating: bytes[start...], as: UTF8.self) { return text }
    throw LedgerError(
      .badData, "the text is not valid UTF-8", file: name, offset: firstInvalid(bytes[start...]),
      advice: "convert it to UTF-8, for example with iconv")
  }

  private static func wide(
    _ bytes: [UInt8], isBigEndian: Bool, _ name: String
  ) throws(LedgerError) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for place in stride(from: 2, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
    }
    guard bytes.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
      throw LedgerError(
        .badData, "the text is not valid UTF-16, which its first bytes say it is", file: name,
        advice: "convert it to UTF-8, for example with iconv")
    }
    return text
  }

  /// The place of the first byte that begins no code point.
  private static func firstInvalid(_ bytes: ArraySlice<UInt8>) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var place = bytes.startIndex
    while case .valid(let encoded) = parser.parseScalar(from: &rest) { place += encoded.count }
    return place
  }
}
