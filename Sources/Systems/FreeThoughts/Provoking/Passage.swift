/// A text in sentences and words, with the parts that a provocation may be about.
struct Passage {
  let sentences: [String]
  /// As they are written.
  let words: [String]

  init(_ text: String) {
    sentences = Self.sentences(text)
    words = sentences.flatMap { Self.words($0) }
  }

  static func words(_ text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’" || $0 == "-" || $0 == "%") }
      .map(String.init).filter { $0.contains { $0.isLetter || $0.isNumber } }
  }

  /// Ended by a mark with white space behind it, or by an empty line.
  private static func sentences(_ text: String) -> [String] {
    var sentences: [String] = []
    for block in text.split(separator: "\n\n") {
      var sentence = ""
      for word in block.split(whereSeparator: \.isWhitespace) {
        sentence += (sentence.isEmpty ? "" : " ") + word
        let bare = word.reversed().drop { "\"'”’)»*_".contains($0) }
        if let last = bare.first, ".!?…。".contains(last), word.count > 2 || last != "." {
          sentences.append(sentence)
          sentence = ""
        }
      }
      if !sentence.isEmpty { sentences.append(sentence) }
    }
    return sentences
  }

  /// The words of a list that the text has, in its order, each once, as they are written there.
  func words(in list: Set<String>) -> [String] { distinct(words.filter { list.contains($0.lowercased()) }) }

  /// Sentences that have one of these words, with the word.
  func sentences(with list: Set<String>) -> [(sentence: String, word: String)] {
    sentences.compactMap { sentence in
      Self.words(sentence).first { list.contains($0.lowercased()) }.map { (sentence, $0) }
    }
  }

  /// Numbers, with what they count.
  var numbers: [String] {
    distinct(
      words.indices.filter { words[$0].contains(where: \.isNumber) }.map { place in
        ([words[place]] + words.dropFirst(place + 1).prefix(1)).joined(separator: " ")
      })
  }

  /// Terms that a text uses without explanation: abbreviations and long words, the most frequent first.
  var terms: [String] {
    var counts: [String: Int] = [:]
    for word in words { counts[word.lowercased(), default: 0] += 1 }
    let named = distinct(words.filter { Self.isTerm($0) })
    let order = Dictionary(uniqueKeysWithValues: named.enumerated().map { ($1, $0) })
    return named.sorted {
      (counts[$1.lowercased()] ?? 0, order[$0] ?? 0) < (counts[$0.lowercased()] ?? 0, order[$1] ?? 0)
    }
  }

  private static func isTerm(_ word: String) -> Bool {
    let letters = word.filter(\.isLetter)
    if letters.count >= 2, letters.count <= 6, letters.allSatisfy(\.isUppercase) { return true }
    return letters.count >= 10 && !ProvokingWords.all.contains(word.lowercased())
  }

  /// The sentence with the most repeated words for its length.
  var core: String? {
    var counts: [String: Int] = [:]
    for word in words where word.count > 3 { counts[word.lowercased(), default: 0] += 1 }
    let weights = sentences.map { sentence -> Double in
      let own = Set(Self.words(sentence).map { $0.lowercased() })
      let weight = own.reduce(0) { $0 + (counts[$1] ?? 0) }
      return Double(weight) / Double(max(6, Self.words(sentence).count)).squareRoot()
    }
    // Of equal sentences, the first.
    guard let best = weights.max(), let place = weights.firstIndex(of: best) else { return nil }
    return sentences[place]
  }

  private func distinct(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0.lowercased()).inserted }
  }
}
