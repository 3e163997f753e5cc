/// A set of the rows of a kind, a bit for each.
package struct Marks: Sendable, Equatable {
  /// Bits at and above `rowCount` are clear.
  private(set) var words: [UInt64]
  package private(set) var rowCount: Int

  /// None of the rows, or all.
  package init(rowCount: Int, all: Bool = false) {
    self.rowCount = rowCount
    words = Array(repeating: all ? .max : 0, count: (rowCount + 63) / 64)
    clearTail()
  }

  /// - Parameter words: at least as many as the rows need.
  init(rowCount: Int, words: UnsafeBufferPointer<UInt64>) {
    self.rowCount = rowCount
    self.words = Array(words.prefix((rowCount + 63) / 64))
    clearTail()
  }

  private mutating func clearTail() {
    if rowCount % 64 != 0 { words[words.count - 1] &= 1 << UInt64(rowCount % 64) - 1 }
  }

  /// Rows are added at the end, not marked.
  mutating func grow(to rowCount: Int) {
    precondition(rowCount >= self.rowCount)
    self.rowCount = rowCount
    words += Array(repeating: 0, count: (rowCount + 63) / 64 - words.count)
  }

  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  package subscript(row: Int) -> Bool {
    get { words[row / 64] & 1 << UInt64(row % 64) != 0 }
    set {
      let bit: UInt64 = 1 << UInt64(row % 64)
      if newValue { words[row / 64] |= bit } else { words[row / 64] &= ~bit }
    }
  }

  /// Both sets must have the same number of rows.
  package mutating func subtract(_ other: Marks) {
    for place in words.indices { words[place] &= ~other.words[place] }
  }

  package mutating func formUnion(_ other: Marks) {
    for place in words.indices { words[place] |= other.words[place] }
  }

  /// Ascending.
  package func forEach(_ body: (_ row: Int) throws -> Void) rethrows {
    for place in words.indices {
      var word = words[place]
      while word != 0 {
        try body(place * 64 + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
  }

  /// Unmarks the rows for which `isKept` is false.
  package mutating func filter(_ isKept: (_ row: Int) -> Bool) {
    for place in words.indices where words[place] != 0 {
      var (word, kept) = (words[place], words[place])
      while word != 0 {
        let bit = word.trailingZeroBitCount
        if !isKept(place * 64 + bit) { kept &= ~(1 << UInt64(bit)) }
        word &= word - 1
      }
      words[place] = kept
    }
  }

  /// Unmarks the rows whose code the table rejects. A row has a code of 8 bits.
  mutating func filter(_ codes: UnsafeBufferPointer<UInt8>, _ table: [Bool]) {
    precondition(codes.count >= rowCount && table.count == 256)
    table.withUnsafeBufferPointer { table in
      for place in words.indices where words[place] != 0 {
        let start = place * 64
        var kept: UInt64 = 0
        for bit in 0..<min(64, rowCount - start) {
          kept |= (table[Int(codes[start + bit])] ? 1 : 0) << UInt64(bit)
        }
        words[place] &= kept
      }
    }
  }
}
