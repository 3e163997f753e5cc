import Daybook

/// A place that may be the one an orphaned note is about. Nobody but its reader can say.
public struct AnchorSuggestion: Sendable, Hashable {
  /// What the document says there now.
  public var anchor: Anchor
  /// How like it is to what was quoted, from 0 to 1: words and surroundings together, the words counting twice.
  public var similarity: Double

  /// Makes a suggestion as it is given; ``SuggestionFinder`` makes those of a document.
  public init(anchor: Anchor, similarity: Double) {
    (self.anchor, self.similarity) = (anchor, similarity)
  }
}

/// Finds what may be meant by orphaned notes in one document's text. It costs O(words of the text) to make.
public struct SuggestionFinder: Sendable {
  private let finder: AnchorFinder
  private let words: WordIndex

  /// Indexes the words of the finder's text. O(words of the text).
  public init(_ finder: AnchorFinder) {
    self.finder = finder
    words = WordIndex(finder.folded.scalars)
  }

  /// Places that are like a quote and its surroundings, the likest first: the same words where they are not certain to
  /// be meant, and words like them, found by those that they have in common and by what stands around.
  /// O(length of the text / 10).
  public func suggestions(for quote: Quote, countMax: Int = 3) -> [AnchorSuggestion] {
    guard let sought = SoughtQuote(quote) else { return [] }
    let (text, folded) = (finder.text, finder.folded)
    var found: [AnchorSuggestion] = []
    let (occurrences, _) = sought.occurrences(in: folded, comparedMax: Self.comparedMax)
    for occurrence in occurrences.sorted(by: { $0.prefix + $0.suffix > $1.prefix + $1.suffix }).prefix(
      countMax)
    {
      let place = folded.source(occurrence.place..<(occurrence.place + sought.count))
      guard let anchor = text.anchor(place) else { continue }
      found.append(
        AnchorSuggestion(anchor: anchor, similarity: (2 + occurrence.prefix + occurrence.suffix) / 4))
    }
    for range in WordAlignment(sought).places(in: words, of: folded, countMax: countMax * 2) {
      guard let similarity = sought.similarity(to: range, in: folded), similarity >= Self.similarityMin,
        let anchor = text.anchor(folded.source(range)),
        !found.contains(where: { $0.anchor.start < anchor.end && anchor.start < $0.anchor.end })
      else { continue }
      found.append(AnchorSuggestion(anchor: anchor, similarity: similarity))
    }
    found.sort { ($1.similarity, $0.anchor.start) < ($0.similarity, $1.anchor.start) }
    return Array(found.prefix(countMax))
  }

  /// Less alike is unlike.
  private static let similarityMin = 0.4
  private static let comparedMax = 2000
}

extension SoughtQuote {
  /// Of a range of a text as a whole: the words count twice, each side of the surroundings once. Nil for an empty range.
  func similarity(to range: Range<Int>, in text: FoldedText) -> Double? {
    guard !range.isEmpty else { return nil }
    let sides = sides(of: range, in: text)
    return (2 * TextLikeness.of(self.text, text.scalars[range]) + sides.prefix + sides.suffix) / 4
  }
}
