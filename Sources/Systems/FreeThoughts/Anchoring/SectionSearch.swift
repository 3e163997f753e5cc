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
