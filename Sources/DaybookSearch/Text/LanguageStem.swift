/// The common stem of a word's forms, by the rules of its language. Light rules, like J. Savoy's (Light Stemming
/// Approaches for the French, Portuguese, German and Hungarian Languages, 2006): they remove the inflections of nouns
/// and adjectives, and a few endings that form nouns.
package enum LanguageStem {
  /// The version of the rules, and of the words that identify a language: an index made with other rules is made again.
  package static let rules = "stems 1"

  /// Never empty, and with the word's first byte.
  ///
  /// - Parameter word: folded (``TermText``), so without accents.
  package static func stem(_ word: String, _ language: TextLanguage) -> String {
    if language == .english { return WordStem.stem(word) }
    let letters = Array(word.utf8)
    guard letters.count > 3, letters.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else {
      return word
    }
    var stem = Stem(letters: letters)
    switch language {
    case .german: stem.takeOffGerman()
    case .french: stem.takeOffFrench()
    case .spanish: stem.takeOffSpanish()
    case .english: break
    }
    return String(decoding: stem.letters, as: UTF8.self)
  }

  private struct Stem {
    var letters: [UInt8]

    /// Removes an ending, if enough is left.
    @discardableResult
    mutating func takeOff(_ ending: String, leaving leftMin: Int, after: String = "") -> Bool {
      let count = ending.utf8.count
      let left = letters.count - count
      guard left >= leftMin, letters.suffix(count).elementsEqual(ending.utf8) else { return false }
      if !after.isEmpty, !after.utf8.contains(letters[left - 1]) { return false }
      letters.removeLast(count)
      return true
    }

    /// The first of several that fits.
    @discardableResult
    mutating func takeOffOne(of endings: [String], leaving leftMin: Int) -> Bool {
      for ending in endings where takeOff(ending, leaving: leftMin) { return true }
      return false
    }

    mutating func takeOffGerman() {
      if !takeOff("ern", leaving: 3), !takeOffOne(of: ["em", "en", "er", "es"], leaving: 3),
        !takeOff("e", leaving: 3)
      {
        takeOff("s", leaving: 3, after: "bdfghklmnt")
      }
      if !takeOff("est", leaving: 3), !takeOffOne(of: ["er", "en"], leaving: 3) {
        takeOff("st", leaving: 4, after: "bdfghklmnt")
      }
      takeOffOne(of: ["ung", "heit", "keit", "lich", "isch", "ig"], leaving: 4)
    }

    mutating func takeOffFrench() {
      takeOffOne(of: ["s", "x"], leaving: 3)
      if !takeOffOne(of: ["issement", "ement", "ation", "euse", "eus", "eux", "eur", "ite"], leaving: 4),
        !takeOffOne(of: ["er", "ez", "ee"], leaving: 3)
      {
        takeOff("e", leaving: 3)
      }
      if letters.count > 3, letters[letters.count - 1] == letters[letters.count - 2] { letters.removeLast() }
    }

    mutating func takeOffSpanish() {
      if takeOffOne(of: ["aciones", "acion", "mente"], leaving: 4) { return }
      if !takeOff("es", leaving: 3) { _ = takeOff("s", leaving: 3) }
      takeOffOne(of: ["a", "o", "e"], leaving: 3)
    }
  }
}
