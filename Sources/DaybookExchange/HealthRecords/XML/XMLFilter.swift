// A filter between a file and the parser: it removes the document type, replaces control characters that XML forbids
// with spaces, and stops at an absurdly long tag or text before it fills memory.

/// The filter of one file.
struct XMLFilter {
  /// Lines that went with the document type.
  private(set) var cutLines = 0
  private var stage = Stage.beginning
  private var held: [UInt8] = []
  /// Bytes since the last `<`.
  private var runBytes = 0

  private enum Stage { case beginning, passing }

  /// The maximum size of a document type; a phone's is 10 KiB.
  static let typeSizeBytesMax = 1 << 20
  /// The maximum size before the first element, and between two `<`, where a document's base64 may be.
  static let runSizeBytesMax = 64 << 20

  mutating func pass(_ bytes: [UInt8]) throws(XMLFailure) -> [UInt8] {
    guard stage == .beginning else { return try checked(bytes) }
    held += bytes
    guard let cut = try Self.cut(held, isEnd: false) else { return [] }
    return try begin(cut)
  }

  /// What is left at the end.
  mutating func finish() throws(XMLFailure) -> [UInt8] {
    guard stage == .beginning, let cut = try Self.cut(held, isEnd: true) else { return [] }
    return try begin(cut)
  }

  private mutating func begin(_ cut: Range<Int>) throws(XMLFailure) -> [UInt8] {
    stage = .passing
    cutLines = held[cut].count { $0 == 0x0a }
    var rest = held
    rest.removeSubrange(cut)
    held = []
    return try checked(rest)
  }

  private mutating func checked(_ bytes: [UInt8]) throws(XMLFailure) -> [UInt8] {
    var bytes = bytes
    let last = bytes.withUnsafeMutableBufferPointer { buffer -> Int? in
      for index in buffer.indices {
        let byte = buffer[index]
        if byte < 0x20, byte != 0x0a, byte != 0x0d, byte != 0x09, byte != 0 { buffer[index] = 0x20 }
      }
      return buffer.lastIndex(of: UInt8(ascii: "<"))
    }
    runBytes = last.map { bytes.count - $0 } ?? runBytes + bytes.count
    guard runBytes <= Self.runSizeBytesMax else {
      throw XMLFailure(
        reason: "an attribute or a text is longer than \(Self.runSizeBytesMax >> 20) MiB", line: 1)
    }
    return bytes
  }

  /// The document type's range, empty where there is none; nil while that is not known yet.
  private static func cut(_ bytes: [UInt8], isEnd: Bool) throws(XMLFailure) -> Range<Int>? {
    var position = 0
    while let mark = bytes[position...].firstIndex(of: UInt8(ascii: "<")), mark + 9 <= bytes.count {
      let next = bytes[mark + 1]
      if bytes[mark...].starts(with: "<!DOCTYPE".utf8) {
        if let end = typeEnd(bytes, from: mark + 9) { return mark..<end }
        break
      }
      if bytes[mark...].starts(with: "<!--".utf8) {
        guard let end = find("-->", in: bytes, from: mark + 4) else { break }
        position = end
      } else if next == UInt8(ascii: "?") {
        guard let end = find("?>", in: bytes, from: mark + 2) else { break }
        position = end
      } else {
        // The first element: no document type comes after it.
        return mark..<mark
      }
    }
    if isEnd { return bytes.count..<bytes.count }
    guard bytes.count <= typeSizeBytesMax else {
      throw XMLFailure(
        reason: "the text before its first element is longer than \(typeSizeBytesMax >> 10) KiB", line: 1)
    }
    return nil
  }

  /// After `]>`, whatever precedes it: the declarations may be malformed. Without declarations
  /// after the first `>`.
  private static func typeEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    guard
      let first = bytes[start...].firstIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ">") })
    else { return nil }
    if bytes[first] == UInt8(ascii: ">") { return first + 1 }
    var position = first
    while let bracket = bytes[position...].firstIndex(of: UInt8(ascii: "]")) {
      let after = bytes[(bracket + 1)...].firstIndex { $0 > 0x20 }
      guard let after else { return nil }
      if bytes[after] == UInt8(ascii: ">") { return after + 1 }
      position = bracket + 1
    }
    return nil
  }

  private static func find(_ text: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes.count >= wanted.count, start <= bytes.count - wanted.count else { return nil }
    for index in start...bytes.count - wanted.count where bytes[index] == wanted[0] {
      if bytes[index..<index + wanted.count].elementsEqual(wanted) { return index + wanted.count }
    }
    return nil
  }
}
