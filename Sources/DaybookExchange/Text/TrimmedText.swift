// White space goes scalar by scalar: a space and what combines with it, an accent or a tone of skin, are one character,
// and of that only the space is white.

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

  /// At most so many bytes of UTF-8, of whole characters.
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
