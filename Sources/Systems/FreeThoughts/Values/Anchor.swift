/// A piece of a text, quoted so that it can be found again after the text was edited.
public struct Quote: Sendable, Hashable {
  /// The piece itself, as it was selected.
  public var exact: String
  /// The text before it, up to ``surroundingsCount`` code points; empty at the beginning of the text.
  public var prefix: String
  /// The text after it, up to ``surroundingsCount`` code points; empty at the end of the text.
  public var suffix: String

  /// How many code points of the surroundings are kept on either side: as many as one machine word has bits, which
  /// makes comparing them cheap.
  public static let surroundingsCount = 64

  /// Uses the texts as they are; ``DocumentText/anchor(_:)`` cuts the surroundings to their length.
  public init(exact: String, prefix: String = "", suffix: String = "") {
    (self.exact, self.prefix, self.suffix) = (exact, prefix, suffix)
  }
}

/// A piece of a document: its place and its text.
public struct Anchor: Sendable, Hashable {
  /// In Unicode code points of the document's text, from 0.
  public var start: Int
  /// After the last code point.
  public var end: Int
  /// The page on which it begins, from 1; of PDF documents only.
  public var page: Int?
  /// The document's text there, with its surroundings.
  public var quote: Quote
  /// The heading above the piece and the one below it, if they distinguish it from the same words under other headings.
  public var headings: [String]

  /// Uses positions and texts as they are; ``AnchorFinder/anchor(_:)`` makes the anchor of a range of a document.
  public init(start: Int, end: Int, page: Int? = nil, quote: Quote, headings: [String] = []) {
    (self.start, self.end, self.page, self.quote) = (start, end, page, quote)
    self.headings = headings
  }
}

extension Note {
  /// The piece that the note is about.
  public var anchor: Anchor {
    get {
      Anchor(
        start: anchorStart, end: anchorEnd, page: anchorPage,
        quote: Quote(exact: selectedText, prefix: prefix, suffix: suffix), headings: headings ?? [])
    }
    set {
      (anchorStart, anchorEnd, anchorPage) = (newValue.start, newValue.end, newValue.page)
      (selectedText, prefix, suffix) = (newValue.quote.exact, newValue.quote.prefix, newValue.quote.suffix)
      headings = newValue.headings.isEmpty ? nil : newValue.headings
    }
  }
}
