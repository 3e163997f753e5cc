extension JSONCursor {
  mutating func skipNumber(_ bytes: Span<UInt8>) throws(JSONError) {
    let start = position
    if peek(bytes) == UInt8(ascii: "-") { position &+= 1 }
    guard let first = peek(bytes) else { throw JSONError(.truncated, at: position) }
    guard isDigit(first) else {
      throw JSONError(position == start ? .unexpectedByte : .invalidNumber, at: position)
    }
    position &+= 1
    if first != UInt8(ascii: "0") { skipDigits(bytes) }
    if let next = peek(bytes), isDigit(next) { throw JSONError(.invalidNumber, at: position) }
    var isLarge = position - start > 300
    if peek(bytes) == UInt8(ascii: ".") {
      position &+= 1
      guard skipDigits(bytes) > 0 else { throw JSONError(.invalidNumber, at: position) }
    }
    if let mark = peek(bytes), mark | 0x20 == UInt8(ascii: "e") {
      position &+= 1
      if let sign = peek(bytes), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position &+= 1 }
      guard skipDigits(bytes) > 0 else { throw JSONError(.invalidNumber, at: position) }
      isLarge = true
    }
    // Everybody else would read infinity or null here, each as they like.
    if isLarge, Double(String(number: ByteRange(start, position), bytes))?.isFinite != true {
      throw JSONError(.numberOutOfRange, at: start)
    }
  }

  @discardableResult
  private mutating func skipDigits(_ bytes: Span<UInt8>) -> Int {
    let start = position
    while let byte = peek(bytes), isDigit(byte) { position &+= 1 }
    return position - start
  }
}

extension String {
  /// The text of a number that a cursor has skipped.
  package init(number range: ByteRange, _ bytes: Span<UInt8>) {
    self = bytes.extracting(range.start..<range.end).withUnsafeBufferPointer {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

@inlinable @inline(__always)
package func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
