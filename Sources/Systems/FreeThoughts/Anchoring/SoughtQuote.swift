/// A quote as it is looked for: folded, with its surroundings.
struct SoughtQuote {
  /// Prefix, quote and suffix, folded as one text: white space at a seam counts once.
  private let whole: FoldedText
  /// The quote in it, without white space at its ends.
  private let range: Range<Int>
  private let before: EditPattern
  private let behind: EditPattern
  /// Whether the text went on within a word on either side; nil where nobody says what stood there.
  private let startsWithinWord: Bool?
  private let endsWithinWord: Bool?
  /// Whether the quote begins or ends amid a run of dashes, which is compared as one.
  let startsWithinDashes: Bool
  let endsWithinDashes: Bool

  /// How much longer than the surroundings that were kept a text may be in which they are found again.
  private static let slackCount = 32

  /// Nil for a quote of nothing but white space.
  init?(_ quote: Quote) {
    // What is kept beyond, up to a heading, is for ``SectionSearch``.
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
  /// How many code points speak for the place, if all of them are there.
  var evidenceCount: Int { whole.count }
  /// Of the surroundings, on either side.
  var prefixCount: Int { range.lowerBound }
  var suffixCount: Int { whole.count - range.upperBound }

  /// Whether the quote itself is made of few words that come again and again.
  var isMadeOfRepetition: Bool { Self.isRepetitive(text) }

  /// Whether the quote, or what stood on a side of it, is made of few words that come again and again, as rows of a
  /// table are: then other rows may come to say the same.
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

  /// Whether most of a longer quote's pieces stand elsewhere in the text, too, as where pages say the same: other pieces
  /// may come to stand together as these do.
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

  /// The likeness of the better side, of those that say enough: next to an end of the document there is little.
  func bestSide(_ place: Occurrence) -> Double {
    max(
      prefixCount >= Self.tellingCount ? place.prefix : 0, suffixCount >= Self.tellingCount ? place.suffix : 0
    )
  }

  private static let tellingCount = 16

  /// Where the quote's words stand in a text, compared by what surrounds them. Words that are there as a part of
  /// longer words only are not meant.
  ///
  /// - Parameter comparedMax: where there are more, only whole equality is looked for, as `areCompared` says.
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

  /// How like what surrounds a range of a text is to what was kept.
  func sides(of range: Range<Int>, in text: FoldedText) -> (prefix: Double, suffix: Double) {
    let reach = Quote.surroundingsCount + Self.slackCount
    let (start, end) = (range.lowerBound, range.upperBound)
    return (
      before.similarity(to: text.scalars[max(0, start - reach)..<start].reversed()),
      behind.similarity(to: text.scalars[end..<min(text.count, end + reach)])
    )
  }

  /// Whether at least on one side what is next to the quote is what was.
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

  /// Whether all that was kept stands there.
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

/// A place where a quote's words stand, in the folded text.
struct Occurrence: Sendable {
  var place: Int
  /// How like the surroundings are to those that were kept, from 0 to 1.
  var prefix: Double
  var suffix: Double
  /// What is next to the quote is what was, on one side at least.
  var isHeld: Bool

  var isPerfect: Bool { prefix == 1 && suffix == 1 }
  var least: Double { min(prefix, suffix) }
  var most: Double { max(prefix, suffix) }
}

/// Where words begin and end, in scripts that set them apart.
enum WordBoundary {
  /// Whether a word goes on from the code point before a place to the one at it.
  static func isWithin(_ scalars: [UInt32], at place: Int) -> Bool {
    guard place > 0, place < scalars.count else { return false }
    return isLetter(scalars[place - 1]) && isLetter(scalars[place])
  }

  /// Ideographs and what follows them in Unicode stand beside one another with no space: they bound nothing.
  private static let firstUnspaced: UInt32 = 0x2E80

  static func isLetter(_ value: UInt32) -> Bool {
    if value < 0x80 {
      return (0x61...0x7A).contains(value) || (0x41...0x5A).contains(value) || (0x30...0x39).contains(value)
    }
    guard value < firstUnspaced, let scalar = Unicode.Scalar(value) else { return false }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
