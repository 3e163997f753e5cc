import DaybookText

/// What the lines of a Markdown text say of a note.
extension [MarkdownLine] {
  /// The first heading of the first level, as it is written.
  var title: String? {
    for (place, line) in enumerated() where !line.isQuoted {
      guard line.role == .heading(level: 1) || isUnderlined(place) else { continue }
      let title = String(decoding: line.content, as: UTF8.self).trimmed
      if !title.isEmpty { return title }
    }
    return nil
  }

  private func isUnderlined(_ place: Int) -> Bool {
    guard self[place].role == .text || self[place].role == .row, place + 1 < count else { return false }
    return self[place + 1].role == .underline && !self[place + 1].isQuoted
  }

  /// `#tag` and `#nested/tag` as Obsidian counts them: behind white space or at a line's beginning, not in
  /// code, and not of digits alone. In their order, each once.
  var tags: [String] {
    var found: [String] = []
    for line in self where ![.frontMatter, .fence, .code].contains(line.role) {
      guard line.bytes.contains(UInt8(ascii: "#")) else { continue }
      var isAtStart = true
      for piece in MarkdownInline.outsideCode(line.bytes) {
        let tags = Self.tags(in: String(decoding: piece, as: UTF8.self), isAtStart: isAtStart)
        for tag in tags where !found.contains(tag) { found.append(tag) }
        isAtStart = false
      }
    }
    return found
  }

  private static func tags(in text: String, isAtStart: Bool) -> [String] {
    var found: [String] = []
    var rest = text[...]
    var isAtStart = isAtStart
    while let character = rest.popFirst() {
      if character == "#", isAtStart {
        let name = rest.prefix { isTagCharacter($0) }
        if !name.allSatisfy({ $0.isNumber || $0 == "/" }) {
          found.append(name.split(separator: "/").joined(separator: "/"))
        }
        rest = rest.dropFirst(name.count)
      }
      isAtStart = character.isWhitespace
    }
    return found
  }

  private static func isTagCharacter(_ character: Character) -> Bool {
    if character.isLetter || character.isNumber || "_-/".contains(character) { return true }
    return character.unicodeScalars.first.map { $0.properties.isEmoji && $0.value > 0xff } ?? false
  }
}
