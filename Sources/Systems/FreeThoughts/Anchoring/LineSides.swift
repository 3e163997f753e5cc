/// The rest of the lines in which a passage begins and ends, as they are compared.
struct LineSides {
  private let head: [UInt32]
  private let tail: [UInt32]
  /// Whether the lines continue beyond the kept text.
  private var isHeadCut = false
  private var isTailCut = false

  static let lineFeed: UInt32 = 0x0A

  init(of range: Range<Int>, in text: DocumentText, _ headings: Headings) {
    let start = headings.lines[headings.line(at: range.lowerBound)].lowerBound
    let end = headings.lines[headings.line(at: range.upperBound - 1)].upperBound
    head = Headings.key(text.scalars[start..<range.lowerBound])
    tail = Headings.key(text.scalars[range.upperBound..<max(end, range.upperBound)])
  }

  init(of quote: Quote) {
    let (before, behind) = (
      quote.prefix.unicodeScalars.map(\.value), quote.suffix.unicodeScalars.map(\.value)
    )
    let start = before.lastIndex(of: Self.lineFeed)
    let end = behind.firstIndex(of: Self.lineFeed)
    head = Headings.key(before[(start.map { $0 + 1 } ?? 0)...])
    tail = Headings.key(behind[..<(end ?? behind.count)])
    isHeadCut = start == nil && before.count >= Quote.surroundingsCount
    isTailCut = end == nil && behind.count >= Quote.surroundingsCount
  }

  /// Whether the kept text agrees with the text there.
  func agree(with there: LineSides) -> Bool {
    (isHeadCut ? there.head.suffix(head.count).elementsEqual(head) : there.head == head)
      && (isTailCut ? there.tail.prefix(tail.count).elementsEqual(tail) : there.tail == tail)
  }

  /// Whether the quote is part of a line that was kept whole, or of a table row whose beginning was kept: the rest of
  /// the line shows what it is about.
  func areOfEntry(around quote: String) -> Bool {
    guard !isHeadCut, !(head.isEmpty && tail.isEmpty) else { return false }
    return !isTailCut || (head.first ?? quote.unicodeScalars.first?.value) == Self.bar
  }

  /// Whether the text around a place may be an edited form of the kept text: it is not if another entry has taken the
  /// place. Looks beyond the line only if the line itself has no significant words, because the next entry's words do
  /// not belong to this one.
  func areAlike(around place: Range<Int>, in text: FoldedText, inLine line: LineSides) -> Bool {
    let kept = Self.words([head[...], tail[...]])
    guard kept.contains(where: Self.isTelling) else { return true }
    var now = Self.words([line.head[...], line.tail[...]])
    if !now.contains(where: Self.isTelling) {
      let before = max(0, place.lowerBound - head.count - Self.slackCount)..<place.lowerBound
      let behind = place.upperBound..<min(text.count, place.upperBound + tail.count + Self.slackCount)
      now = Self.words([text.scalars[before], text.scalars[behind]])
    }
    return !Set(kept).isDisjoint(with: now)
      || TextLikeness.of(Array(kept.joined())[...], Array(now.joined())[...]) >= Self.alikeMin
  }

  /// A shorter word does not show what an entry is about.
  private static func isTelling(_ word: [UInt32]) -> Bool { word.count >= 3 }

  private static func words(_ sides: [ArraySlice<UInt32>]) -> [[UInt32]] {
    sides.flatMap { side in
      let side = Array(side)
      return WordIndex.ranges(side).map { Array(side[$0]) }
    }
  }

  private static let bar: UInt32 = 0x7C
  private static let slackCount = 8
  private static let alikeMin = 0.4
}
