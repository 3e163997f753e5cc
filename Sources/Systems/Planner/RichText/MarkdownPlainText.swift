/// The text of Markdown (CommonMark 0.31 and GitHub's tables), only its text: without the signs of headings, quotes,
/// emphasis, code and links. The target of a link is left out, its text stays.
enum MarkdownPlainText {
  /// Of UTF-8.
  static func extract(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var fence: Fence?
    var lines = lines(bytes)
    dropFrontMatter(&lines)
    for line in lines {
      if let open = fence {
        if open.isClosed(by: line) { fence = nil } else { text.append(contentsOf: line + [10]) }
      } else if let opened = Fence(line) {
        fence = opened
      } else if let content = MarkdownLine.content(line) {
        text.append(contentsOf: MarkdownInline.text(content) + [10])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 10, omittingEmptySubsequences: false).map { $0.last == 13 ? $0.dropLast() : $0 }
  }

  /// Removes the front matter between two lines of dashes at the beginning.
  private static func dropFrontMatter(_ lines: inout [ArraySlice<UInt8>]) {
    let dashes = Array("---".utf8)
    guard lines.first.map({ Array($0) == dashes }) ?? false,
      let end = lines.dropFirst().firstIndex(where: { Array($0) == dashes })
    else { return }
    lines.removeSubrange(0...end)
  }

  /// The beginning of a code block.
  private struct Fence {
    var sign: UInt8
    var count: Int

    init?(_ line: ArraySlice<UInt8>) {
      let line = line.drop { $0 == 32 }
      guard let sign = line.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
      let count = line.prefix { $0 == sign }.count
      guard count >= 3, sign == UInt8(ascii: "~") || !line.dropFirst(count).contains(sign) else { return nil }
      (self.sign, self.count) = (sign, count)
    }

    func isClosed(by line: ArraySlice<UInt8>) -> Bool {
      let line = line.drop { $0 == 32 }
      let signs = line.prefix { $0 == sign }
      return signs.count >= count && line.dropFirst(signs.count).allSatisfy { $0 == 32 || $0 == 9 }
    }
  }
}

/// A line without the signs that say what it is.
enum MarkdownLine {
  /// Nil for a line that has no text: rules, underlines of headings, rules of tables, and where links lead.
  static func content(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var line = line
    var indent: ArraySlice<UInt8> = []
    while true {
      let rest = line.drop { $0 == 32 || $0 == 9 }
      guard rest.first == UInt8(ascii: ">") else { break }
      line = rest.dropFirst()
      if line.first == 32 { line = line.dropFirst() }
    }
    indent = line.prefix { $0 == 32 || $0 == 9 }
    let rest = line.dropFirst(indent.count)
    if isRule(rest) || isDefinition(rest) { return nil }
    if rest.first == UInt8(ascii: "#") { return heading(rest) }
    if rest.first == UInt8(ascii: "|") || rest.last == UInt8(ascii: "|") { return cells(rest) }
    return line
  }

  /// `---`, `* * *`, `===`, `|---|:-:|`
  private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
    let signs = Set(line).subtracting([32, 9])
    let count = line.count { $0 != 32 && $0 != 9 }
    let dash = UInt8(ascii: "-")
    if signs.count == 1, let sign = signs.first {
      return count >= 3 && "*_-=".utf8.contains(sign) || count >= 2 && (sign == UInt8(ascii: "="))
    }
    return signs.contains(dash) && signs.contains(UInt8(ascii: "|"))
      && signs.isSubset(of: [dash, UInt8(ascii: "|"), UInt8(ascii: ":")])
  }

  /// `[name]: where`
  private static func isDefinition(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "["), let end = line.firstIndex(of: UInt8(ascii: "]")),
      end + 1 < line.endIndex, line.index(after: line.startIndex) != end
    else { return false }
    return line[end + 1] == UInt8(ascii: ":") && line[line.startIndex + 1] != UInt8(ascii: "^")
  }

  private static func heading(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let signs = line.prefix { $0 == UInt8(ascii: "#") }
    let rest = line.dropFirst(signs.count)
    // `#tag` is none.
    guard signs.count <= 6, rest.first.map({ $0 == 32 || $0 == 9 }) ?? true else { return line }
    var text = rest.drop { $0 == 32 || $0 == 9 }
    while text.last == 32 || text.last == 9 { text = text.dropLast() }
    var closed = text
    while closed.last == UInt8(ascii: "#") { closed = closed.dropLast() }
    return closed.isEmpty || closed.last == 32 ? closed : text
  }

  /// With tabs between them.
  private static func cells(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let cells = line.split(separator: UInt8(ascii: "|")).map { cell in
      var cell = cell.drop { $0 == 32 || $0 == 9 }
      while cell.last == 32 || cell.last == 9 { cell = cell.dropLast() }
      return cell
    }
    return ArraySlice(cells.joined(separator: [9]))
  }
}
