import DaybookText

/// The lines of a Markdown text that are neither code nor front matter: where headings, tags and quotes may be.
struct MarkdownLines {
  /// Index in the text's lines, and the line.
  private(set) var prose: [(index: Int, text: Substring)] = []

  init(_ lines: [Substring], from start: Int) {
    var fence: (sign: Character, count: Int)?
    for (index, line) in lines.enumerated().dropFirst(start) {
      let text = line.drop { $0 == " " }
      if let open = fence {
        let signs = text.prefix { $0 == open.sign }.count
        if signs >= open.count, text.dropFirst(signs).allSatisfy(\.isWhitespace) { fence = nil }
        continue
      }
      if let sign = text.first, sign == "`" || sign == "~" {
        let count = text.prefix { $0 == sign }.count
        if count >= 3, sign == "~" || !text.dropFirst(count).contains("`") {
          fence = (sign, count)
          continue
        }
      }
      prose.append((index, line))
    }
  }

  /// The first heading of the first level, as it is written.
  var title: String? {
    for (place, (_, line)) in prose.enumerated() {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("# ") || text.hasPrefix("#\t") {
        let heading = Self.heading(text.dropFirst())
        if !heading.isEmpty { return heading }
      }
      let isUnderlined =
        place + 1 < prose.count && prose[place + 1].text.trimmedAtEnd.count >= 2
        && prose[place + 1].text.trimmedAtEnd.allSatisfy { $0 == "=" }
      if isUnderlined, !text.allSatisfy(\.isWhitespace) { return Self.heading(text) }
    }
    return nil
  }

  private static func heading(_ text: Substring) -> String {
    let text = String(text).trimmed
    let closed = String(text.reversed().drop { $0 == "#" }.reversed())
    guard closed.last?.isWhitespace ?? closed.isEmpty else { return text }
    return String(Substring(closed).trimmedAtEnd)
  }

  /// `#tag` and `#nested/tag` as Obsidian counts them: behind white space or at a line's beginning, not in
  /// code, and not of digits alone. In their order, each once.
  var tags: [String] {
    var found: [String] = []
    for (_, line) in prose {
      for tag in Self.tags(in: line) where !found.contains(tag) { found.append(tag) }
    }
    return found
  }

  private static func tags(in line: Substring) -> [String] {
    guard line.contains("#") else { return [] }
    var found: [String] = []
    var rest = line
    var isAtStart = true
    while let character = rest.popFirst() {
      if character == "`" {
        // A span of code, if it is closed.
        let count = 1 + rest.prefix { $0 == "`" }.count
        let behind = rest.dropFirst(count - 1)
        if let end = behind.firstRange(of: String(repeating: "`", count: count)) {
          rest = behind[end.upperBound...]
        }
        isAtStart = false
        continue
      }
      if character == "#", isAtStart {
        let name = rest.prefix { isTagCharacter($0) }
        if !name.isEmpty, !name.allSatisfy({ $0.isNumber || $0 == "/" }) {
          found.append(String(name.split(separator: "/").joined(separator: "/")))
        }
        rest = rest.dropFirst(name.count)
      }
      isAtStart = character.isWhitespace
    }
    return found.filter { !$0.isEmpty }
  }

  private static func isTagCharacter(_ character: Character) -> Bool {
    if character.isLetter || character.isNumber || "_-/".contains(character) { return true }
    return character.unicodeScalars.first.map { $0.properties.isEmoji && $0.value > 0xff } ?? false
  }
}
