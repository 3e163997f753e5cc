/// A quote in the form for searching: folded, with its surroundings.
struct SoughtQuote {
  /// Prefix, quote and suffix, folded as one text: white space at a seam counts once.
  private let whole: FoldedText
  /// The quote in it, without white space at its ends.
  private let range: Range<Int>
  private let before: EditPattern
  private let behind: EditPattern
  /// Whether the quote began or ended within a word; nil if the text there is unknown.
  private let startsWithinWord: Bool?
  private let endsWithinWord: Bool?
  /// Whether the quote begins or ends within a sequence of dashes, which is compared as one dash.
  let startsWithinDashes: Bool
  let endsWithinDashes: Bool

  /// How much longer than the kept surroundings the text may be in which they are searched for.
  private static let slackCount = 32

  /// Nil for a quote of nothing but white space.
  init?(_ quote: Quote) {
    // The text kept beyond this, up to a heading, is for ``SectionSearch``.
    let width = Quote.surroundingsCount
    let prefix = quote.prefix.unicodeScalars.suffix(width).map(\.value)
    let exact = quote.exact.unicodeScalars.map(\.value)
    whole = FoldedText(prefix + exact + quote.suffix.unicodeScalars.prefix(width).map(\.value))
    var start = whole.index(atSource: prefix.count)
    var end = whole.index(atSource: prefix.count + exact.count)
    startsWithinDashes = Self.isDash(prefix.last) && Self.isDash(exact.first)
    endsWithinDashes = Self.isDash(exact.last) && Self.isDash(quote.suffix.unicodeScalars.first?.value)
    // The run's dash was folded where the run begins.
    if startsWithinDashes, start > 0, whole.scalars[start - 1] == Typography.dash { start -= 1 }
    if start < end, whole.scalars[start] == FoldedText.space { start += 1 }
    if start < end, whole.scalars[end - 1] == FoldedText.space { end -= 1 }
    guard start < end else { return nil }
    range = start..<end
    before = EditPattern(whole.scalars[..<start].reversed())
    behind = EditPattern(whole.scalars[end...])
    startsWithinWord = start == 0 ? nil : WordBoundary.isWithin(whole.scalars, at: start)
    endsWithinWord = end == whole.count ? nil : WordBoundary.isWithin(whole.scalars, at: end)
  }

  private static func isDash(_ value: UInt32?) -> Bool {
    value.map(Typography.folded) == Typography.dash
  }

  var text: ArraySlice<UInt32> { whole.scalars[range] }
  var count: Int { range.count }
  /// With the surroundings, and where the quote is in them.
  var context: (scalars: [UInt32], quote: Range<Int>) { (whole.scalars, range) }
  /// The number of code points that support the place, if all of them are there.
  var evidenceCount: Int { whole.count }
  /// Of the surroundings, on either side.
  var prefixCount: Int { range.lowerBound }
  var suffixCount: Int { whole.count - range.upperBound }

  /// Whether the quote itself consists of a few words that occur repeatedly.
  var isMadeOfRepetition: Bool { Self.isRepetitive(text) }

  /// Whether the quote, or the text on a side of it, consists of a few words that occur repeatedly, like rows of a
  /// table: then other rows may come to have the same words.
  var isRepetitive: Bool {
    Self.isRepetitive(text) || Self.isRepetitive(whole.scalars[..<range.lowerBound])
      || Self.isRepetitive(whole.scalars[range.upperBound...])
  }

  private static func isRepetitive(_ text: ArraySlice<UInt32>) -> Bool {
    let words = text.split { !WordBoundary.isLetter($0) }
    let distinct = Set(words).count
    return words.count >= wordCountMin && distinct < distinctMin && distinct * 2 <= words.count
  }

  private static let wordCountMin = 6
  private static let distinctMin = 16

  /// Whether most of a longer quote's pieces also occur elsewhere in the text, as in similar pages: other pieces may
  /// come to be combined in the same way.
  func isOfPieces(in text: FoldedText) -> Bool {
    guard count >= AnchorRules.mediumCount else { return false }
    let last = count - Self.pieceCount
    let number = min(Self.piecesMax, last / Self.pieceCount + 2)
    let repeated = (0..<number).count { index in
      let start = range.lowerBound + last * index / (number - 1)
      return text.places(of: whole.scalars[start..<(start + Self.pieceCount)], countMax: 2).count > 1
    }
    return repeated * 2 > number
  }

  private static let pieceCount = 16
  private static let piecesMax = 8

