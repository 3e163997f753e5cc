/// A strict, validating cursor over JSON text (RFC 8259): valid UTF-8, no duplicate keys, no lone
/// surrogates, no number beyond a double, depth at most ``JSONLimit/depthMax``. It skips and measures values without
/// building any, and allocates nothing once its key stack has grown.
public struct JSONCursor: Sendable {
  /// The next byte to read.
  public var position: Int
  let depthMax: Int
  /// Keys of the objects that are open, to refuse duplicates.
  @usableFromInline var keys: [JSONString] = []

  /// A cursor at a byte of a text, from 0, which refuses arrays and objects nested deeper than `depthMax`.
  public init(at position: Int = 0, depthMax: Int = JSONLimit.depthMax) {
    precondition(position >= 0, "a position in a text")
    self.position = position
    self.depthMax = depthMax
  }

  /// Begins another text, keeping what was allocated.
  @inlinable
  package mutating func restart(at start: Int = 0) {
    position = start
    keys.removeAll(keepingCapacity: true)
  }

  /// The byte at `position`, which stays; nil at the end of the text.
  @inlinable @inline(__always)
  public func peek(_ bytes: Span<UInt8>) -> UInt8? {
    UInt(bitPattern: position) < UInt(bitPattern: bytes.count) ? bytes[unchecked: position] : nil
  }

  /// Skips JSON's white space: spaces, tabs, LF and CR.
  @inlinable @inline(__always)
  public mutating func skipSpace(_ bytes: Span<UInt8>) {
    while position < bytes.count {
      switch bytes[unchecked: position] {
      case 0x20, 0x09, 0x0a, 0x0d: position &+= 1
      default: return
      }
    }
  }

  /// Reads exactly this byte. Throws `truncated` at the end of the text, `unexpectedByte` for another byte.
  @inlinable @inline(__always)
  public mutating func expect(_ byte: UInt8, _ bytes: Span<UInt8>) throws(JSONError) {
    guard let next = peek(bytes) else { throw JSONError(.truncated, at: position) }
    guard next == byte else { throw JSONError(.unexpectedByte, at: position) }
    position &+= 1
  }

  /// Skips white space and expects the end.
  public mutating func expectEnd(_ bytes: Span<UInt8>) throws(JSONError) {
    skipSpace(bytes)
    if position < bytes.count { throw JSONError(.trailingBytes, at: position) }
  }

  /// Skips one value (no white space before it) and returns its range. `depth` is how many arrays
  /// and objects are open around it.
  @discardableResult
  public mutating func skipValue(_ bytes: Span<UInt8>, depth: Int = 0) throws(JSONError) -> ByteRange {
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
    let base = openKeys()
    position &+= 1
    skipSpace(bytes)
    if peek(bytes) == UInt8(ascii: "}") {
      position &+= 1
      return
    }
    while true {
      skipSpace(bytes)
      note(try string(bytes))
      skipSpace(bytes)
      try expect(UInt8(ascii: ":"), bytes)
      skipSpace(bytes)
      try skipValue(bytes, depth: depth)
      skipSpace(bytes)
      guard let next = peek(bytes) else { throw JSONError(.truncated, at: position) }
      position &+= 1
      if next == UInt8(ascii: "}") { break }
      guard next == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte, at: position - 1) }
    }
    try closeKeys(from: base, bytes)
  }

  private mutating func skipArray(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) {
    guard depth <= depthMax else { throw JSONError(.tooDeep, at: position) }
    position &+= 1
    skipSpace(bytes)
    if peek(bytes) == UInt8(ascii: "]") {
      position &+= 1
      return
    }
    while true {
      skipSpace(bytes)
      try skipValue(bytes, depth: depth)
      skipSpace(bytes)
      guard let next = peek(bytes) else { throw JSONError(.truncated, at: position) }
      position &+= 1
      if next == UInt8(ascii: "]") { return }
      guard next == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte, at: position - 1) }
    }
  }

  private mutating func skipWord(_ word: StaticString, _ bytes: Span<UInt8>) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard let byte = peek(bytes) else { throw JSONError(.truncated, at: position) }
      guard byte == word.utf8Start[index] else { throw JSONError(.unexpectedByte, at: position) }
      position &+= 1
    }
  }

  // MARK: Duplicate keys

  /// Begins an object whose members the caller walks: note each key, then close.
  @inlinable @inline(__always)
  package func openKeys() -> Int { keys.count }

  @inlinable @inline(__always)
  package mutating func note(_ key: JSONString) { keys.append(key) }

  /// Ends the object that `openKeys` began. Canonical text has its keys ascending, which rules
  /// duplicates out at the cost of one comparison per key; only other text is sorted.
  package mutating func closeKeys(from base: Int, _ bytes: Span<UInt8>) throws(JSONError) {
    var index = base + 1
    while index < keys.count, keys[index - 1].precedes(keys[index], bytes) { index += 1 }
    if index < keys.count { try refuseDuplicates(from: base, bytes) }
    keys.removeLast(keys.count - base)
  }

  private func refuseDuplicates(from base: Int, _ bytes: Span<UInt8>) throws(JSONError) {
    var texts: [(bytes: [UInt8], start: Int)] = []
    for key in keys[base...] { texts.append((key.unescaped(bytes), key.range.start)) }
    texts.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    for (left, right) in zip(texts, texts.dropFirst()) where left.bytes == right.bytes {
      throw JSONError(.duplicateKey, at: max(left.start, right.start) - 1)
    }
  }
}

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
    // Other readers would read infinity or null here, each in its own way.
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
