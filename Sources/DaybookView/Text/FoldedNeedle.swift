/// A text to search for, folded once.
package struct FoldedNeedle: Sendable {
  private let needle: [UInt8]
  /// For texts of plain ASCII; nil if JSON text would have to be unescaped for the search.
  private let search: ASCIISearch?

  package init(_ text: String) {
    needle = TextFolding.fold(text)
    search = ASCIISearch(folded: needle)
  }

  /// Whether UTF-8 text holds it. No allocation while the text is ASCII.
  package func isIn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !needle.isEmpty else { return true }
    for byte in text where byte >= 0x80 {
      return TextFolding.fold(text).withUnsafeBufferPointer { find(in: $0, isFolded: true) }
    }
    return find(in: text, isFolded: false)
  }

  package func isIn(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isIn($0) }
  }

  /// Whether a JSON string holds it; nil for JSON text that is not a string.
  package func isIn(json: Span<UInt8>) -> Bool? {
    if let search, json.count >= 2, json[0] == UInt8(ascii: "\"") {
      let found = json.withUnsafeBufferPointer {
        search.isIn(UnsafeBufferPointer(rebasing: $0[1..<$0.count - 1]))
      }
      if let found { return found }
    }
    return StoredText.withUTF8(json) { isIn($0) }
  }

  /// Whether the text equals it, apart from case and diacritics.
  package func equals(_ text: String) -> Bool { TextFolding.fold(text) == needle }

  @inline(__always)
  private func find(in text: UnsafeBufferPointer<UInt8>, isFolded: Bool) -> Bool {
    guard text.count >= needle.count else { return false }
    return needle.withUnsafeBufferPointer { needle in
      let first = needle[0]
      for start in 0...(text.count - needle.count) {
        guard (isFolded ? text[start] : TextFolding.lowercased(text[start])) == first else { continue }
        var index = 1
        while index < needle.count,
          (isFolded ? text[start + index] : TextFolding.lowercased(text[start + index])) == needle[index]
        { index += 1 }
        if index == needle.count { return true }
      }
      return false
    }
  }
}
