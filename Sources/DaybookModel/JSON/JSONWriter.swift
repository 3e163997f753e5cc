/// Writes canonical JSON: no spaces, object members by key bytes, strings and doubles as RFC 8785, 64-bit integers as
/// they are, and numbers that are neither as they were written.
public struct JSONWriter: Sendable {
  /// The text written so far, in UTF-8.
  public package(set) var bytes: [UInt8] = []

  /// An empty writer with room for so many bytes.
  public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Begins anew, and keeps the allocated memory.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends a value with everything in it. Commas and colons around it are up to the caller.
  public mutating func write(_ value: JSONValue) {
    switch value {
    case .null: write(raw: "null")
    case .bool(let value): write(raw: value ? "true" : "false")
    case .int(let value): write(value)
    case .double(let value): write(value)
    case .number(let text): bytes.append(contentsOf: text.utf8)
    case .string(let value): write(value)
    case .array(let values):
      write(byte: UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { write(byte: UInt8(ascii: ",")) }
        write(value)
      }
      write(byte: UInt8(ascii: "]"))
    case .object(let object): write(object)
    }
  }

  /// Appends an object, its members ascending by key bytes.
  public mutating func write(_ object: JSONObject) {
    write(byte: UInt8(ascii: "{"))
    for (index, member) in object.members.enumerated() {
      if index > 0 { write(byte: UInt8(ascii: ",")) }
      write(member.key)
      write(byte: UInt8(ascii: ":"))
      write(member.value)
    }
    write(byte: UInt8(ascii: "}"))
  }

  /// `{"key":` or `,"key":`, for objects written member by member in another order.
  /// `key` must need no escape.
  package mutating func open(_ key: StaticString, first: Bool = false) {
    write(byte: first ? UInt8(ascii: "{") : UInt8(ascii: ","))
    write(byte: UInt8(ascii: "\""))
    write(raw: key)
    write(byte: UInt8(ascii: "\""))
    write(byte: UInt8(ascii: ":"))
  }

  /// Appends an integer in decimal.
  public mutating func write(_ value: Int64) { bytes.append(contentsOf: String(value).utf8) }

  package mutating func write(_ value: UInt64) { bytes.append(contentsOf: String(value).utf8) }

  /// Appends a string in quotes, escaped according to RFC 8785.
  public mutating func write(_ string: String) {
    write(byte: UInt8(ascii: "\""))
    if string.utf8.withContiguousStorageIfAvailable({ writeEscaped($0) }) == nil {
      Array(string.utf8).withUnsafeBufferPointer { writeEscaped($0) }
    }
    write(byte: UInt8(ascii: "\""))
  }

  /// Copies runs of bytes: most strings have nothing to escape.
  private mutating func writeEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in 0..<text.count {
      let byte = text[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      writeEscape(byte)
      start = index + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  private mutating func writeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): write(raw: "\\\"")
    case UInt8(ascii: "\\"): write(raw: "\\\\")
    case 0x08: write(raw: "\\b")
    case 0x09: write(raw: "\\t")
    case 0x0a: write(raw: "\\n")
    case 0x0c: write(raw: "\\f")
    case 0x0d: write(raw: "\\r")
    default:
      write(raw: "\\u00")
      bytes.append(hexDigit(byte >> 4))
      bytes.append(hexDigit(byte & 15))
    }
  }

  /// ECMAScript's `Number::toString` (RFC 8785, 3.2.2.3), from the shortest digits that read back.
  /// Not-a-number and infinities have no JSON form and are written as null.
  public mutating func write(_ value: Double) {
    guard value.isFinite else { return write(raw: "null") }
    guard value != 0 else { return write(byte: UInt8(ascii: "0")) }
    let (digits, point) = value.magnitude.shortestDigits
    if value < 0 { write(byte: UInt8(ascii: "-")) }
    let zero = UInt8(ascii: "0")
    switch point {
    case digits.count...21 where digits.count <= 21:
      bytes.append(contentsOf: digits)
      bytes.append(contentsOf: repeatElement(zero, count: point - digits.count))
    case 1...21:
      bytes.append(contentsOf: digits[..<point])
      write(byte: UInt8(ascii: "."))
      bytes.append(contentsOf: digits[point...])
    case -5...0:
      write(raw: "0.")
      bytes.append(contentsOf: repeatElement(zero, count: -point))
      bytes.append(contentsOf: digits)
    default:
      bytes.append(digits[0])
      if digits.count > 1 {
        write(byte: UInt8(ascii: "."))
        bytes.append(contentsOf: digits[1...])
      }
      write(raw: point > 0 ? "e+" : "e-")
      bytes.append(contentsOf: String((point - 1).magnitude).utf8)
    }
  }

  package mutating func write(byte: UInt8) { bytes.append(byte) }

  package mutating func write(raw text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends bytes that are JSON already.
  package mutating func write(json: some Sequence<UInt8>) { bytes.append(contentsOf: json) }
}

package func hexDigit(_ nibble: UInt8) -> UInt8 {
  nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
}

extension Double {
  /// The shortest decimal digits that read back as this positive number, and the position of the
  /// decimal point: the value is 0.d1d2d3… × 10^point.
  var shortestDigits: (digits: [UInt8], point: Int) {
    var digits: [UInt8] = []
    var point = 0
    var exponent = 0
    var seenPoint = false
    var text = Array(description.utf8)[...]
    if let mark = text.firstIndex(of: UInt8(ascii: "e")) {
      exponent = Int(String(decoding: text[(mark + 1)...], as: UTF8.self)) ?? 0
      text = text[..<mark]
    }
    for byte in text {
      if byte == UInt8(ascii: ".") {
        seenPoint = true
      } else {
        if !seenPoint { point += 1 }
        digits.append(byte)
      }
    }
    let zero = UInt8(ascii: "0")
    let leading = digits.prefix { $0 == zero }.count
    digits.removeFirst(leading)
    point -= leading
    while digits.last == zero { digits.removeLast() }
    return (digits, point + exponent)
  }
}
