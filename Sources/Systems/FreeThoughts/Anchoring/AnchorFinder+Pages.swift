extension AnchorFinder {
  /// The places of a quote that begins on one page and continues on the next: from its first code point to its last,
  /// including the text between, such as the page number, the footer and the next page's header. In order; empty for a
  /// document without pages. O(pages × length of the quote).
  public func placesAcrossPages(of quote: String) -> [Range<Int>] {
    let sought = Array(FoldedText(quote).trimmed)
    guard let pageCount = text.pageCount, pageCount > 1, sought.count > 1 else { return [] }
    var found: [Range<Int>] = []
    for page in 1..<pageCount {
      guard let here = text.range(ofPage: page), let next = text.range(ofPage: page + 1) else { continue }
      let (ends, starts) = (lineEnds(here), lineStarts(next))
      // The variant that skips the least is the right one.
      search: for passed in 0...(2 * Self.passedLinesMax) {
        for (skipped, end) in ends.enumerated() where passed - skipped >= 0 && passed - skipped < starts.count
        {
          guard let place = place(of: sought, over: end, to: starts[passed - skipped], here, next) else {
            continue
          }
          found.append(place)
          break search
        }
      }
    }
    return found
  }

  /// This many lines at the foot of a page, and at its head, may not belong to its text.
  private static var passedLinesMax: Int { 3 }

  /// The ends of a page's last non-blank lines, the last one first.
  private func lineEnds(_ page: Range<Int>) -> [Int] {
    var ends: [Int] = []
    var isInLine = false
    for place in page.reversed() {
      let value = text.scalars[place]
      if value == Self.lineFeed || value == Self.formFeed {
        isInLine = false
      } else if !isInLine, !FoldedText.isSpace(value) {
        ends.append(place + 1)
        if ends.count > Self.passedLinesMax { break }
        isInLine = true
      }
    }
    return ends
  }

  /// The beginnings of a page's first non-blank lines.
  private func lineStarts(_ page: Range<Int>) -> [Int] {
    var starts: [Int] = []
    var isInLine = false
    for place in page {
      let value = text.scalars[place]
      if value == Self.lineFeed || value == Self.formFeed {
        isInLine = false
      } else if !isInLine, !FoldedText.isSpace(value) {
        starts.append(place)
        if starts.count > Self.passedLinesMax { break }
        isInLine = true
      }
    }
    return starts
  }

  private static var lineFeed: UInt32 { 0x0A }
  private static var formFeed: UInt32 { 0x0C }

  /// The quote's place if the text continues from the end of a line on one page to the start of a line on the next:
  /// with a space between, or within a hyphenated word.
  private func place(
    of sought: [UInt32], over end: Int, to start: Int, _ here: Range<Int>, _ next: Range<Int>
  ) -> Range<Int>? {
    let last = folded.index(atSource: end)
    let first = folded.index(atSource: start)
    let before = folded.scalars[max(folded.index(atSource: here.lowerBound), last - sought.count)..<last]
    let behind = folded.scalars[first..<min(folded.index(atSource: next.upperBound), first + sought.count)]
    var joints = [(before, [FoldedText.space])]
    if before.last == Typography.dash { joints.append((before.dropLast(), [])) }
    for (before, joint) in joints {
      let joined = Array(before) + joint + Array(behind)
      // From within the one page to within the other.
      for begin in 0..<before.count where begin + sought.count > before.count + joint.count {
        guard joined.count - begin >= sought.count,
          joined[begin..<(begin + sought.count)].elementsEqual(sought)
        else { continue }
        let rest = begin + sought.count - before.count - joint.count
        let range = folded.source((before.startIndex + begin)..<(first + rest))
        return range.isEmpty ? nil : range
      }
    }
    return nil
  }
}
