/// Finds quotes in one document's text, again or for the first time. What it costs to make, O(length of the text), is
/// spent once for all notes on the document.
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

  /// What was found of an anchor that was made in another version of the document.
  public enum Outcome: Sendable, Equatable {
    /// Here, and what is now to be known of other such places; see ``Note/rivalSimilarity``.
    case found(Anchor, rivalSimilarity: Double)
    /// Not there, or not for certain.
    case orphaned
  }

  /// Looks for an anchor's quote: where it was, and everywhere else. O(length of the text / 10), and more for each
  /// place where the quote's words stand.
  ///
  /// The anchor that is found says what the document says now; that may differ from what was quoted in white space,
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

  /// Whether nothing speaks against a place in its own line. In a list whose entries changed places, came or went, what
  /// stands around an entry may be more like what was kept than the right one's surroundings are.
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

  /// The place that the headings around it tell from the others.
  private func section(
    of anchor: Anchor, _ sought: SoughtQuote, _ found: [Occurrence], _ areCompared: Bool
  ) -> Int? {
    guard areCompared, !anchor.headings.isEmpty else { return nil }
    return sections.place(
      of: anchor, isRepetitive: sought.isMadeOfRepetition,
      among: found.map { folded.source($0.place..<($0.place + sought.count)) })
  }

  /// Whether the words stand where the anchor says; white space counts once.
  public func isThere(_ anchor: Anchor) -> Bool {
    guard anchor.start >= 0, anchor.start < anchor.end, anchor.end <= text.count else { return false }
    let there = text.scalars[anchor.start..<anchor.end]
    return there.elementsEqual(anchor.quote.exact.unicodeScalars.map(\.value))
      || FoldedText(there).trimmed == FoldedText(anchor.quote.exact).trimmed
  }

  /// The anchor of a range, and how much the likest other place with the same words resembles it: 0 where there is
  /// none, and at least 0.7 where most of its pieces stand elsewhere. Nil outside of the text, and for a range of nothing but white space.
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

  /// Where a quote stands that somebody typed, compared as `FoldedText` says: white space of any kind and length will
  /// do, and quotes and dashes of any form. In order; O(length).
  public func places(of text: String, countMax: Int = .max) -> [Range<Int>] {
    let sought = FoldedText(text).trimmed
    return folded.places(of: sought, countMax: countMax)
      .filter { !folded.isWithinOne($0) && !folded.isWithinOne($0 + sought.count) }
      .map { folded.source($0..<($0 + sought.count)) }
  }

  /// In the text, with the white space that the quote has at its ends where it is there, too.
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
  /// Without the dashes at its ends that stand before or behind the quote in the same run.
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
