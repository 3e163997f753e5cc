import DaybookText

/// Finds the ends of sentences, and headings, by the form of a line, in any language that uses full stops.
enum SentenceCutter {
  private static let headingBytesMax = 90

  /// The heading that a line is by itself: a Markdown heading, or a short line that does not end like a sentence.
  static func heading(_ line: Substring) -> String? {
    let text = trimmed(line.drop { $0 == "#" })
    guard !text.isEmpty, text.utf8.count <= headingBytesMax else { return nil }
    if line.hasPrefix("#") { return text }
    guard let last = text.last, !isEnd(last), !",;:-|)]}>\"'`".contains(last), let first = text.first,
      first.isLetter || first.isNumber, text.contains(where: \.isLetter)
    else { return nil }
    return text
  }

  /// The sentences of lines that belong together; a line of a list begins one.
  static func sentences(_ lines: [Substring]) -> [String] {
    var sentences: [String] = []
    var current = ""
    func end() {
      let text = trimmed(current[...])
      if !text.isEmpty { sentences.append(text) }
      current = ""
    }
    for line in lines {
      if startsItem(line) { end() }
      if !current.isEmpty { current.append(" ") }
      var previous: Character?
      for character in line {
        if let mark = previous, isEnd(mark), character.isWhitespace || isWideEnd(mark) { end() }
        current.append(character)
        previous = character
      }
      if let last = previous, isEnd(last) { end() }
    }
    end()
    return sentences
  }

  /// A sentence in parts of at most this many bytes: at spaces where there are some, never within a character.
  static func cut(_ sentence: String, sizeBytes: Int) -> [String] {
    guard sentence.utf8.count > sizeBytes else { return [sentence] }
    var parts: [String] = []
    var part = ""
    var bytes = 0
    var lastSpace: String.Index?
    for character in sentence {
      let size = String(character).utf8.count
      if bytes + size > sizeBytes, !part.isEmpty {
        let end = lastSpace ?? part.endIndex
        parts.append(trimmed(part[..<end]))
        part = trimmed(part[end...])
        bytes = part.utf8.count
        lastSpace = nil
      }
      if character.isWhitespace { lastSpace = part.endIndex }
      part.append(character)
      bytes += size
    }
    parts.append(trimmed(part[...]))
    return parts.filter { !$0.isEmpty }
  }

  private static func isEnd(_ character: Character) -> Bool {
    ".!?…".contains(character) || isWideEnd(character)
  }

  private static func isWideEnd(_ character: Character) -> Bool { "。！？".contains(character) }

  private static func startsItem(_ line: Substring) -> Bool {
    let start = line.drop(while: \.isWhitespace)
    if start.hasPrefix("- ") || start.hasPrefix("* ") || start.hasPrefix("• ") { return true }
    let digits = start.prefix { $0.isNumber }
    return !digits.isEmpty && start.dropFirst(digits.count).hasPrefix(". ")
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text).trimmed
  }
}
