/// An immutable index of documents in flat arrays, which have the same form in memory and in a file.
///
/// A word's postings are pairs of variable-length numbers: how many documents are between the last one that has the
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

  /// Each document that has the word, ascending, with the word's weight. Ends early if the bytes are invalid.
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

/// A segment as a file, with the state of the ledger that it shows.
///
///     "daybook-text-index-1\n"          21 bytes
///     hash of all that follows           8 bytes
///     sizes of the sections              11 × 8 bytes
///     the sections, one after the other: state, kinds, and the segment's nine arrays
///
/// Numbers are little-endian. The hash detects damage; undetected damage may give wrong answers, but no array is read
/// past its end.
package struct TextIndexFile: Sendable, Equatable {
  /// The state from which the index was made: it shows the present ledger if this is equal.
  package var state: [UInt8]
  package var segment: TextSegment

  package init(state: [UInt8], segment: TextSegment) { (self.state, self.segment) = (state, segment) }

  private static let mark = Array("daybook-text-index-1\n".utf8)

  package var bytes: [UInt8] {
    var kinds: [UInt8] = []
    for kind in segment.kinds { kinds += Array(kind.utf8) + [0] }
    return HashedSections.file(
      Self.mark,
      [
        state, kinds, HashedSections.bytes(segment.kindOf), HashedSections.bytes(segment.lengths),
        HashedSections.bytes(segment.hashes), HashedSections.bytes(segment.idOffsets), segment.ids,
        HashedSections.bytes(segment.termOffsets), segment.terms,
        HashedSections.bytes(segment.postingOffsets), segment.postings,
      ])
  }

  /// Nil where the bytes are not such a file, whole and undamaged.
  package init?(_ bytes: [UInt8]) {
    guard let sections = HashedSections.sections(of: bytes, Self.mark, count: 11) else { return nil }
    state = Array(sections[0])
    segment = TextSegment()
    segment.kinds = sections[1].split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
    segment.kindOf = HashedSections.numbers(UInt32.self, sections[2])
    segment.lengths = HashedSections.numbers(UInt32.self, sections[3])
    segment.hashes = HashedSections.numbers(UInt64.self, sections[4])
    segment.idOffsets = HashedSections.numbers(UInt32.self, sections[5])
    segment.ids = Array(sections[6])
    segment.termOffsets = HashedSections.numbers(UInt32.self, sections[7])
    segment.terms = Array(sections[8])
    segment.postingOffsets = HashedSections.numbers(UInt32.self, sections[9])
    segment.postings = Array(sections[10])
    guard segment.isSound else { return nil }
  }
}

extension TextSegment {
  /// Whether every number is a valid index into its array.
  fileprivate var isSound: Bool {
    lengths.count == count && hashes.count == count && idOffsets.count == count + 1
      && postingOffsets.count == termOffsets.count && kindOf.allSatisfy { Int($0) < kinds.count }
      && Self.ascend(idOffsets, to: ids.count) && Self.ascend(termOffsets, to: terms.count)
      && Self.ascend(postingOffsets, to: postings.count)
  }

  private static func ascend(_ offsets: [UInt32], to end: Int) -> Bool {
    guard offsets.first == 0, offsets.last.map(Int.init) == end else { return false }
    var last: UInt32 = 0
    for offset in offsets {
      if offset < last { return false }
      last = offset
    }
    return true
  }
}
