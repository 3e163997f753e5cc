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
