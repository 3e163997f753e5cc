import CShim
import DaybookModel

// The parts of a canonical line. Each leaves `place` after what it has read, or anywhere if it fails: then the line is
// no longer read here.

extension CanonicalLine {
  /// From behind the opening quote to behind the closing one.
  @inline(__always)
  mutating func string(_ cursor: inout JSONCursor) -> JSONString? {
    let first = place - start
    place += daybook_plain(frame + place)
    if byte == UInt8(ascii: "\"") {
      place += 1
      return JSONString(range: ByteRange(first, place - 1 - start), isEscaped: false)
    }
    return strictString(from: first, &cursor)
  }

  /// A string with escapes or non-ASCII characters.
  @inline(never)
  private mutating func strictString(from first: Int, _ cursor: inout JSONCursor) -> JSONString? {
    cursor.position = first - 1
    guard let string = try? cursor.string(text.span) else { return nil }
    place = start + cursor.position
    return string
  }

  /// A whole number without a sign, of up to 18 digits.
  @inline(__always)
  mutating func number() -> UInt64? {
    let first = place
    var sum: UInt64 = 0
    while isDigit(byte) {
      sum = sum &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
      place += 1
    }
    guard place > first, place - first <= 18, frame[first] != UInt8(ascii: "0") || place == first + 1,
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}")
    else { return nil }
    return sum
  }

  /// From behind the opening quote to behind the closing one.
  mutating func stamp() -> Stamp? {
    guard let stamp = Stamp(text.span, at: place - start) else { return nil }
    place += Stamp.textCount
    return skip("\"") ? stamp : nil
  }

  /// The same.
  mutating func serverTime() -> ServerTime? {
    guard let time = ServerTime(text.span, at: place - start) else { return nil }
    place += ServerTime.textCount
    return skip("\"") ? time : nil
  }

  /// An object whose keys have no escapes and ascend, so that there are no duplicates.
  @inline(__always)
  mutating func object(_ cursor: inout JSONCursor) -> ByteRange? {
    let first = place - start
    guard skip("{") else { return nil }
    if skip("}") { return ByteRange(first, place - start) }
    var last: Range<Int>?
    while true {
      guard skip("\"") else { return nil }
      let begin = place
      place += daybook_plain(frame + place)
      let key = begin..<place
      guard skip("\":"), last.map({ precedes($0, key) }) ?? true, skipValue(&cursor) else { return nil }
      last = key
      if skip("}") { return ByteRange(first, place - start) }
      guard skip(",") else { return nil }
    }
  }

  /// A value in an object of the line.
  @inline(__always)
  private mutating func skipValue(_ cursor: inout JSONCursor) -> Bool {
    switch byte {
    case UInt8(ascii: "\""):
      place += 1
      return string(&cursor) != nil
    case UInt8(ascii: "t"): return skip("true")
    case UInt8(ascii: "f"): return skip("false")
    case UInt8(ascii: "n"): return skip("null")
    default: return skipStrictly(&cursor)
    }
  }

  @inline(never)
  private mutating func skipStrictly(_ cursor: inout JSONCursor) -> Bool {
    cursor.position = place - start
    guard (try? cursor.skipValue(text.span, depth: 2)) != nil else { return false }
    place = start + cursor.position
    return true
  }

  /// By bytes.
  @inline(__always)
  private func precedes(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    var (one, other) = (left.lowerBound, right.lowerBound)
    while one < left.upperBound, other < right.upperBound {
      if frame[one] != frame[other] { return frame[one] < frame[other] }
      (one, other) = (one &+ 1, other &+ 1)
    }
    return left.count < right.count
  }

  /// The operation with a name.
  @inline(__always)
  func op(_ name: ByteRange) -> EventLine.Op {
    let place = start + name.start
    switch name.count {
    case 4 where matches("link", at: place): return .link
    case 4 where matches("sync", at: place): return .sync
    case 5 where matches("erase", at: place): return .erase
    case 6 where matches("upsert", at: place): return .upsert
    case 6 where matches("unlink", at: place): return .unlink
    case 6 where matches("delete", at: place): return .delete
    case 7 where matches("dismiss", at: place): return .dismiss
    case 7 where matches("restore", at: place): return .restore
    default: return .other
    }
  }
}

// MARK: Bytes

extension CanonicalLine {
  @inline(__always)
  var byte: UInt8 { frame[place] }

  /// The line, for the strict reader.
  private var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: frame + start, count: end - start)
  }

  /// Moves behind a text of at most eight bytes if it stands here.
  @inline(__always)
  mutating func skip(_ text: StaticString) -> Bool {
    guard matches(text, at: place) else { return false }
    place += text.utf8CodeUnitCount
    return true
  }

  @inline(__always)
  private func matches(_ text: StaticString, at place: Int) -> Bool {
    // Compiled to one number and one comparison if the text is a literal.
    let count = text.utf8CodeUnitCount
    var (wanted, mask) = (UInt64(0), UInt64(0))
    for index in 0..<count {
      wanted |= UInt64(text.utf8Start[index]) << UInt64(8 * index)
      mask |= 0xff << UInt64(8 * index)
    }
    let found = UnsafeRawPointer(frame + place).loadUnaligned(as: UInt64.self)
    return UInt64(littleEndian: found) & mask == wanted
  }
}
