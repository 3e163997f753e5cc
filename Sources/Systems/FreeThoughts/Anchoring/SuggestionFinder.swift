import Daybook

/// A place that may be the one an orphaned note is about. Only its reader can decide.
public struct AnchorSuggestion: Sendable, Hashable {
  /// The anchor with the document's present text.
  public var anchor: Anchor
  /// Its similarity to the quote, from 0 to 1: words and surroundings together, with the words counted twice.
  public var similarity: Double

  /// Creates a suggestion from its parts; ``SuggestionFinder`` finds those in a document.
  public init(anchor: Anchor, similarity: Double) {
    (self.anchor, self.similarity) = (anchor, similarity)
  }
}

/// Finds the places in one document's text that orphaned notes may be about. Creating it costs O(words of the text).
public struct SuggestionFinder: Sendable {
  private let finder: AnchorFinder
  private let words: WordIndex

  /// Indexes the words of the finder's text. O(words of the text).
  public init(_ finder: AnchorFinder) {
    self.finder = finder
    words = WordIndex(finder.folded.scalars)
  }

  /// Places that are similar to a quote and its surroundings, the most similar first: the same words if it is not
  /// certain that they are meant, and similar words, found by common words and by the surroundings. O(length of the
  /// text / 10).
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

  /// Below this, texts are not similar.
  private static let similarityMin = 0.4
  private static let comparedMax = 2000
}

extension SoughtQuote {
  /// The similarity to a whole range of a text: the words count twice, each side of the surroundings once. Nil for an
  /// empty range.
  func similarity(to range: Range<Int>, in text: FoldedText) -> Double? {
    guard !range.isEmpty else { return nil }
    let sides = sides(of: range, in: text)
    return (2 * TextLikeness.of(self.text, text.scalars[range]) + sides.prefix + sides.suffix) / 4
  }
}
