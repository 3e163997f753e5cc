import CShim

extension FoldedText {
  /// Where a piece begins, in order, those that overlap too; at most `countMax`. By the C library's search: it is
  /// the fastest there is for a piece that is there rarely.
  func places(of piece: ArraySlice<UInt32>, countMax: Int = .max) -> [Int] {
    guard !piece.isEmpty, piece.count <= count else { return [] }
    let width = MemoryLayout<UInt32>.size
    var found: [Int] = []
    scalars.withUnsafeBytes { text in
      piece.withUnsafeBytes { sought in
        guard let base = text.baseAddress, let needle = sought.baseAddress else { return }
        var offset = 0
        while found.count < countMax, text.count - offset >= sought.count,
          let hit = daybook_find(base + offset, text.count - offset, needle, sought.count)
        {
          let place = hit - base
          // A match that begins within a code point does not count.
          if place % width == 0 { found.append(place / width) }
          offset = (place / width + 1) * width
        }
      }
    }
    return found
  }
}
