/// The languages whose endings are known, and how to recognize the language of a text.
package enum TextLanguage: UInt8, CaseIterable, Sendable {
  case english, german, french, spanish

  /// The languages for which a folded word (``TermText``) is evidence: a bit for each, by the raw values.
  static func votes(_ word: String) -> UInt8 { votesByWord[word] ?? 0 }

  /// The language with the most evidence; nil for none, or for several that have as much.
  ///
  /// - Parameter counts: how many words speak for each, by the raw values.
  static func most(_ counts: [UInt32]) -> TextLanguage? {
    var best: TextLanguage?
    var isTied = false
    for language in allCases where counts[Int(language.rawValue)] > 0 {
      let count = counts[Int(language.rawValue)]
      let most = best.map { counts[Int($0.rawValue)] } ?? 0
      if count > most {
        (best, isTied) = (language, false)
      } else if count == most {
        isTied = true
      }
    }
    return isTied ? nil : best
  }

  private static let votesByWord: [String: UInt8] = {
    var votes: [String: UInt8] = [:]
    for (language, words) in words {
      for word in words.split(whereSeparator: \.isWhitespace) {
        votes[String(word), default: 0] |= 1 << language.rawValue
      }
    }
    return votes
  }()

  /// The joining words of each language, folded. Some belong to several languages; then the other words decide.
  private static let words: [(TextLanguage, String)] = [
    (
      .english,
      """
      the and of to in is it that was for with as he be on his at by had not are but from or have an they which were
      their has this you one we she will would there been if can about who what when how my your our i
      """
    ),
    (
      .german,
      """
      der die das und ist nicht ein eine einer eines einem einen zu den dem des mit von sich auf fur im als auch
      werden wird durch oder aus kann er sie wir ich ihr nach bei uber um wie noch nur mir dir uns am zum zur hat war sind
      """
    ),
    (
      .french,
      """
      le la les et est un une des du que qui dans pour pas sur avec au aux ce cette il elle par sont plus nous vous
      je mais ou leur ses son sa
      """
    ),
    (
      .spanish,
      """
      el la los las y de que es en un una por con para no se del al lo su como mas pero sus le ha este esta son
      cuando donde muy
      """
    ),
  ]
}
