/// A term of an index of stems: the stem with its language before it, so that a word is compared with texts of the
/// language whose rules it was cut by.
package enum StemTerm {
  /// Less than any byte of a word.
  static func mark(_ language: TextLanguage) -> UInt8 { 1 + language.rawValue }

  static func bytes(_ word: String, _ language: TextLanguage) -> [UInt8] {
    [mark(language)] + Array(LanguageStem.stem(word, language).utf8)
  }
}

/// The words found while an index of stems is made, with the stems of each, which are computed once.
struct StemTable {
  private var words = TermTable()
  /// By word, the languages for which it is evidence.
  private var votes: [UInt8] = []
  /// By word and language: the stem's term plus 1; 0 if it was not needed yet.
  private var terms: [UInt32] = []

  private static let languageCount = TextLanguage.allCases.count

  mutating func number(of word: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let number = words.number(of: word)
    if Int(number) == votes.count {
      votes.append(TextLanguage.votes(String(decoding: word, as: UTF8.self)))
      terms.append(contentsOf: repeatElement(0, count: Self.languageCount))
    }
    return number
  }

  /// The language that these words are of; nil if they do not show it.
  func language(of words: [UInt32]) -> TextLanguage? {
    var counts = [UInt32](repeating: 0, count: Self.languageCount)
    for word in words where votes[Int(word)] != 0 {
      for language in 0..<Self.languageCount where votes[Int(word)] & 1 << UInt8(language) != 0 {
        counts[language] += 1
      }
    }
    return TextLanguage.most(counts)
  }

  /// The number that the stem of a word has among an index's terms.
  mutating func term(of word: UInt32, _ language: TextLanguage, in table: inout TermTable) -> UInt32 {
    let place = Int(word) * Self.languageCount + Int(language.rawValue)
    if terms[place] > 0 { return terms[place] - 1 }
    let text = String(decoding: words.term(Int(word)), as: UTF8.self)
    let term = StemTerm.bytes(text, language).withUnsafeBufferPointer { table.number(of: $0) }
    terms[place] = term + 1
    return term
  }
}