  /// The similarity of the better side, if it has enough text: near an end of the document there is little.
  func bestSide(_ place: Occurrence) -> Double {
    max(
      prefixCount >= Self.tellingCount ? place.prefix : 0, suffixCount >= Self.tellingCount ? place.suffix : 0
    )
  }

  private static let tellingCount = 16

  /// The places of the quote's words in a text, with their surroundings compared. Words that are only part of longer
  /// words do not count.
  ///
  /// - Parameter comparedMax: if there are more places, only complete equality counts, as `areCompared` says.
  func occurrences(in text: FoldedText, comparedMax: Int = 2000) -> (found: [Occurrence], areCompared: Bool) {
    let places = text.places(of: self.text).filter { isWhole(at: $0, in: text) }
    guard places.count <= comparedMax else {
      return (
        places.filter { isSame(at: $0, in: text) }.map {
          Occurrence(place: $0, prefix: 1, suffix: 1, isHeld: true)
        }, false
      )
    }
    return (places.map { occurrence(at: $0, in: text) }, true)
  }

  private func occurrence(at place: Int, in text: FoldedText) -> Occurrence {
    if isSame(at: place, in: text) { return Occurrence(place: place, prefix: 1, suffix: 1, isHeld: true) }
    let sides = sides(of: place..<(place + count), in: text)
    return Occurrence(
      place: place, prefix: sides.prefix, suffix: sides.suffix, isHeld: isHeld(at: place, in: text))
  }

  /// The similarity of a range's surroundings to the kept ones.
  func sides(of range: Range<Int>, in text: FoldedText) -> (prefix: Double, suffix: Double) {
    let reach = Quote.surroundingsCount + Self.slackCount
    let (start, end) = (range.lowerBound, range.upperBound)
    return (
      before.similarity(to: text.scalars[max(0, start - reach)..<start].reversed()),
      behind.similarity(to: text.scalars[end..<min(text.count, end + reach)])
    )
  }

  /// Whether the text next to the quote is unchanged on at least one side.
  private func isHeld(at place: Int, in text: FoldedText) -> Bool {
    let end = place + count
    let before = min(Self.holdCount, prefixCount)
    let behind = min(Self.holdCount, suffixCount)
    let own = whole.scalars
    return before == Self.holdCount && place >= before
      && text.scalars[(place - before)..<place].elementsEqual(
        own[(range.lowerBound - before)..<range.lowerBound])
      || behind == Self.holdCount && end + behind <= text.count
        && text.scalars[end..<(end + behind)].elementsEqual(
          own[range.upperBound..<(range.upperBound + behind)])
  }

  private static let holdCount = 6

  /// Whether all of the kept text is there.
  private func isSame(at place: Int, in text: FoldedText) -> Bool {
    let start = place - range.lowerBound
    return start >= 0 && start + whole.count <= text.count
      && text.scalars[start..<(start + whole.count)].elementsEqual(whole.scalars)
  }

  private func isWhole(at place: Int, in text: FoldedText) -> Bool {
    if text.isWithinOne(place) || text.isWithinOne(place + count) { return false }
    if let startsWithinWord, WordBoundary.isWithin(text.scalars, at: place) != startsWithinWord {
      return false
    }
    if let endsWithinWord, WordBoundary.isWithin(text.scalars, at: place + count) != endsWithinWord {
      return false
    }
    return true
  }
}

/// A place with a quote's words, in the folded text.
struct Occurrence: Sendable {
  var place: Int
  /// The similarity of the surroundings to the kept ones, from 0 to 1.
  var prefix: Double
  var suffix: Double
  /// Whether the text next to the quote is unchanged on at least one side.
  var isHeld: Bool

  var isPerfect: Bool { prefix == 1 && suffix == 1 }
  var least: Double { min(prefix, suffix) }
  var most: Double { max(prefix, suffix) }
}

/// Where words begin and end, in scripts that set them apart.
enum WordBoundary {
  /// Whether a word continues from the code point before a place to the one at it.
  static func isWithin(_ scalars: [UInt32], at place: Int) -> Bool {
    guard place > 0, place < scalars.count else { return false }
    return isLetter(scalars[place - 1]) && isLetter(scalars[place])
  }

  /// Ideographs, and the scripts after them in Unicode, are written without spaces: they have no word boundaries.
  private static let firstUnspaced: UInt32 = 0x2E80

  static func isLetter(_ value: UInt32) -> Bool {
    if value < 0x80 {
      return (0x61...0x7A).contains(value) || (0x41...0x5A).contains(value) || (0x30...0x39).contains(value)
    }
    guard value < firstUnspaced, let scalar = Unicode.Scalar(value) else { return false }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
