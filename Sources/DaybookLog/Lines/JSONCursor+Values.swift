import DaybookModel

// Reads the value under the cursor as one type or another: what the line parsers share. Texts with escapes and integers
// with a fraction are legal but never written by this program, so they take a slow path.

extension JSONCursor {
  /// A string, which may be required not to be empty.
  @inline(__always)
  mutating func string(
    of key: StaticString, _ line: Span<UInt8>, allowEmpty: Bool = true
  ) throws(LineError) -> JSONString {
    guard peek(line) == UInt8(ascii: "\"") else { throw wrong(key, "a string") }
    do throws(JSONError) {
      let start = position
      let value = try string(line)
      if value.range.isEmpty, !allowEmpty {
        throw JSONError(.unexpectedByte, at: start)
      }
      return value
    } catch {
      throw error.reason == .unexpectedByte ? wrong(key, "a string that is not empty") : LineError(error)
    }
  }

  @inline(__always)
  mutating func stamp(of key: StaticString, _ line: Span<UInt8>) throws(LineError) -> Stamp {
    let start = position
    let value = try string(of: key, line)
    if !value.isEscaped {
      if value.range.count == Stamp.textCount, let stamp = Stamp(line, at: value.range.start) { return stamp }
    } else if let stamp = Stamp(value.text(line)) {
      return stamp
    }
    throw LineError(.wrongType(key: key.description, expected: "a stamp"), at: start)
  }

  @inline(__always)
  mutating func bool(of key: StaticString, _ line: Span<UInt8>) throws(LineError) -> Bool {
    let first = peek(line)
    guard first == UInt8(ascii: "t") || first == UInt8(ascii: "f") else { throw wrong(key, "true or false") }
    _ = try value(line)
    return first == UInt8(ascii: "t")
  }

  /// An integer of 64 bits; `7.0` is one too.
  @inline(__always)
  mutating func integer(of key: StaticString, _ line: Span<UInt8>) throws(LineError) -> Int64 {
    let start = position
    var sum: Int64 = 0
    while let byte = peek(line), isDigit(byte), position &- start < 18 {
      sum = sum &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
      position &+= 1
    }
    let next = peek(line)
    if position > start, line[start] != UInt8(ascii: "0") || position == start + 1,
      next == UInt8(ascii: ",") || next == UInt8(ascii: "}")
    {
      return sum
    }
    position = start
    let range = try value(line)
    guard let integer = JSONParser.parse(accepted: line.extracting(range.start..<range.end)).int else {
      throw LineError(.wrongType(key: key.description, expected: "an integer"), at: start)
    }
    return integer
  }

  @inline(__always)
  mutating func object(of key: StaticString, _ line: Span<UInt8>) throws(LineError) -> ByteRange {
    guard peek(line) == UInt8(ascii: "{") else { throw wrong(key, "an object") }
    return try value(line)
  }

  /// Any value of the line's own object.
  @inline(__always)
  mutating func value(_ line: Span<UInt8>) throws(LineError) -> ByteRange {
    do throws(JSONError) { return try skipValue(line, depth: 1) } catch { throw LineError(error) }
  }

  func wrong(_ key: StaticString, _ expected: String) -> LineError {
    LineError(.wrongType(key: key.description, expected: expected), at: position)
  }
}
