/// Texts of Meta's exports, which write each byte of UTF-8 as a character of its own: `Ã©` for `é`.
enum MetaText {
  static func text(_ written: String) -> String {
    var bytes: [UInt8] = []
    var isPlain = true
    for scalar in written.unicodeScalars {
      // A later version may write them rightly.
      guard let byte = UInt8(exactly: scalar.value) else { return written }
      if byte >= 0x80 { isPlain = false }
      bytes.append(byte)
    }
    return isPlain ? written : String(validating: bytes, as: UTF8.self) ?? written
  }
}
