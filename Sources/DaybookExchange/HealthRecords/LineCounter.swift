/// The line of a byte, asked for ascending places: each byte is looked at once.
struct LineCounter {
  private(set) var line: Int
  private var position = 0

  /// - Parameter line: of the first byte.
  init(line: Int) { self.line = line }

  mutating func line(at offset: Int, in bytes: [UInt8]) -> Int {
    guard offset > position, offset <= bytes.count else { return line }
    for index in position..<offset where bytes[index] == 0x0a { line += 1 }
    position = offset
    return line
  }

  /// Of one place, from the beginning.
  static func line(_ first: Int, at offset: Int, in bytes: [UInt8]) -> Int {
    var counter = LineCounter(line: first)
    return counter.line(at: offset, in: bytes)
  }
}
