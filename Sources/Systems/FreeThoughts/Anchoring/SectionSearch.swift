/// Distinguishes a line from the same lines under other headings, as in a diary with one list for every day: by the
/// heading above and the one below, which the note keeps, and by the rest of the line.
struct SectionSearch {
  let text: DocumentText
  let headings: Headings

  /// The similarity that both sides within the section must have if no heading bounds the section below: a later
  /// addition may have the same words.
  private static let sideMin = 0.9

  /// The headings that bound the section of a passage: the one above, and the one below if there is one. Empty if they
  /// do not distinguish the passage from every other place with its words.
  func headings(around range: Range<Int>, of quote: Quote, among places: [Range<Int>]) -> [String] {
    guard let above = headings.last(above: headings.line(at: range.lowerBound)) else { return [] }
    let section = section(below: above)
    guard range.upperBound <= section.upperBound else { return [] }
    // Only the kept part: lines that differ only after it cannot be distinguished later.
    let sides = LineSides(of: quote)
    let same = places.filter { section.holds($0) && sides.agree(with: LineSides(of: $0, in: text, headings)) }
    guard same.count == 1 else { return [] }
    let lines = headings.unique.indices.contains(above + 1) ? [above, above + 1] : [above]
    return lines.map { text.text(headings.lines[headings.unique[$0].line]) }
  }

  /// The rest of the lines in which a range begins and ends.
  func sides(of range: Range<Int>) -> LineSides { LineSides(of: range, in: text, headings) }

  /// The one of the places that is under the anchor's heading and has the same line, as an index; nil if that does not
  /// decide it.
  ///
  /// - Parameters:
  ///   - isRepetitive: whether its words are like table rows: rows added to the section later may have the same words,
  ///     so the text beside them must be unchanged.
  ///   - places: the places with the anchor's words, in order.
  func place(of anchor: Anchor, isRepetitive: Bool, among places: [Range<Int>]) -> Int? {
    let kept = anchor.headings.map { Headings.key($0.unicodeScalars.map(\.value)[...]) }
    guard let first = kept.first, let above = headings.place(of: first) else { return nil }
    let section = section(below: above)
    if kept.count > 1 {
      // Both are present, one after the other, so no edit between them removed either.
      guard headings.unique.indices.contains(above + 1), headings.unique[above + 1].text == kept[1] else {
        return nil
      }
    }
    let sides = LineSides(of: anchor.quote)
    let same = places.indices.filter { index in
      section.holds(places[index]) && sides.agree(with: LineSides(of: places[index], in: text, headings))
    }
    guard let only = same.first, same.count == 1 else { return nil }
    return kept.count > 1 && !isRepetitive
      || likeness(of: anchor.quote, at: places[only], in: section, below: first) >= Self.sideMin
      ? only : nil
  }

  /// The similarity of the text beside a place in its section to the kept text, on the less similar side, ticked or
  /// not. Kept text from above the heading does not count.
  private func likeness(
    of quote: Quote, at place: Range<Int>, in section: Range<Int>, below heading: [UInt32]
  ) -> Double {
    let reach = 2 * EditPattern.countMax
    let start = max(section.lowerBound, place.lowerBound - reach)
    let end = min(section.upperBound, place.upperBound + reach)
    let before = EditPattern(Self.plain(Self.part(of: quote.prefix, below: heading)).reversed())
    let behind = EditPattern(Self.plain(quote.suffix.unicodeScalars.map(\.value)[...]))
    return min(
      before.similarity(to: Self.plain(text.scalars[start..<place.lowerBound]).reversed()),
      behind.similarity(to: Self.plain(text.scalars[place.upperBound..<end])))
  }

  /// The part of a prefix below the heading; the prefix may contain only the end of the heading.
  private static func part(of prefix: String, below heading: [UInt32]) -> ArraySlice<UInt32> {
    let kept = prefix.unicodeScalars.map(\.value)
    let lines = kept.split(separator: LineSides.lineFeed, omittingEmptySubsequences: false)
    let isCut = kept.count >= Quote.surroundingsCount
    let line = lines.indices.dropLast().last { index in
      let key = Headings.key(lines[index])
      return key == heading || index == 0 && isCut && !key.isEmpty && heading.suffix(key.count) == key[...]
    }
    return line.map { kept[lines[$0].endIndex...] } ?? kept[...]
  }

  /// Its lines as they are compared, one behind the other.
  private static func plain(_ text: ArraySlice<UInt32>) -> [UInt32] {
    let lines = text.split(separator: LineSides.lineFeed).map { Headings.key($0) }
    return Array(lines.filter { !$0.isEmpty }.joined(separator: [FoldedText.space]))
  }

  /// From the end of a heading to the next, or to the end of the document.
  private func section(below place: Int) -> Range<Int> {
    let start = headings.lines[headings.unique[place].line].upperBound
    guard headings.unique.indices.contains(place + 1) else { return start..<max(start, text.count) }
    return start..<headings.lines[headings.unique[place + 1].line].lowerBound
  }
}

