// White space is removed scalar by scalar: a space with a combining mark, such as an accent or a skin tone, is one
// character, of which only the space is white space.

extension String {
  /// Without white space at both ends.
  public var trimmed: String {
    guard let first = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(unicodeScalars[first...last])
  }

  /// Its words with single spaces between them.
  public var singleSpaced: String {
    unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String($0) }.joined(separator: " ")
  }

  /// At most this many bytes of UTF-8, in whole characters.
  public func prefix(sizeBytes: Int) -> String {
    guard var end = utf8.index(startIndex, offsetBy: sizeBytes, limitedBy: endIndex) else { return self }
    while end > startIndex, end.samePosition(in: self) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}

extension Substring {
  /// Without white space at its end.
  public var trimmedAtEnd: Substring {
    let last = unicodeScalars.lastIndex { !$0.properties.isWhitespace }
    return last.map { self[...$0] } ?? self[startIndex..<startIndex]
  }
}

extension String {
  /// Without invisible characters, but with its line ends and tabs.
  public var withoutUnseen: String {
    guard unicodeScalars.contains(where: \.isUnseen) else { return self }
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\n", "\t": scalars.append(scalar)
      case "\u{2028}", "\u{2029}": scalars.append("\n")
      default: if !scalar.isUnseen { scalars.append(scalar) }
      }
    }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// Controls (C0, DEL, C1), bidirectional controls, line separators, invisible format characters and tags. Joiners are
  /// not among them: names and emoji need them.
  public var isUnseen: Bool {
    switch value {
    case 0..<0x20, 0x7f...0x9f: true
    case 0xad, 0x061c, 0x180e: true
    case 0x200b, 0x200e, 0x200f: true
    case 0x2028...0x202e: true
    case 0x2060...0x206f: true
    case 0xfeff, 0xfff9...0xfffb: true
    case 0xe0000...0xe007f: true
    default: false
    }
  }
}
