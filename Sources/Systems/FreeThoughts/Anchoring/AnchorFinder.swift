/// Finds quotes in one document's text, again or for the first time. The cost of making it, O(length of the text), is
/// spent only once for all notes on the document.
public struct AnchorFinder: Sendable {
  /// The document's text. The positions of all anchors and ranges count its code points.
  public let text: DocumentText
  let folded: FoldedText
  private let sections: SectionSearch

  /// Folds the text and finds its headings. O(length of the text).
  public init(_ text: DocumentText) {
    self.text = text
    folded = FoldedText(text.scalars)
    sections = SectionSearch(text: text, headings: Headings(text))
  }

  /// The result of looking for an anchor from another version of the document.
  public enum Outcome: Sendable, Equatable {
    /// Found here, with the present similarity of the most similar other place; see ``Note/rivalSimilarity``.
    case found(Anchor, rivalSimilarity: Double)
    /// Not there, or not for certain.
    case orphaned
  }

  /// Looks for an anchor's quote: where it was, and everywhere else. O(length of the text / 10), and more for each
  /// place that has the quote's words.
  ///
  /// The anchor that is found has the document's present text, which may differ from the quote in white space,
  /// in how letters with marks are put together, and in typography: round and straight quotes, long and short dashes.
  public func find(_ anchor: Anchor, rivalSimilarity: Double?) -> Outcome {
    guard let sought = SoughtQuote(anchor.quote) else { return .orphaned }
    let (found, areCompared) = sought.occurrences(in: folded)
    let chosen = AnchorRules.choose(
      found, of: sought, rival: rivalSimilarity, areCompared: areCompared,
      isFormer: { range(of: sought, at: $0, quoting: anchor.quote.exact).lowerBound == anchor.start })
    let kept = chosen.flatMap { isInItsLine($0, of: sought, anchor, found, rivalSimilarity) ? $0 : nil }
    guard let chosen = kept ?? section(of: anchor, sought, found, areCompared),
      let (anchor, rival) = self.anchor(range(of: sought, at: found[chosen], quoting: anchor.quote.exact))
    else { return .orphaned }
    return .found(anchor, rivalSimilarity: rival)
  }

  /// Whether nothing in the place's own line contradicts it. In a list whose entries were moved, added or removed, the
  /// surroundings of a wrong entry may be more similar to the kept ones than those of the right entry.
  private func isInItsLine(
    _ chosen: Int, of sought: SoughtQuote, _ anchor: Anchor, _ found: [Occurrence], _ rival: Double?
  ) -> Bool {
    guard !found[chosen].isPerfect else { return true }
    let kept = LineSides(of: anchor.quote)
    func sides(_ place: Occurrence) -> LineSides {
      sections.sides(of: range(of: sought, at: place, quoting: anchor.quote.exact))
    }
    let isEntry = kept.areOfEntry(around: anchor.quote.exact)
    if found.count == 1, rival == 0 {
      let place = found[chosen].place
      return !isEntry || sought.count >= AnchorRules.mediumCount
        || kept.areAlike(
          around: place..<(place + sought.count), in: folded, inLine: sides(found[chosen]))
    }
    if kept.agree(with: sides(found[chosen])) { return true }
    return !isEntry && !found.contains { kept.agree(with: sides($0)) }
  }

  /// The place that the headings around it distinguish from the others.
  private func section(
    of anchor: Anchor, _ sought: SoughtQuote, _ found: [Occurrence], _ areCompared: Bool
  ) -> Int? {
    guard areCompared, !anchor.headings.isEmpty else { return nil }
    return sections.place(
      of: anchor, isRepetitive: sought.isMadeOfRepetition,
      among: found.map { folded.source($0.place..<($0.place + sought.count)) })
  }

  /// Whether the words are where the anchor says; white space counts once.
  public func isThere(_ anchor: Anchor) -> Bool {
    guard anchor.start >= 0, anchor.start < anchor.end, anchor.end <= text.count else { return false }
    let there = text.scalars[anchor.start..<anchor.end]
    return there.elementsEqual(anchor.quote.exact.unicodeScalars.map(\.value))
      || FoldedText(there).trimmed == FoldedText(anchor.quote.exact).trimmed
  }

  /// The anchor of a range, and its similarity to the most similar other place with the same words: 0 if there is none,
  /// and at least 0.7 if most of its pieces occur elsewhere. Nil outside of the text, and for a range of nothing but
  /// white space.
  public func anchor(_ range: Range<Int>) -> (anchor: Anchor, rivalSimilarity: Double)? {
    guard var anchor = text.anchor(range), let sought = SoughtQuote(anchor.quote) else { return nil }
    let (found, areCompared) = sought.occurrences(in: folded)
    guard areCompared else { return (anchor, found.count > 1 ? 1 : AnchorRules.uncomparedRival) }
    // Not this place itself: the one that begins within it.
    let own = found.firstIndex {
      self.range(of: sought, at: $0, quoting: anchor.quote.exact).overlaps(range) && $0.isPerfect
    }
    let rival = found.indices.filter { $0 != own }.map { found[$0].most }.max() ?? 0
    if found.count > 1 {
      anchor.headings = sections.headings(
        around: range, of: anchor.quote,
        among: found.map { folded.source($0.place..<($0.place + sought.count)) })
    }
    return (
      anchor,
      rival < AnchorRules.piecesRival && sought.isOfPieces(in: folded) ? AnchorRules.piecesRival : rival
    )
  }

  /// The places of a quote that somebody typed, compared as in `FoldedText`: white space may have any kind and length,
  /// and quotes and dashes any form. In order; O(length).
  public func places(of text: String, countMax: Int = .max) -> [Range<Int>] {
    let sought = FoldedText(text).trimmed
    return folded.places(of: sought, countMax: countMax)
      .filter { !folded.isWithinOne($0) && !folded.isWithinOne($0 + sought.count) }
      .map { folded.source($0..<($0 + sought.count)) }
  }

  /// The range in the text, including the white space at the quote's ends if the text has it, too.
  private func range(of sought: SoughtQuote, at occurrence: Occurrence, quoting exact: String) -> Range<Int> {
    let scalars = exact.unicodeScalars.map(\.value)
    let bare = withinDashes(
      folded.source(occurrence.place..<(occurrence.place + sought.count)), of: sought, quoting: scalars)
    let before = scalars.prefix(while: FoldedText.isSpace).count
    let behind = scalars.reversed().prefix(while: FoldedText.isSpace).count
    let full = (bare.lowerBound - before)..<(bare.upperBound + behind)
    guard full.lowerBound >= 0, full.upperBound <= text.count, text.scalars[full].elementsEqual(scalars)
    else {
      return bare
    }
    return full
  }
  /// The range without dashes at its ends that belong to the same sequence but are outside the quote.
  private func withinDashes(_ range: Range<Int>, of sought: SoughtQuote, quoting exact: [UInt32]) -> Range<
    Int
  > {
    func isDash(_ value: UInt32) -> Bool { Typography.folded(value) == Typography.dash }
    let there = text.scalars[range]
    guard sought.startsWithinDashes || sought.endsWithinDashes, !there.allSatisfy(isDash) else {
      return range
    }
    var (before, behind) = (0, 0)
    if sought.startsWithinDashes {
      before = max(0, there.prefix(while: isDash).count - exact.prefix(while: isDash).count)
    }
    if sought.endsWithinDashes {
      behind = max(
        0, there.reversed().prefix(while: isDash).count - exact.reversed().prefix(while: isDash).count)
    }
    return (range.lowerBound + before)..<(range.upperBound - behind)
  }
}

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
