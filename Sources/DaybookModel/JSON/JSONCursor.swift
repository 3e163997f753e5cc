/// A strict, validating cursor over JSON text (RFC 8259): valid UTF-8, no duplicate keys, no lone
/// surrogates, depth at most ``JSONLimit/depthMax``. It skips and measures values; it builds none,
/// and allocates nothing once its key stack has grown.
package struct JSONCursor {
  /// The next byte to read.
  package var position: Int
  private let depthMax: Int
  /// Keys of the objects that are open, to refuse duplicates.
  private var keys: [JSONString] = []

  package init(at position: Int = 0, depthMax: Int = JSONLimit.depthMax) {
    self.position = position
    self.depthMax = depthMax
  }

  @inline(__always)
  package func peek(_ bytes: Span<UInt8>) -> UInt8? {
    position < bytes.count ? bytes[unchecked: position] : nil
  }

  @inline(__always)
  package mutating func skipSpace(_ bytes: Span<UInt8>) {
    while position < bytes.count {
      switch bytes[unchecked: position] {
      case 0x20, 0x09, 0x0a, 0x0d: position += 1
      default: return
      }
    }
  }

  package mutating func expect(_ byte: UInt8, _ bytes: Span<UInt8>) throws(JSONError) {
    guard let next = peek(bytes) else { throw JSONError(.truncated, at: position) }
    guard next == byte else { throw JSONError(.unexpectedByte, at: position) }
    position += 1
  }

  /// Skips white space and expects the end.
  package mutating func expectEnd(_ bytes: Span<UInt8>) throws(JSONError) {
    skipSpace(bytes)
    if position < bytes.count { throw JSONError(.trailingBytes, at: position) }
  }

  /// Skips one value (no white space before it) and returns its range.
  @discardableResult
  package mutating func skipValue(_ bytes: Span<UInt8>, depth: Int = 0) throws(JSONError) -> ByteRange {
    let start = position
    guard let byte = peek(bytes) else { throw JSONError(.truncated, at: position) }
    switch byte {
    case UInt8(ascii: "\""): _ = try string(bytes)
    case UInt8(ascii: "{"): try skipObject(bytes, depth: depth + 1)
    case UInt8(ascii: "["): try skipArray(bytes, depth: depth + 1)
    case UInt8(ascii: "t"): try skipWord("true", bytes)
    case UInt8(ascii: "f"): try skipWord("false", bytes)
    case UInt8(ascii: "n"): try skipWord("null", bytes)
    default: try skipNumber(bytes)
    }
    return ByteRange(start, position)
  }

  private mutating func skipObject(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) {
    guard depth <= depthMax else { throw JSONError(.tooDeep, at: position) }
    let base = keys.count
    position += 1
    skipSpace(bytes)
    if peek(bytes) == UInt8(ascii: "}") {
      position += 1
      return
    }
    while true {
      skipSpace(bytes)
      let keyStart = position
      let key = try string(bytes)
      if keys.count - base < 8, contains(key, from: base, bytes) {
        throw JSONError(.duplicateKey, at: keyStart)
      }
      keys.append(key)
      skipSpace(bytes)
      try expect(UInt8(ascii: ":"), bytes)
      skipSpace(bytes)
      try skipValue(bytes, depth: depth)
      skipSpace(bytes)
      guard let next = peek(bytes) else { throw JSONError(.truncated, at: position) }
      position += 1
      if next == UInt8(ascii: "}") { break }
      guard next == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte, at: position - 1) }
    }
    if keys.count - base > 8 { try refuseDuplicates(from: base, bytes) }
    keys.removeSubrange(base...)
  }

  private mutating func skipArray(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) {
    guard depth <= depthMax else { throw JSONError(.tooDeep, at: position) }
    position += 1
    skipSpace(bytes)
    if peek(bytes) == UInt8(ascii: "]") {
      position += 1
      return
    }
    while true {
      skipSpace(bytes)
      try skipValue(bytes, depth: depth)
      skipSpace(bytes)
      guard let next = peek(bytes) else { throw JSONError(.truncated, at: position) }
      position += 1
      if next == UInt8(ascii: "]") { return }
      guard next == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte, at: position - 1) }
    }
  }

  private mutating func skipWord(_ word: StaticString, _ bytes: Span<UInt8>) throws(JSONError) {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count else { throw JSONError(.truncated, at: position) }
    for index in 0..<count where bytes[unchecked: position + index] != word.utf8Start[index] {
      throw JSONError(.unexpectedByte, at: position + index)
    }
    position += count
  }

  private mutating func skipNumber(_ bytes: Span<UInt8>) throws(JSONError) {
    let start = position
    if peek(bytes) == UInt8(ascii: "-") { position += 1 }
    guard let first = peek(bytes), isDigit(first) else {
      throw JSONError(position == start ? .unexpectedByte : .invalidNumber, at: position)
    }
    position += 1
    if first != UInt8(ascii: "0") { skipDigits(bytes) }
    if peek(bytes) == UInt8(ascii: ".") {
      position += 1
      guard skipDigits(bytes) > 0 else { throw JSONError(.invalidNumber, at: position) }
    }
    if let mark = peek(bytes), mark | 0x20 == UInt8(ascii: "e") {
      position += 1
      if let sign = peek(bytes), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      guard skipDigits(bytes) > 0 else { throw JSONError(.invalidNumber, at: position) }
    }
    if let next = peek(bytes), isDigit(next) { throw JSONError(.invalidNumber, at: position) }
  }

  @discardableResult
  private mutating func skipDigits(_ bytes: Span<UInt8>) -> Int {
    let start = position
    while let byte = peek(bytes), isDigit(byte) { position += 1 }
    return position - start
  }

  // MARK: Duplicate keys

  private func contains(_ key: JSONString, from base: Int, _ bytes: Span<UInt8>) -> Bool {
    for index in base..<keys.count where keys[index].equals(key, bytes) { return true }
    return false
  }

  private func refuseDuplicates(from base: Int, _ bytes: Span<UInt8>) throws(JSONError) {
    var texts: [(text: String, start: Int)] = []
    for key in keys[base...] { texts.append((key.text(bytes), key.range.start)) }
    texts.sort { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    for (left, right) in zip(texts, texts.dropFirst()) where left.text.utf8.elementsEqual(right.text.utf8) {
      throw JSONError(.duplicateKey, at: max(left.start, right.start) - 1)
    }
  }
}

@inline(__always)
package func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
