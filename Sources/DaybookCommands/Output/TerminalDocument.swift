/// A document on its way to a terminal. A program would read it unchanged; people see it without anything that the
/// terminal would act on. In JSON the escapes are JSON's own, so that text copied from the screen means the same.
package struct TerminalDocument {
  /// The beginning of a scalar or of a line end whose other bytes have not come yet.
  private var begun: [UInt8] = []

  package init() {}

  /// `bytes`, with control characters, bidirectional overrides and everything else that ``VisibleText`` escapes
  /// written as escapes. Tabs and line ends stay; CR LF becomes LF.
  package mutating func visible(_ bytes: [UInt8]) -> [UInt8] {
    let all = begun + bytes
    let whole = Self.wholeCount(all)
    begun = Array(all[whole...])
    return Self.visible(all[..<whole])
  }

  /// The rest at the end of the document.
  package mutating func finish() -> [UInt8] {
    defer { begun = [] }
    return Self.visible(begun[...])
  }

  private static func visible(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    if bytes.allSatisfy({ 0x20..<0x7f ~= $0 || $0 == 0x0a || $0 == 0x09 }) { return Array(bytes) }
    var text = String.UnicodeScalarView()
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      switch scalar {
      case "\n", "\t": text.append(scalar)
      case "\r" where scalars[scalars.index(after: index)...].first == "\n": continue
      case _ where VisibleText.isUnsafe(scalar):
        text.append(contentsOf: VisibleText.escaped(scalar).unicodeScalars)
      default: text.append(scalar)
      }
    }
    return Array(String(text).utf8)
  }

  /// How many bytes there are before a scalar, or a CR LF, that has only begun.
  private static func wholeCount(_ bytes: [UInt8]) -> Int {
    if bytes.last == 0x0d { return bytes.count - 1 }
    for length in 1...3 where length <= bytes.count {
      let byte = bytes[bytes.count - length]
      if byte & 0xc0 == 0x80 { continue }
      let needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
      return needed > length ? bytes.count - length : bytes.count
    }
    return bytes.count
  }
}

extension Output {
  /// A complete document: its own bytes to a pipe or a file, and everything made visible on a terminal.
  package func show(document bytes: [UInt8]) throws {
    guard isTerminal else { return try write(bytes) }
    var document = TerminalDocument()
    try write(document.visible(bytes) + document.finish())
  }
}
