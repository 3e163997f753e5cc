/// What the index knows of one entity: how often each word occurs in its texts, with more weight for those of its
/// titles.
package struct TextDocument: Sendable, Equatable {
  package var kind: String
  package var id: String
  /// The hash of the texts, which shows whether they changed.
  package var hash: UInt64
  /// How many words, weighted.
  package var length: UInt32
  /// Ascending by the words' bytes, each once.
  package var terms: [(bytes: [UInt8], weight: UInt32)]

  package static let titleWeight: UInt32 = 4

  package static func == (left: TextDocument, right: TextDocument) -> Bool {
    left.kind == right.kind && left.id.utf8.elementsEqual(right.id.utf8) && left.hash == right.hash
      && left.length == right.length
      && left.terms.elementsEqual(right.terms) { $0.bytes == $1.bytes && $0.weight == $1.weight }
  }
}

/// The form in which an index holds a text's words.
package enum TextWords: Sendable, Equatable {
  /// The words as they are.
  case exact
  /// Their stems, by the rules of the document's language (``StemTerm``): for questions.
  case stems
}

/// Gathers the words of one entity after the other.
package struct TextGatherer {
  /// The weights of the present entity, by the words' numbers; 0 for words that it lacks.
  private var weights: [UInt32] = []
  /// The words that it has, in their order.
  private var found: [UInt32] = []
  private var length: UInt32 = 0
  /// The terms that the index holds.
  var terms = TermTable()
  /// The words of which the terms are the stems; nil if the terms are the words.
  private var stems: StemTable?

  package init(_ words: TextWords = .exact) {
    if words == .stems { stems = StemTable() }
  }

  package mutating func add(_ text: UnsafeBufferPointer<UInt8>, isTitle: Bool) {
    let weight = isTitle ? TextDocument.titleWeight : 1
    TermText.forEachTerm(in: text) { term, _ in
      let number = Int(stems == nil ? terms.number(of: term) : stems?.number(of: term) ?? 0)
      while weights.count <= number { weights.append(0) }
      if weights[number] == 0 { found.append(UInt32(number)) }
      weights[number] &+= weight
      length &+= weight
    }
  }

  /// Returns what was added since the last call, by the terms' numbers, each once, and its length; then starts again.
  mutating func take(_ body: (_ term: UInt32, _ weight: UInt32) -> Void) {
    if stems == nil {
      for term in found { body(term, weights[Int(term)]) }
    } else {
      for (term, weight) in takeStems() { body(term, weight) }
    }
    for word in found { weights[Int(word)] = 0 }
    found.removeAll(keepingCapacity: true)
    length = 0
  }

  /// The stems of the words that were found, in the document's language; if it is unknown, in each language.
  private mutating func takeStems() -> [(term: UInt32, weight: UInt32)] {
    guard var stems else { return [] }
    self.stems = nil
    defer { self.stems = stems }
    let language = stems.language(of: found)
    var taken: [(term: UInt32, weight: UInt32)] = []
    var places: [UInt32: Int] = [:]
    for word in found {
      for language in language.map({ [$0] }) ?? TextLanguage.allCases {
        let term = stems.term(of: word, language, in: &terms)
        if let place = places[term] {
          taken[place].weight &+= weights[Int(word)]
        } else {
          places[term] = taken.count
          taken.append((term, weights[Int(word)]))
        }
      }
    }
    return taken
  }

  /// How many words there are in what was added, weighted.
  var lengthOfWords: UInt32 { length }

  /// What was added since the last call, as a document of its own; then starts again. Nil where there was no word.
  package mutating func document(_ kind: String, _ id: String, hash: UInt64) -> TextDocument? {
    let length = length
    var numbers: [(term: UInt32, weight: UInt32)] = []
    take { numbers.append(($0, $1)) }
    guard length > 0 else { return nil }
    let found = numbers.map { (bytes: Array(terms.term(Int($0.term))), weight: $0.weight) }
    return TextDocument(
      kind: kind, id: id, hash: hash, length: length,
      terms: found.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
  }
}
