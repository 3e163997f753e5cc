package import DaybookModel

/// Reads mutations' lines like ``EventLine``: strict JSON in one pass, with the header decoded and the values left in
/// place. Handles only the common form and leaves all other lines, including wrong ones, to the code that builds
/// values.
package struct MutationScanner: Sendable {
  /// Ranges refer to the line; its fields are ``members``.
  package private(set) var entry = MutationBuffer.Entry()
  /// By the bytes of their names. Their values are accepted JSON, not yet canonical.
  package private(set) var members: [MutationBuffer.Member] = []
  private var cursor = JSONCursor()

  package init() {}

  /// False for a line that is wrong or does not have the common form.
  package mutating func scan(_ line: Span<UInt8>) -> Bool {
    guard line.count <= JSONLimit.lineSizeBytesMax else { return false }
    entry = MutationBuffer.Entry()
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
    return entry.op != .other && !entry.kind.isEmpty && !entry.id.isEmpty
  }

  @inline(__always)
  private mutating func read(_ key: EventKey, _ line: Span<UInt8>) throws -> Bool {
    switch key {
    case .op:
      guard let name = try plain(line) else { return false }
      entry.op = EventLine.Op(JSONString(range: name, isEscaped: false), line)
      return entry.op != .other
    case .kind:
      guard let text = try plain(line) else { return false }
      entry.kind = text
    case .id:
      guard let text = try plain(line) else { return false }
      entry.id = text
    case .rel:
      entry.rel = try plain(line)
      return entry.rel != nil
    case .to:
      entry.to = try plain(line)
      return entry.to != nil
    case .server:
      guard let text = try plain(line) else { return false }
      entry.server = ServerTime(line.extracting(text.start..<text.end))
      return entry.server != nil
    case .by:
      entry.by = try quoted(line)
      return entry.by != nil
    case .why:
      entry.why = try quoted(line)
      return entry.why != nil
    case .present:
      let range = try cursor.skipValue(line, depth: 1)
      let first = line[range.start]
      guard first == UInt8(ascii: "t") || first == UInt8(ascii: "f") else { return false }
      entry.present = first == UInt8(ascii: "t")
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

  /// A string in its canonical form, with its quotes.
  private mutating func quoted(_ line: Span<UInt8>) throws -> ByteRange? {
    guard cursor.peek(line) == UInt8(ascii: "\"") else { return nil }
    let string = try cursor.string(line)
    guard CanonicalText.isString(string, line) else { return nil }
    return ByteRange(string.range.start - 1, string.range.end + 1)
  }

  private mutating func readMembers(_ line: Span<UInt8>) throws -> Bool {
    guard cursor.peek(line) == UInt8(ascii: "{") else { return false }
    entry.set = 0..<0
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
      guard insert(MutationBuffer.Member(name: key.range, value: value), line) else { return false }
      goesOn = try cursor.memberEnd(line)
    }
    return true
  }

  /// Keeps the members ascending; false if a name occurs twice.
  private mutating func insert(_ member: MutationBuffer.Member, _ line: Span<UInt8>) -> Bool {
    var place = members.count
    while place > 0 {
      let order = ByteRange.compare(members[place - 1].name, member.name, line)
      if order == 0 { return false }
      if order < 0 { break }
      place -= 1
    }
    if place == members.count { members.append(member) } else { members.insert(member, at: place) }
    return true
  }
}

extension ByteRange {
  /// Negative if the left one's bytes come first, zero if they are the same.
  package static func compare(_ left: ByteRange, _ right: ByteRange, _ bytes: Span<UInt8>) -> Int {
    let count = min(left.count, right.count)
    var index = 0
    while index < count {
      let (a, b) = (bytes[left.start &+ index], bytes[right.start &+ index])
      if a != b { return a < b ? -1 : 1 }
      index &+= 1
    }
    return left.count - right.count
  }
}
