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
