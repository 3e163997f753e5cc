/// The features of a text that the built-in embedder hashes, and their weights.
///
/// Sums are made in the order of the features' hashes, and no logarithms are used: the result must be the same with
/// every library.
enum TextFeatures {
  /// The weights by the features' hashes: more for a frequent feature, but with diminishing growth.
  static func weights(of text: String) -> [UInt64: Double] {
    var counts: [UInt64: (count: Int, weight: Double)] = [:]
    func add(_ kind: UInt8, _ bytes: some Sequence<UInt8>, _ weight: Double) {
      guard weight > 0 else { return }
      counts[hash(kind, bytes), default: (0, weight)].count += 1
    }
    var previous: [UInt8]?
    for word in TermText.terms(text) {
      let weight = CommonWords.weight(word)
      guard weight > 0 else { continue }
      let stem = Array(WordStem.stem(word).utf8)
      add(1, word.utf8, 0.3 * weight)
      add(2, stem, weight)
      let pieces = pieces(of: stem)
      for piece in pieces { add(3, piece, 0.5 * weight / Double(pieces.count).squareRoot()) }
      if let previous { add(4, previous + [0] + stem, 0.4 * weight) }
      previous = stem
    }
    return counts.mapValues { $0.weight * damped($0.count) }
  }

  /// 1, 1.41, 1.73, 2 …
  private static func damped(_ count: Int) -> Double { Double(count).squareRoot() }

  /// The sequences of four bytes of a stem with a mark at either end; a shorter stem whole.
  private static func pieces(of stem: [UInt8]) -> [ArraySlice<UInt8>] {
    let marked = [UInt8(ascii: "<")] + stem + [UInt8(ascii: ">")]
    guard marked.count > pieceBytes else { return [marked[...]] }
    return (0...(marked.count - pieceBytes)).map { marked[$0..<$0 + pieceBytes] }
  }

  private static let pieceBytes = 4

  /// FNV-1a, 64 bits (Fowler, Noll and Vo).
  private static func hash(_ kind: UInt8, _ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    take(kind)
    for byte in bytes { take(byte) }
    return hash
  }
}
