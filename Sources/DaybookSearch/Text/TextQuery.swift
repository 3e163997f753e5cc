package import DaybookModel

/// What somebody looks for: words, and phrases in quotes.
///
///     budget "quarterly report" proj*
///
/// A word that ends in `*`, and the last one of all, is also the beginning of a word. One that holds several as the
/// index cuts them (`ann@example.org`) is a phrase.
public struct TextQuery: Sendable, Equatable {
  package struct Unit: Sendable, Equatable {
    /// As the index holds them; several are a phrase.
    package var terms: [[UInt8]]
    /// Whether the last of them may be the beginning of a word.
    package var isPrefix = false
    /// Whether a whole word is better found than one that begins so.
    package var prefersWhole = false
    /// Of a question: by term the ways in which an index of stems may hold it. Empty for the words themselves.
    package var stems: [[[UInt8]]] = []
    /// How much the word says of what is asked for, up to 1.
    package var weight = 1.0
  }

  package var units: [Unit] = []

  /// More are refused; each costs a pass over its postings.
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
        .usage, "there is no word to search for", advice: "give words of letters or digits, or a \"phrase\"")
    }
    guard units.count <= Self.unitCountMax else {
      throw LedgerError(
        .usage, "\(units.count) words are too many to search for: at most \(Self.unitCountMax)")
    }
  }

  /// Whether something in quotes is looked for, which a hit must hold as it is.
  public static func hasPhrase(_ text: String) -> Bool { pieces(text).contains { $0.isQuoted } }

  /// A question: each word stands for all of its forms, and those that only join others count little. What is in
  /// quotes is looked for as it is.
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
    // The last word, which might only have begun, may be one that stands before it.
    units = units.reduce(into: []) { units, unit in if !units.contains(unit) { units.append(unit) } }
    // A question of nothing but such words is meant as it is.
    if !units.contains(where: { $0.isTelling }) { for place in units.indices { units[place].weight = 1 } }
  }

  /// Of a word that only joins others: a word of one language may be another's `the`.
  private static let joiningWeight = 0.15

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

extension TextQuery.Unit {
  /// Whether it says something of what is asked for: without such a word nothing is an answer.
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
