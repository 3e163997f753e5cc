import CShim

extension FoldedText {
  /// The beginnings of a piece, in order, including overlapping ones; at most `countMax`. It uses the C library's
  /// search, which is fastest for a rare piece.
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