extension Range<Int> {
  /// Whether it contains the whole other range.
  fileprivate func holds(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

/// The lines of a document that are headings, such as the name of a day above its list.
struct Headings: Sendable {
  struct Heading: Sendable {
    /// In the document's lines.
    var line: Int
    /// As it is compared.
    var text: [UInt32]
  }

  /// Headings that occur only once in the document, in order. Others do not distinguish places.
  let unique: [Heading]
  /// Of all lines, without the line feed that ends each.
  let lines: [Range<Int>]
  private let places: [[UInt32]: Int]

  private static let countMax = 80

  /// O(length of the text).
  init(_ text: DocumentText) {
    lines = text.lineRanges
    var found: [Heading] = []
    var counts: [[UInt32]: Int] = [:]
    for line in lines.indices where Self.isHeading(line, lines, text.scalars) {
      let key = Self.key(text.scalars[lines[line]])
      counts[key, default: 0] += 1
      found.append(Heading(line: line, text: key))
    }
    unique = found.filter { counts[$0.text] == 1 }
    places = Dictionary(unique.enumerated().map { ($1.text, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A line as it is compared, whether it is ticked or not.
  static func key(_ line: ArraySlice<UInt32>) -> [UInt32] {
    var key = Array(FoldedText(line).trimmed)
    for place in key.indices.prefix(markReachCount) where key[place] == openBracket && place + 2 < key.count {
      if ticks.contains(key[place + 1]), key[place + 2] == closeBracket { key[place + 1] = FoldedText.space }
    }
    for place in key.indices.prefix(markReachCount) where boxes.contains(key[place]) { key[place] = emptyBox }
    return key
  }

  /// Where among ``unique`` a heading is.
  func place(of text: [UInt32]) -> Int? { places[text] }

  /// The line of a code point. O(log lines).
  func line(at offset: Int) -> Int {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// The last heading above a line, as a place among ``unique``. O(log headings).
  func last(above line: Int) -> Int? {
    var (low, high) = (0, unique.count)
    while low < high {
      let middle = (low + high) / 2
      if unique[middle].line < line { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  // MARK: What a heading is

  /// Whether a line is a Markdown heading, or a short line above a list with nothing before it, as in plain text.
  private static func isHeading(_ line: Int, _ lines: [Range<Int>], _ scalars: [UInt32]) -> Bool {
    let text = trimmed(scalars[lines[line]])
    guard let first = text.first, text.count <= countMax, text.contains(where: WordBoundary.isLetter) else {
      return false
    }
    if first == hash { return true }
    guard !isItem(text) else { return false }
    if line + 1 < lines.count {
      let below = trimmed(scalars[lines[line + 1]])
      if below.count >= 3, below.allSatisfy({ $0 == equals }) || below.allSatisfy({ $0 == dash }) {
        return true
      }
    }
    guard line == 0 || trimmed(scalars[lines[line - 1]]).isEmpty else { return false }
    let next = lines[(line + 1)...].prefix(2).lazy.map { trimmed(scalars[$0]) }.first { !$0.isEmpty }
    return next.map { isItem($0) } ?? false
  }

  /// Whether a line is an entry of a list or a row of a table.
  private static func isItem(_ text: ArraySlice<UInt32>) -> Bool {
    guard let first = text.first else { return false }
    if marks.contains(first) { return true }
    let digits = text.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, let behind = text.dropFirst(digits.count).first else { return false }
    return digits.count <= 3 && (behind == point || behind == parenthesis)
  }

  private static func trimmed(_ line: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    var line = line
    while let first = line.first, FoldedText.isSpace(first) { line.removeFirst() }
    while let last = line.last, FoldedText.isSpace(last) { line.removeLast() }
    return line
  }

  /// The distance from its beginning within which a line has its check box.
  private static let markReachCount = 8
  private static let openBracket: UInt32 = 0x5B
  private static let closeBracket: UInt32 = 0x5D
  private static let ticks: Set<UInt32> = [0x78, 0x58]
  private static let boxes: Set<UInt32> = [0x2611, 0x2612]
  private static let emptyBox: UInt32 = 0x2610
  private static let hash: UInt32 = 0x23
  private static let equals: UInt32 = 0x3D
  private static let dash: UInt32 = 0x2D
  private static let point: UInt32 = 0x2E
  private static let parenthesis: UInt32 = 0x29
  /// `-`, `*`, `+`, `[`, `|`, `>`, `•`, `☐`, `☑`, `☒`
  private static let marks: Set<UInt32> = [
    0x2D, 0x2A, 0x2B, 0x5B, 0x7C, 0x3E, 0x2022, 0x2610, 0x2611, 0x2612,
  ]
}
