package import DaybookModel

/// What a line is: its first key says so. Types that this version does not know are kept as leaves and change nothing;
/// a type that changes something would come with a new format number.
package enum LineType: Sendable {
  case event, commit, header, stub, other

  /// The type of any bytes; a line that is not an object is `other`, and fails in the parser.
  package static func of(_ line: Span<UInt8>, _ cursor: inout JSONCursor) -> LineType {
    cursor.restart()
    cursor.skipSpace(line)
    guard cursor.peek(line) == UInt8(ascii: "{") else { return .other }
    cursor.position += 1
    cursor.skipSpace(line)
    guard let key = try? cursor.string(line) else { return .other }
    if key.equals("stamp", line) { return .event }
    if key.equals("commit", line) { return .commit }
    if key.equals("daybook", line) { return .header }
    if key.equals("erased", line) { return .stub }
    return .other
  }

  /// Checks a line of unknown type: strict JSON, an object, within the size of a line.
  package static func check(_ line: Span<UInt8>, _ cursor: inout JSONCursor) throws(LineError) {
    try walk(line, &cursor) { key, cursor, _ throws(LineError) in cursor.note(key) }
  }

  /// Walks the members of a line's object, the cursor before each value; if the body does not move the cursor, the
  /// value is skipped. The body must detect duplicate keys: it notes those that it does not distinguish itself.
  @inline(__always)
  static func walk(
    _ line: Span<UInt8>, _ cursor: inout JSONCursor,
    _ member: (_ key: JSONString, _ cursor: inout JSONCursor, _ line: Span<UInt8>) throws(LineError) -> Void
  ) throws(LineError) {
    var failure: LineError?
    guard line.count <= JSONLimit.lineSizeBytesMax else { throw LineError(.tooLong, at: line.count) }
    cursor.restart()
    cursor.skipSpace(line)
    guard cursor.peek(line) == UInt8(ascii: "{") else { throw LineError(.notObject, at: cursor.position) }
    let base = cursor.openKeys()
    cursor.position += 1
    cursor.skipSpace(line)
    var goesOn = cursor.peek(line) != UInt8(ascii: "}")
    if !goesOn { cursor.position += 1 }
    do throws(JSONError) {
      while goesOn {
        let key = try cursor.memberKey(line)
        let before = cursor.position
        do throws(LineError) { try member(key, &cursor, line) } catch { failure = error }
        if failure != nil { break }
        if cursor.position == before { try cursor.skipValue(line, depth: 1) }
        goesOn = try cursor.memberEnd(line)
      }
      if failure == nil {
        try cursor.closeKeys(from: base, line)
        try cursor.expectEnd(line)
      }
    } catch {
      failure = LineError(error)
    }
    if let failure { throw failure }
  }
}

extension JSONCursor {
  /// From before a key to before its value.
  @inline(__always)
  mutating func memberKey(_ line: Span<UInt8>) throws(JSONError) -> JSONString {
    skipSpace(line)
    let key = try string(line)
    skipSpace(line)
    try expect(UInt8(ascii: ":"), line)
    skipSpace(line)
    return key
  }

  /// From the end of a value to after its comma or brace; false at the object's end.
  @inline(__always)
  mutating func memberEnd(_ line: Span<UInt8>) throws(JSONError) -> Bool {
    skipSpace(line)
    guard let next = peek(line) else { throw JSONError(.truncated, at: position) }
    position &+= 1
    if next == UInt8(ascii: "}") { return false }
    guard next == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte, at: position - 1) }
    return true
  }
}
