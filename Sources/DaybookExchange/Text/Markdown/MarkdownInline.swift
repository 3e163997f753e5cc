/// The signs within a line: of emphasis, code, links, pictures and HTML. What a sign does not close stays as it is, as in
/// CommonMark, but for emphasis, whose signs go wherever they lean on a word.
public enum MarkdownInline {
  /// The pieces of a line before, between and behind its spans of code; an escaped backquote begins none.
  public static func outsideCode(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var (start, place) = (line.startIndex, line.startIndex)
    while place < line.endIndex {
      switch line[place] {
      case UInt8(ascii: "\\") where line[place...].dropFirst().first.map(isPunctuation) ?? false: place += 2
      case UInt8(ascii: "`"):
        let (code, end) = Self.code(line, place)
        if code != nil {
          pieces.append(line[start..<place])
          start = end
        }
        place = end
      default: place += 1
      }
    }
    return pieces + [line[start...]]
  }

  /// A line without the signs.
  static func text(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let bytes = Array(line)
    var text: [UInt8] = []
    var brackets = closings(bytes)
    let lastEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\\") where place + 1 < bytes.count && isPunctuation(bytes[place + 1]):
        text.append(bytes[place + 1])
        place += 2
      case UInt8(ascii: "`"):
        let (code, end) = Self.code(bytes[...], place)
        text += code ?? bytes[place..<end]
        place = end
      case UInt8(ascii: "&"):
        let (characters, end) = HTMLReference.read(bytes, at: place)
        text += characters
        place = end
      case UInt8(ascii: "<") where place < lastEnd: place = tag(bytes, place, &text)
      case UInt8(ascii: "!")
      where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "[")
        && brackets.opens.contains(place + 1):
        place += 1
      case UInt8(ascii: "[") where brackets.opens.contains(place): place += 1
      case UInt8(ascii: "]"):
        if let end = brackets.ends.removeValue(forKey: place) {
          place = end
        } else {
          text.append(byte)
          place += 1
        }
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): place = emphasis(bytes, place, &text)
      default:
        text.append(byte)
        place += 1
      }
    }
    return text
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    (33...47).contains(byte) || (58...64).contains(byte) || (91...96).contains(byte)
      || (123...126).contains(byte)
  }

  private static func isWord(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return byte >= 128 || !isPunctuation(byte) && byte > 32
  }

  // MARK: Links

  /// The brackets that belong to links, and behind each closing one where its link ends.
  private static func closings(_ bytes: [UInt8]) -> (opens: Set<Int>, ends: [Int: Int]) {
    let partners = partners(bytes)
    var found = (opens: Set<Int>(), ends: [Int: Int]())
    for (open, close) in partners where bytes[open] == UInt8(ascii: "[") {
      // `(where "title")` or `[name]`
      let next = close + 1
      guard next < bytes.count, bytes[next] == UInt8(ascii: "(") || bytes[next] == UInt8(ascii: "["),
        let end = partners[next]
      else { continue }
      found.opens.insert(open)
      found.ends[close] = end + 1
    }
    return found
  }

  /// Every bracket and parenthesis that is closed -> where it is.
  private static func partners(_ bytes: [UInt8]) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    var (brackets, parentheses): ([Int], [Int]) = ([], [])
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\\"): place += 1
      case UInt8(ascii: "["): brackets.append(place)
      case UInt8(ascii: "("): parentheses.append(place)
      case UInt8(ascii: "]"): if let open = brackets.popLast() { partners[open] = place }
      case UInt8(ascii: ")"): if let open = parentheses.popLast() { partners[open] = place }
      default: break
      }
      place += 1
    }
    return partners
  }

  // MARK: Code, HTML, emphasis

  /// The code between as many backquotes as begin it, and where they end; nil and the end of the backquotes where no
  /// others close them.
  private static func code(
    _ bytes: ArraySlice<UInt8>, _ start: Int
  ) -> (code: ArraySlice<UInt8>?, end: Int) {
    func backquoteCount(_ place: Int) -> Int { bytes[place...].prefix { $0 == UInt8(ascii: "`") }.count }
    let count = backquoteCount(start)
    var place = start + count
    while let next = bytes[place...].firstIndex(of: UInt8(ascii: "`")) {
      let other = backquoteCount(next)
      place = next + other
      guard other == count else { continue }
      let code = bytes[(start + count)..<next]
      // A blank at both ends only keeps backquotes apart.
      let isPadded = code.first == 32 && code.last == 32 && code.contains { $0 != 32 }
      return (isPadded ? code.dropFirst().dropLast() : code, place)
    }
    return (nil, start + count)
  }

  /// Of what is longer the sign is only a sign: a line of nothing but such signs is still read at once.
  private static let tagCountMax = 400

  /// `<b>` goes, `<https://…>` and `<ann@…>` lose their brackets.
  private static func tag(_ bytes: [UInt8], _ start: Int, _ text: inout [UInt8]) -> Int {
    guard start + 1 < bytes.count,
      let end = bytes[start...].prefix(tagCountMax).firstIndex(of: UInt8(ascii: ">"))
    else {
      text.append(bytes[start])
      return start + 1
    }
    let inner = bytes[(start + 1)..<end]
    let isAddress = inner.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") }
    if isAddress, !inner.contains(where: { $0 <= 32 || $0 == UInt8(ascii: "=") }) {
      text += inner
      return end + 1
    }
    guard let first = inner.first,
      first == UInt8(ascii: "/") || first == UInt8(ascii: "!") || isWord(first) && first < 128
    else {
      text.append(bytes[start])
      return start + 1
    }
    return end + 1
  }

  /// Signs that touch a word are removed; those between blanks, and underscores within a word, stay.
  private static func emphasis(_ bytes: [UInt8], _ start: Int, _ text: inout [UInt8]) -> Int {
    let sign = bytes[start]
    let count = bytes[start...].prefix { $0 == sign }.count
    let before = start > 0 ? bytes[start - 1] : nil
    let after = start + count < bytes.count ? bytes[start + count] : nil
    let leans = (before ?? 32) > 32 || (after ?? 32) > 32
    let isWithin = isWord(before) && isWord(after)
    let stays = !leans || sign == UInt8(ascii: "_") && isWithin || sign == UInt8(ascii: "~") && count != 2
    if stays { text += bytes[start..<(start + count)] }
    return start + count
  }
}

/// What a Markdown text says, as far as text goes: without the signs of headings, quotes, emphasis, code and links, and
/// without front matter. What a link leads to is left out, the words for it stay.
public enum MarkdownPlainText {
  /// Whatever the bytes of UTF-8 are, it ends and never fails.
  public static func extract(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for line in MarkdownLine.lines(of: bytes) {
      switch line.role {
      case .frontMatter, .fence, .underline, .rule, .definition: continue
      case .code: text += line.bytes
      case .heading, .text: text += MarkdownInline.text(line.content)
      case .row: text += MarkdownInline.text(ArraySlice(line.cells.joined(separator: [UInt8(ascii: "\t")])))
      }
      text.append(UInt8(ascii: "\n"))
    }
    return String(decoding: text, as: UTF8.self)
  }
}
