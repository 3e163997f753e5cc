package import DaybookModel

/// Reads mutations' lines as ``EventLine`` is read: strict JSON in one pass, the header lifted, the values left where
/// they are. Takes only what is common and leaves the rest, and all that is wrong, to whoever builds values.
package struct MutationScanner {
  /// A field that the mutation writes.
  package struct Member {
    package var key: ByteRange
    package var value: ByteRange
  }

  package private(set) var op = EventLine.Op.other
  package private(set) var opName = ByteRange(0, 0)
  package private(set) var kind = ByteRange(0, 0)
  package private(set) var id = ByteRange(0, 0)
  package private(set) var hasSet = false
  /// By the bytes of their keys, which have no escapes.
  package private(set) var members: [Member] = []
  package private(set) var server: ByteRange?
  package private(set) var present: Bool?
  package private(set) var rel: ByteRange?
  package private(set) var to: ByteRange?
  /// With their quotes.
  package private(set) var by: ByteRange?
  package private(set) var why: ByteRange?
  private var cursor = JSONCursor()

  package init() {}

  /// False for a line that is not of the common form, or wrong.
  package mutating func scan(_ line: Span<UInt8>) -> Bool {
    guard line.count <= JSONLimit.lineSizeBytesMax else { return false }
    (op, opName, kind, id) = (.other, ByteRange(0, 0), ByteRange(0, 0), ByteRange(0, 0))
    (server, present, rel, to, by, why, hasSet) = (nil, nil, nil, nil, nil, nil, false)
    members.removeAll(keepingCapacity: true)
    cursor.restart()
    do {
      return try readObject(line)
    } catch {
      return false
    }
  }

  private mutating func readObject(_ line: Span<UInt8>) throws -> Bool {
    cursor.skipSpace(line)
    guard cursor.peek(line) == UInt8(ascii: "{") else { return false }
    cursor.position += 1
    var found = KeySet()
    var goesOn = true
    while goesOn {
      let name = try cursor.memberKey(line)
      guard !name.isEscaped else { return false }
      let key = EventKey(name, line)
      guard found.insert(key), try read(key, line) else { return false }
      goesOn = try cursor.memberEnd(line)
    }
    try cursor.expectEnd(line)
    return !opName.isEmpty && !kind.isEmpty && !id.isEmpty
  }

  @inline(__always)
  private mutating func read(_ key: EventKey, _ line: Span<UInt8>) throws -> Bool {
    switch key {
    case .op:
      let name = try plain(line)
      guard let name else { return false }
      opName = name
      op = EventLine.Op(JSONString(range: name, isEscaped: false), line)
      return op != .other
    case .kind:
      guard let text = try plain(line) else { return false }
      kind = text
    case .id:
      guard let text = try plain(line) else { return false }
      id = text
    case .rel:
      guard let text = try plain(line) else { return false }
      rel = text
    case .to:
      guard let text = try plain(line) else { return false }
      to = text
    case .server:
      guard let text = try plain(line) else { return false }
      server = text
    case .by:
      by = try quoted(line)
      return by != nil
    case .why:
      why = try quoted(line)
      return why != nil
    case .present:
      let range = try cursor.skipValue(line, depth: 1)
      guard line[range.start] == UInt8(ascii: "t") || line[range.start] == UInt8(ascii: "f") else {
        return false
      }
      present = line[range.start] == UInt8(ascii: "t")
    case .set: return try readMembers(line)
    case .stamp, .seq, .v, .at, .over, .was, .acks, .salt, .other: return false
    }
    return true
  }

  /// A string without escapes.
  private mutating func plain(_ line: Span<UInt8>) throws -> ByteRange? {
    guard cursor.peek(line) == UInt8(ascii: "\"") else { return nil }
    let string = try cursor.string(line)
    return string.isEscaped ? nil : string.range
  }

  /// A string in its canonical form.
  private mutating func quoted(_ line: Span<UInt8>) throws -> ByteRange? {
    guard cursor.peek(line) == UInt8(ascii: "\"") else { return nil }
    let string = try cursor.string(line)
    guard CanonicalText.isString(string, line) else { return nil }
    return ByteRange(string.range.start - 1, string.range.end + 1)
  }

  private mutating func readMembers(_ line: Span<UInt8>) throws -> Bool {
    guard cursor.peek(line) == UInt8(ascii: "{") else { return false }
    hasSet = true
    cursor.position += 1
    cursor.skipSpace(line)
    if cursor.peek(line) == UInt8(ascii: "}") {
      cursor.position += 1
      return true
    }
    var goesOn = true
    while goesOn {
      let key = try cursor.memberKey(line)
      guard !key.isEscaped else { return false }
      let value = try cursor.skipValue(line, depth: 2)
      guard insert(Member(key: key.range, value: value), line) else { return false }
      goesOn = try cursor.memberEnd(line)
    }
    return true
  }

  /// Keeps the members ascending; false where a key comes twice.
  private mutating func insert(_ member: Member, _ line: Span<UInt8>) -> Bool {
    var place = members.count
    while place > 0 {
      let other = members[place - 1].key
      let order = Self.compare(other, member.key, line)
      if order == 0 { return false }
      if order < 0 { break }
      place -= 1
    }
    if place == members.count { members.append(member) } else { members.insert(member, at: place) }
    return true
  }

  private static func compare(_ left: ByteRange, _ right: ByteRange, _ line: Span<UInt8>) -> Int {
    let count = min(left.count, right.count)
    var index = 0
    while index < count {
      let (a, b) = (line[unchecked: left.start &+ index], line[unchecked: right.start &+ index])
      if a != b { return a < b ? -1 : 1 }
      index &+= 1
    }
    return left.count - right.count
  }
}
