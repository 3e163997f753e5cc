/// What the index knows of one entity: how often each word comes in its texts, those of its titles weighing more.
package struct TextDocument: Sendable, Equatable {
  package var kind: String
  package var id: String
  /// Of the texts: tells whether they changed.
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

/// Gathers the words of one entity after the other.
package struct TextGatherer {
  private var counts: [UInt32: UInt32] = [:]
  private var length: UInt32 = 0
  var terms = TermTable()

  package init() {}

  package mutating func add(_ text: UnsafeBufferPointer<UInt8>, isTitle: Bool) {
    let weight = isTitle ? TextDocument.titleWeight : 1
    TermText.forEachTerm(in: text) { term, _ in
      counts[terms.number(of: term), default: 0] &+= weight
      length &+= weight
    }
  }

  /// What was added since the last one, by the terms' numbers; begins anew.
  mutating func take() -> (counts: [UInt32: UInt32], length: UInt32) {
    defer {
      counts.removeAll(keepingCapacity: true)
      length = 0
    }
    return (counts, length)
  }

  /// As ``take()``, as a document of its own. Nil where there was no word.
  package mutating func document(_ kind: String, _ id: String, hash: UInt64) -> TextDocument? {
    let (counts, length) = take()
    guard length > 0 else { return nil }
    let terms = counts.map { (bytes: Array(self.terms.term(Int($0.key))), weight: $0.value) }
    return TextDocument(
      kind: kind, id: id, hash: hash, length: length,
      terms: terms.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
  }
}
