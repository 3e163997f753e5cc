/// Decodes the bytes of a text format.
public enum MarkupBytes {
  /// By a byte order mark, else by the charset that HTML names, else UTF-8 or windows-1252.
  public static func decode(_ bytes: [UInt8], declaresCharset: Bool) -> [UInt8] {
    let (order, markLength) = WideText.detect(bytes)
    if markLength > 0 {
      let text = Array(bytes.dropFirst(markLength))
      guard var wide = order.map({ WideText($0) }) else { return Array(Charset.decode(text).utf8) }
      return wide.convert(text) + wide.finish()
    }
    let name = declaresCharset ? charset(in: bytes.prefix(1024)) : nil
    return Array(Charset.decode(bytes, named: name).utf8)
  }

  /// The value after `charset=`.
  private static func charset(in beginning: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: beginning, as: UTF8.self).lowercased()
    guard let mark = text.firstRange(of: "charset=") else { return nil }
    let name = text[mark.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
      .prefix { $0.isLetter || $0.isNumber || "-_:.".contains($0) }
    return name.isEmpty ? nil : String(name)
  }
}
