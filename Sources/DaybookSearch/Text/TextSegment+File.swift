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
  private static let sectionCount = 11
  private static let headBytes = mark.count + 8

  package var bytes: [UInt8] {
    var kinds: [UInt8] = []
    for kind in segment.kinds { kinds += Array(kind.utf8) + [0] }
    let sections = [
      state, kinds, Self.bytes(segment.kindOf), Self.bytes(segment.lengths), Self.bytes(segment.hashes),
      Self.bytes(segment.idOffsets), segment.ids, Self.bytes(segment.termOffsets), segment.terms,
      Self.bytes(segment.postingOffsets), segment.postings,
    ]
    var rest = Self.bytes(sections.map { UInt64($0.count) })
    rest.reserveCapacity(rest.count + sections.reduce(0) { $0 + $1.count })
    for section in sections { rest += section }
    return Self.mark + Self.bytes([Self.hash(rest[...])]) + rest
  }

  /// Nil where the bytes are no such file, whole and undamaged.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headBytes + 8 * Self.sectionCount, bytes.starts(with: Self.mark),
      Self.numbers(UInt64.self, bytes[Self.mark.count..<Self.headBytes]) == [
        Self.hash(bytes[Self.headBytes...])
      ]
    else { return nil }
    var position = Self.headBytes + 8 * Self.sectionCount
    var sections: [ArraySlice<UInt8>] = []
    for size in Self.numbers(UInt64.self, bytes[Self.headBytes..<position]) {
      guard size <= UInt64(bytes.count - position) else { return nil }
      sections.append(bytes[position..<position + Int(size)])
      position += Int(size)
    }
    guard position == bytes.count else { return nil }
    state = Array(sections[0])
    segment = TextSegment()
    segment.kinds = sections[1].split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
    segment.kindOf = Self.numbers(UInt32.self, sections[2])
    segment.lengths = Self.numbers(UInt32.self, sections[3])
    segment.hashes = Self.numbers(UInt64.self, sections[4])
    segment.idOffsets = Self.numbers(UInt32.self, sections[5])
    segment.ids = Array(sections[6])
    segment.termOffsets = Self.numbers(UInt32.self, sections[7])
    segment.terms = Array(sections[8])
    segment.postingOffsets = Self.numbers(UInt32.self, sections[9])
    segment.postings = Array(sections[10])
    guard segment.isSound else { return nil }
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBufferPointer { TextHash.of($0) }
  }

  private static func bytes<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
    numbers.map(\.littleEndian).withUnsafeBytes { Array($0) }
  }

  private static func numbers<Number: FixedWidthInteger>(
    _ type: Number.Type, _ bytes: ArraySlice<UInt8>
  ) -> [Number] {
    let size = MemoryLayout<Number>.size
    return bytes.withUnsafeBytes { raw in
      [Number](unsafeUninitializedCapacity: raw.count / size) { numbers, count in
        for place in 0..<raw.count / size {
          let number = raw.loadUnaligned(fromByteOffset: place * size, as: Number.self)
          numbers.initializeElement(at: place, to: Number(littleEndian: number))
        }
        count = raw.count / size
      }
    }
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
