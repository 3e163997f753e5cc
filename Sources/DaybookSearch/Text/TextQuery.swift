package import DaybookModel

/// A search query: words, and phrases in quotes.
///
///     budget "quarterly report" proj*
///
/// A word that ends in `*`, and the last word, also matches the beginning of a word. A word that the index divides into
/// several (`ann@example.org`) is a phrase.
public struct TextQuery: Sendable, Equatable {
  package struct Unit: Sendable, Equatable {
    /// The terms as the index holds them; several form a phrase.
    package var terms: [[UInt8]]
    /// Whether the last of them may be the beginning of a word.
    package var isPrefix = false
    /// Whether a whole word is a better match than one that only begins so.
    package var prefersWhole = false
    /// For a question: by term, the forms in which an index of stems may hold it. Empty for the words as they are.
    package var stems: [[[UInt8]]] = []
    /// How significant the word is for the query, up to 1.
    package var weight = 1.0
  }

  package var units: [Unit] = []

  /// More are refused; each costs a pass over its postings.
  package static let unitCountMax = 64
  /// The minimum length of the last word to match as a beginning: shorter ones would find nearly everything.
  private static let openBytesMin = 3

  /// - Throws: with code `usage` if it has no word, or too many.
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
        .usage, "there is no word to search for", advice: "give words of letters or digits, or a \"phrase\"")
    }
    guard units.count <= Self.unitCountMax else {
      throw LedgerError(
        .usage, "\(units.count) words are too many to search for: at most \(Self.unitCountMax)")
    }
  }

  /// Whether the query has a text in quotes, which a hit must contain as it is.
  public static func hasPhrase(_ text: String) -> Bool { pieces(text).contains { $0.isQuoted } }

  /// A question: each word matches all of its forms, and words that only join others count little. Text in quotes must
  /// match as it is.
  ///
  /// - Throws: as ``init(_:)``.
  package init(question text: String) throws(LedgerError) {
    try self.init(text)
    for place in units.indices {
      units[place].isPrefix = units[place].isPrefix && !units[place].prefersWhole
      units[place].prefersWhole = false
      units[place].stems = units[place].terms.map { term in
        let word = String(decoding: term, as: UTF8.self)
        return TextLanguage.allCases.map { StemTerm.bytes(word, $0) }
      }
      guard units[place].terms.count == 1 else { continue }
      let word = String(decoding: units[place].terms[0], as: UTF8.self)
      units[place].weight = max(CommonWords.weight(word), Self.joiningWeight)
    }
    // The last word, which may be incomplete, may be the beginning of an earlier one.
    units = units.reduce(into: []) { units, unit in if !units.contains(unit) { units.append(unit) } }
    // If a question has only such words, they count fully.
    if !units.contains(where: { $0.isTelling }) { for place in units.indices { units[place].weight = 1 } }
  }

  /// The weight of a word that only joins others: a word of one language may be the `the` of another.
  private static let joiningWeight = 0.15

  private struct Piece {
    var text: String
    var isQuoted: Bool
    var isStarred: Bool
  }

  /// An unclosed quote extends to the end.
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

extension TextQuery.Unit {
  /// Whether it is a significant word of the query: a hit must have at least one.
  package var isTelling: Bool { weight > 0.2 }

  /// Whether a word of a text is a form of the unit's, which is a single word of a question.
  func isForm(_ word: [UInt8]) -> Bool {
    let term = terms[0]
    if word == term { return true }
    if isPrefix { return word.starts(with: term) }
    // No rule leaves less of a word.
    guard term.count > 3, word.count > 3, word[0..<3] == term[0..<3] else { return false }
    let text = String(decoding: word, as: UTF8.self)
    return TextLanguage.allCases.contains { StemTerm.bytes(text, $0) == stems[0][Int($0.rawValue)] }
  }
}
