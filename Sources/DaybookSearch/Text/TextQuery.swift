package import DaybookModel

/// What somebody looks for: words, and phrases in quotes.
///
///     budget "quarterly report" proj*
///
/// A word that ends in `*`, and the last one of all, is also the beginning of a word. One that holds several as the
/// index cuts them (`ann@example.org`) is a phrase.
package struct TextQuery: Sendable, Equatable {
  package struct Unit: Sendable, Equatable {
    /// As the index holds them; several are a phrase.
    package var terms: [[UInt8]]
    /// Whether the last of them may be the beginning of a word.
    package var isPrefix = false
    /// Whether a whole word is better found than one that begins so.
    package var prefersWhole = false
  }

  package var units: [Unit] = []

  /// More are no question; each costs a pass over its postings.
  package static let unitCountMax = 64
  /// What the last word must have to be taken for a beginning: less would find nearly everything.
  private static let openBytesMin = 3

  /// - Throws: with code `usage` where there is no word in it, or there are too many.
  package init(_ text: String) throws(LedgerError) {
    let pieces = Self.pieces(text)
    for (place, piece) in pieces.enumerated() {
      let terms = TermText.terms(piece.text).map { Array($0.utf8) }
      guard let last = terms.last else { continue }
      var unit = Unit(terms: terms)
      if piece.isStarred {
        unit.isPrefix = true
      } else if !piece.isQuoted, place == pieces.count - 1, last.count >= Self.openBytesMin {
        (unit.isPrefix, unit.prefersWhole) = (true, true)
      }
      if !units.contains(unit) { units.append(unit) }
    }
    guard !units.isEmpty else {
      throw LedgerError(
        .usage, "there is no word to look for", advice: "give words of letters or digits, or a \"phrase\"")
    }
    guard units.count <= Self.unitCountMax else {
      throw LedgerError(
        .usage, "\(units.count) words are too many to look for: \(Self.unitCountMax) at most")
    }
  }

  private struct Piece {
    var text: String
    var isQuoted: Bool
    var isStarred: Bool
  }

  /// A quote that nobody closes reaches to the end.
  private static func pieces(_ text: String) -> [Piece] {
    var pieces: [Piece] = []
    var word = ""
    var isQuoted = false
    func end(_ quoted: Bool) {
      let isStarred = !quoted && word.last == "*"
      // A piece of signs alone is none.
      if !TermText.terms(word).isEmpty {
        pieces.append(Piece(text: word, isQuoted: quoted, isStarred: isStarred))
      }
      word = ""
    }
    for character in text {
      if character == "\"" || character == "\u{201c}" || character == "\u{201d}" || character == "\u{201e}" {
        end(isQuoted)
        isQuoted.toggle()
      } else if character.isWhitespace, !isQuoted {
        end(false)
      } else {
        word.append(character)
      }
    }
    end(isQuoted)
    return pieces
  }
}
