/// A line of a Markdown text and its role: CommonMark 0.31, GitHub's tables, and YAML in front of the text.
///
/// Only code and front matter span lines. Each line keeps its bytes, so that what is found in it has a place in the text.
public struct MarkdownLine: Sendable, Equatable {
  /// What a line is.
  public enum Role: Sendable, Equatable {
    /// YAML in front of the text, with the lines of dashes around it.
    case frontMatter
    /// The beginning or the end of a code block.
    case fence
    /// A line between two fences, or behind one that nothing closes.
    case code
    /// `# words` to `###### words`
    case heading(level: Int)
    /// `===` below a heading of the first level. Below one of the second, `---` is a ``rule``.
    case underline
    /// `---`, `* * *`, or `|---|:-:|` in a table.
    case rule
    /// `[name]: where a link leads`
    case definition
    /// `| a | b |`
    case row
    /// Any other, also an item of a list and an empty line.
    case text
  }

  /// Of a quoted line, that of what is quoted.
  public let role: Role
  /// The whole line, without the line feed or CR LF that ends it.
  public let bytes: ArraySlice<UInt8>
  /// Whether it begins with a quote's sign.
  public let isQuoted: Bool
  /// The bytes behind the signs of a quote; of a heading its words alone.
  public let content: ArraySlice<UInt8>

  /// The lines of a text in UTF-8, one more than it has line feeds. O(bytes).
  public static func lines(of text: [UInt8]) -> [MarkdownLine] {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    let frontMatterCount = frontMatterCount(lines)
    var fence: Fence?
    return lines.enumerated().map { index, line in
      if index < frontMatterCount { return MarkdownLine(.frontMatter, line) }
      if let open = fence {
        guard open.isClosed(by: line) else { return MarkdownLine(.code, line) }
        fence = nil
        return MarkdownLine(.fence, line)
      }
      fence = Fence(line)
      return fence == nil ? MarkdownLine(prose: line) : MarkdownLine(.fence, line)
    }
  }

  private init(_ role: Role, _ bytes: ArraySlice<UInt8>) {
    (self.role, self.bytes, isQuoted, content) = (role, bytes, false, bytes)
  }

  private init(prose bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    var line = bytes
    while true {
      let rest = line.drop(while: isBlank)
      guard rest.first == UInt8(ascii: ">") else { break }
      line = rest.dropFirst()
      if line.first == UInt8(ascii: " ") { line.removeFirst() }
    }
    isQuoted = line.startIndex > bytes.startIndex
    let rest = line.drop(while: isBlank)
    if let heading = Self.heading(line) {
      (role, content) = (.heading(level: heading.level), heading.words)
    } else {
      role =
        Self.ruleRole(rest)
        ?? (Self.isDefinition(rest) ? .definition : Self.isRow(rest) ? .row : .text)
      content = line
    }
  }

  // MARK: Lines that belong together

  /// As Obsidian, Jekyll and Hugo write it: 0 unless the text begins with it and it ends.
  private static func frontMatterCount(_ lines: [ArraySlice<UInt8>]) -> Int {
    func isFence(_ line: ArraySlice<UInt8>, _ sign: String) -> Bool {
      line.starts(with: sign.utf8) && line.dropFirst(sign.utf8.count).allSatisfy(isBlank)
    }
    guard var first = lines.first else { return 0 }
    while first.starts(with: byteOrderMark) { first = first.dropFirst(byteOrderMark.count) }
    guard isFence(first, "---"),
      let end = lines.dropFirst().firstIndex(where: { isFence($0, "---") || isFence($0, "...") })
    else { return 0 }
    return end + 1
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The beginning of a code block.
  private struct Fence {
    let sign: UInt8
    let count: Int

    init?(_ line: ArraySlice<UInt8>) {
      let line = line.drop { $0 == UInt8(ascii: " ") }
      guard let sign = line.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
      count = line.prefix { $0 == sign }.count
      self.sign = sign
      guard count >= 3, sign == UInt8(ascii: "~") || !line.dropFirst(count).contains(sign) else { return nil }
    }

    func isClosed(by line: ArraySlice<UInt8>) -> Bool {
      let line = line.drop { $0 == UInt8(ascii: " ") }
      let signs = line.prefix { $0 == sign }
      return signs.count >= count && line.dropFirst(signs.count).allSatisfy(isBlank)
    }
  }

  // MARK: Roles

  private static func ruleRole(_ line: ArraySlice<UInt8>) -> Role? {
    guard let first = line.first, "*_-=|:".utf8.contains(first) else { return nil }
    let signs = line.filter { !isBlank($0) }
    if signs.allSatisfy({ $0 == first }) {
      if first == UInt8(ascii: "=") { return signs.count >= 2 ? .underline : nil }
      return "*_-".utf8.contains(first) && signs.count >= 3 ? .rule : nil
    }
    let isOfTable =
      signs.allSatisfy("-|:".utf8.contains) && "-|".utf8.allSatisfy(signs.contains)
    return isOfTable ? .rule : nil
  }

  /// A footnote, `[^name]: text`, is text.
  private static func isDefinition(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "["), let end = line.firstIndex(of: UInt8(ascii: "]")) else {
      return false
    }
    let name = line[line.startIndex..<end].dropFirst()
    guard let first = name.first, first != UInt8(ascii: "^") else { return false }
    return line[end...].dropFirst().first == UInt8(ascii: ":")
  }

  private static func isRow(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: "|") || line.last == UInt8(ascii: "|")
  }

  /// `## words ##`; `#tag` is none, nor is what is indented as far as code is.
  private static func heading(_ line: ArraySlice<UInt8>) -> (level: Int, words: ArraySlice<UInt8>)? {
    let indent = line.prefix { $0 == UInt8(ascii: " ") }
    guard indent.count <= 3 else { return nil }
    let line = line[indent.endIndex...]
    let level = line.prefix { $0 == UInt8(ascii: "#") }.count
    let rest = line.dropFirst(level)
    guard (1...6).contains(level), rest.first.map(isBlank) ?? true else { return nil }
    let words = trimmed(rest)
    var closed = words
    while closed.last == UInt8(ascii: "#") { closed.removeLast() }
    return (level, closed.last.map(isBlank) ?? true ? trimmed(closed) : words)
  }

  // MARK: Blanks

  /// What separates a row's cells goes, and the blanks around them.
  var cells: [ArraySlice<UInt8>] { content.split(separator: UInt8(ascii: "|")).map(Self.trimmed) }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line.drop(while: isBlank)
    while line.last.map(isBlank) ?? false { line.removeLast() }
    return line
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
