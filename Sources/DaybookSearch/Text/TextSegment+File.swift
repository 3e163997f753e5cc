/// A segment as a file, with the state of the ledger that it shows.
///
///     "daybook-text-index-1\n"          21 bytes
///     hash of all that follows           8 bytes
///     sizes of the sections              11 × 8 bytes
///     the sections, one after the other: state, kinds, and the segment's nine arrays
///
/// Numbers are little-endian. The hash tells damage; what it does not tell may give wrong answers, but no array
/// is read past its end.
package struct TextIndexFile: Sendable, Equatable {
  /// What the index was made of: it shows the present ledger if this is equal.
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
  /// Whether every number points into the array that it points into.
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
