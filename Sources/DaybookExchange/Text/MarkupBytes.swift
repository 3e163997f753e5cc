/// Bytes of a text form as text.
package enum MarkupBytes {
  /// By a byte order mark, else by the charset that HTML names, else UTF-8 or windows-1252.
  package static func decode(_ bytes: [UInt8], declaresCharset: Bool) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(Charset.decode(bytes[3...]).utf8) }
    if bytes.starts(with: [0xFF, 0xFE]) { return wide(bytes, isBigEndian: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return wide(bytes, isBigEndian: true) }
    let name = declaresCharset ? charset(in: bytes.prefix(1024)) : nil
    return Array(Charset.decode(bytes, named: name).utf8)
  }

  private static func wide(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// What stands behind `charset=`.
  private static func charset(in beginning: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: beginning, as: UTF8.self).lowercased()
    guard let mark = text.firstRange(of: "charset=") else { return nil }
    let name = text[mark.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
      .prefix { $0.isLetter || $0.isNumber || "-_:.".contains($0) }
    return name.isEmpty ? nil : String(name)
  }
}
