/// Texts that people typed or wrote, on one line.
public enum OneLine {
  /// White space, line feeds too, as single spaces; an accent behind a space stays.
  public static func of(_ text: some StringProtocol) -> String {
    let words = text.unicodeScalars.split(whereSeparator: \.isBlank)
    return words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
  }

  /// The beginning of a text, for a message of one line.
  public static func cut(_ text: String, countMax: Int = 60) -> String {
    var window = countMax + 1
    while true {
      let head = text.prefix(window)
      let line = of(head)
      if line.count > countMax { return line.prefix(countMax - 1) + "…" }
      if head.endIndex == text.endIndex { return line }
      // White space took the room.
      window *= 2
    }
  }
}

extension Unicode.Scalar {
  /// White space; the Unicode tables are asked for what is not ASCII alone, since that takes long.
  var isBlank: Bool {
    isASCII ? value == 0x20 || (0x09...0x0d).contains(value) : properties.isWhitespace
  }
}
