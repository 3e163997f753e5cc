/// An index of documents in flat arrays: as it lies in memory and in a file. It does not change.
///
/// A word's postings are pairs of variable-length numbers: how many documents lie between the last one that has the
/// word and this one, and the word's weight in it.
package struct TextSegment: Sendable, Equatable {
  package var kinds: [String] = []
  // By document.
  var kindOf: [UInt32] = []
  var lengths: [UInt32] = []
  var hashes: [UInt64] = []
  var idOffsets: [UInt32] = [0]
  var ids: [UInt8] = []
  // By word, ascending by its bytes.
  var termOffsets: [UInt32] = [0]
  var terms: [UInt8] = []
  var postingOffsets: [UInt32] = [0]
  var postings: [UInt8] = []

  package var count: Int { kindOf.count }
  package var termCount: Int { termOffsets.count - 1 }
  package var sizeBytes: Int {
    12 * count + 8 * count + ids.count + 8 * termCount + terms.count + postings.count
  }

  package func kind(_ document: Int) -> String { kinds[Int(kindOf[document])] }

  func idBytes(_ document: Int) -> ArraySlice<UInt8> {
    ids[Int(idOffsets[document])..<Int(idOffsets[document + 1])]
  }

  package func id(_ document: Int) -> String { String(decoding: idBytes(document), as: UTF8.self) }

  func term(_ number: Int) -> ArraySlice<UInt8> {
    terms[Int(termOffsets[number])..<Int(termOffsets[number + 1])]
  }

  /// The number of a word, if any document has it.
  func number(of term: [UInt8]) -> Int? {
    let place = lowerBound(term)
    return place < termCount && self.term(place).elementsEqual(term) ? place : nil
  }

  /// The words that begin so.
  func numbers(withPrefix prefix: [UInt8]) -> Range<Int> {
    let first = lowerBound(prefix)
    var (low, high) = (first, termCount)
    while low < high {
      let middle = (low + high) / 2
      if term(middle).starts(with: prefix) { low = middle + 1 } else { high = middle }
    }
    return first..<low
  }

  private func lowerBound(_ term: [UInt8]) -> Int {
    var (low, high) = (0, termCount)
    while low < high {
      let middle = (low + high) / 2
      if self.term(middle).lexicographicallyPrecedes(term) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Each document that has the word, ascending, with the word's weight. Ends early where the bytes make no sense.
  @inline(__always)
  func forEachPosting(_ term: Int, _ body: (_ document: Int, _ weight: UInt32) -> Void) {
    postings.withUnsafeBufferPointer { bytes in
      var position = Int(postingOffsets[term])
      let end = min(Int(postingOffsets[term + 1]), bytes.count)
      var document = -1
      while position < end {
        guard let gap = Self.number(bytes, &position, end), let weight = Self.number(bytes, &position, end)
        else { return }
        document += Int(gap) + 1
        guard document < count else { return }
        body(document, weight)
      }
    }
  }

  /// LEB128.
  @inline(__always)
  private static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ end: Int
  ) -> UInt32? {
    var value: UInt32 = 0
    var shift: UInt32 = 0
    while position < end, shift < 32 {
      let byte = bytes[position]
      position += 1
      value |= UInt32(byte & 0x7f) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  @inline(__always)
  static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }
}
