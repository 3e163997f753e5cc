import Daybook

/// Word lists, prepared for one pass over a text.
///
/// A phrase is one word or several consecutive words, in lower case; a word that ends in `*` stands for every word that
/// begins so, which German compounds need: `hochzeit*` is a Hochzeitsfeier too.
struct SignalRules: Sendable {
  struct Match {
    var kind: SignalKind
    var confidence: Double
    /// The phrase as the text has it, in lower case.
    var word: String
  }

  private struct Phrase {
    /// What must follow the first word.
    var rest: [Word]
    var kind: SignalKind
    var confidence: Double
  }

  private struct Word {
    var text: String
    var isStem: Bool

    init(_ text: Substring) {
      isStem = text.hasSuffix("*")
      self.text = String(isStem ? text.dropLast() : text)
    }

    func matches(_ word: String) -> Bool { isStem ? word.hasPrefix(text) : word == text }
  }

  /// By their first word.
  private var words: [String: [Phrase]] = [:]
  private var stems: [String: [Phrase]] = [:]
  /// How long a stem may be, in characters.
  private var stemLengths: [Int] = []

  /// How much of a text is read: the important part is at its beginning, and mails end with quoted text.
  static let textBytesMax = 16 << 10

  init(_ lists: [SignalWords]) {
    for list in lists {
      for phrase in list.phrases {
        let parts = phrase.split(separator: " ").map { Word($0) }
        guard let first = parts.first else { continue }
        let entry = Phrase(rest: Array(parts.dropFirst()), kind: list.kind, confidence: list.confidence)
        if first.isStem {
          stems[first.text, default: []].append(entry)
        } else {
          words[first.text, default: []].append(entry)
        }
      }
    }
    stemLengths = Set(stems.keys.map(\.count)).sorted()
  }

  /// Visits each place of a phrase, in the text's order.
  func forEachMatch(in text: String, _ body: (Match) -> Void) {
    guard !text.isEmpty else { return }
    let found = Self.words(of: text)
    for place in found.indices {
      if let phrases = words[found[place]] { match(phrases, found, place, body) }
      for length in stemLengths {
        // Shorter words have already been looked up in all their lengths.
        guard
          let end = found[place].index(
            found[place].startIndex, offsetBy: length, limitedBy: found[place].endIndex)
        else { break }
        if let phrases = stems[String(found[place][..<end])] { match(phrases, found, place, body) }
      }
    }
  }

  private func match(_ phrases: [Phrase], _ found: [String], _ place: Int, _ body: (Match) -> Void) {
    for phrase in phrases {
      let end = place + 1 + phrase.rest.count
      guard end <= found.count,
        zip(phrase.rest, found[(place + 1)..<end]).allSatisfy({ $0.matches($1) })
      else { continue }
      body(
        Match(
          kind: phrase.kind, confidence: phrase.confidence,
          word: found[place..<end].joined(separator: " ")))
    }
  }

  /// Sequences of letters and digits, in lower case; an apostrophe is skipped, a hyphen separates words.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    let bounded =
      text.utf8.count <= textBytesMax ? text : String(decoding: text.utf8.prefix(textBytesMax), as: UTF8.self)
    for scalar in bounded.lowercased().unicodeScalars {
      if isLetter(scalar) {
        word.append(scalar)
      } else if scalar != "'" && scalar != "\u{2019}" {
        if !word.isEmpty { words.append(String(word)) }
        word = String.UnicodeScalarView()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) }
    return scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered
  }
}
