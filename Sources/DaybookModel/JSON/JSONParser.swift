/// Converts strict JSON text to a ``JSONValue`` (see ``JSONCursor`` for what is refused).
public enum JSONParser {
  /// The value of one JSON text, with at most white space around it. Throws ``JSONError`` for any other text.
  public static func parse(_ text: String) throws(JSONError) -> JSONValue {
    try parse(Array(text.utf8).span)
  }

  /// The same for UTF-8 bytes; offsets in errors count them.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    try parse(bytes.span)
  }

  /// - Parameter keepsDigits: whether a decimal that a double would write differently, such as `5.30`, stays as
  ///   written.
  public static func parse(_ bytes: [UInt8], keepsDigits: Bool) throws(JSONError) -> JSONValue {
    try parse(bytes.span, keepsDigits: keepsDigits)
  }

  /// The same for bytes that are not copied, with arrays and objects nested at most `depthMax` deep.
  public static func parse(
    _ bytes: Span<UInt8>, depthMax: Int = JSONLimit.depthMax
  ) throws(JSONError) -> JSONValue {
    try parse(bytes, depthMax: depthMax, keepsDigits: false)
  }

  private static func parse(
    _ bytes: Span<UInt8>, depthMax: Int = JSONLimit.depthMax, keepsDigits: Bool
  ) throws(JSONError) -> JSONValue {
    guard bytes.count <= JSONLimit.textSizeBytesMax else {
      throw JSONError(.tooLong, at: JSONLimit.textSizeBytesMax)
    }
    var cursor = JSONCursor(depthMax: depthMax)
    cursor.skipSpace(bytes)
    try cursor.skipValue(bytes)
    try cursor.expectEnd(bytes)
    var reader = TrustedReader(keepsDigits: keepsDigits)
    return reader.value(bytes)
  }

  /// The value of bytes that a ``JSONCursor`` has accepted.
  public static func parse(accepted bytes: Span<UInt8>, keepsDigits: Bool = false) -> JSONValue {
    var reader = TrustedReader(keepsDigits: keepsDigits)
    return reader.value(bytes)
  }

  /// The members of an accepted object, in the order they are written.
  public static func members(
    accepted bytes: Span<UInt8>, _ body: (_ key: JSONString, _ value: ByteRange) throws -> Void
  ) rethrows {
    var cursor = JSONCursor()
    cursor.skipSpace(bytes)
    guard cursor.peek(bytes) == UInt8(ascii: "{") else { return }
    cursor.position += 1
    while true {
      cursor.skipSpace(bytes)
      guard cursor.peek(bytes) == UInt8(ascii: "\""), let key = try? cursor.string(bytes) else { return }
      cursor.skipSpace(bytes)
      cursor.position += 1
      cursor.skipSpace(bytes)
      guard let value = try? cursor.skipValue(bytes) else { return }
      try body(key, value)
      cursor.skipSpace(bytes)
      guard cursor.peek(bytes) == UInt8(ascii: ",") else { return }
      cursor.position += 1
    }
  }
}

/// Builds values from text that is known to be valid; a surprise ends the value early, never traps.
private struct TrustedReader {
  let keepsDigits: Bool
  var cursor = JSONCursor()

  init(keepsDigits: Bool) { self.keepsDigits = keepsDigits }

  mutating func value(_ bytes: Span<UInt8>) -> JSONValue {
    cursor.skipSpace(bytes)
    switch cursor.peek(bytes) {
    case UInt8(ascii: "\""): return .string(string(bytes))
    case UInt8(ascii: "{"): return .object(object(bytes))
    case UInt8(ascii: "["): return .array(array(bytes))
    case UInt8(ascii: "t"): return word(.bool(true), 4)
    case UInt8(ascii: "f"): return word(.bool(false), 5)
    case UInt8(ascii: "n"): return word(.null, 4)
    default: return number(bytes)
    }
  }

  private mutating func word(_ value: JSONValue, _ count: Int) -> JSONValue {
    cursor.position += count
    return value
  }

  private mutating func string(_ bytes: Span<UInt8>) -> String {
    guard let string = try? cursor.string(bytes) else {
      cursor.position = bytes.count
      return ""
    }
    return string.text(bytes)
  }

  private mutating func object(_ bytes: Span<UInt8>) -> JSONObject {
    var members: [JSONObject.Member] = []
    cursor.position += 1
    while true {
      cursor.skipSpace(bytes)
      guard let next = cursor.peek(bytes) else { break }
      if next != UInt8(ascii: "\"") {
        cursor.position += 1
        if next == UInt8(ascii: "}") { break }
        continue
      }
      let key = string(bytes)
      cursor.skipSpace(bytes)
      cursor.position += 1
      members.append(JSONObject.Member(key: key, value: value(bytes)))
    }
    members.sort { ByteOrder.precedes($0.key, $1.key) }
    return JSONObject(sortedMembers: members)
  }

  private mutating func array(_ bytes: Span<UInt8>) -> [JSONValue] {
    var values: [JSONValue] = []
    cursor.position += 1
    while true {
      cursor.skipSpace(bytes)
      guard let next = cursor.peek(bytes) else { break }
      if next == UInt8(ascii: "]") || next == UInt8(ascii: ",") {
        cursor.position += 1
        if next == UInt8(ascii: "]") { break }
        continue
      }
      values.append(value(bytes))
    }
    return values
  }

  private mutating func number(_ bytes: Span<UInt8>) -> JSONValue {
    guard let range = try? cursor.skipValue(bytes) else {
      cursor.position = bytes.count
      return .null
    }
    let text = String(number: range, bytes)
    if let value = Int64(text), text != "-0" { return .int(value) }
    guard let value = Double(text), value.isFinite else { return .null }
    // With so few digits, the shortest form of the nearest double is this very number.
    if text.utf8.count <= 16, !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      return keepsDigits && text.utf8.last == UInt8(ascii: "0") ? .number(text) : .double(value)
    }
    return NumberText.isExact(text, value) ? .double(value) : .number(text)
  }
}
