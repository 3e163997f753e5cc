package import DaybookModel

/// A commit's own line: `{"commit":12,"events":3,"key":…,"seen":{…},…,"size":54,"root":"…","sig":"…"}`.
///
/// The tree cannot hold its own root, so a commit's leaf is its line with `,"size":…` up to the
/// signature's closing quote cut out. So that this is a single rule on bytes, these three come last and in one form
/// only; a sealed file omits them if a later signature covers the commit.
package struct CommitLine: Sendable, Equatable {
  package var commit: Commit
  /// The bytes of the signed head within the line; nil without one.
  package var head: ByteRange?

  package static func parse(_ line: Span<UInt8>) throws(LineError) -> CommitLine {
    var cursor = JSONCursor()
    return try parse(line, &cursor)
  }

  package static func parse(
    _ line: Span<UInt8>, _ cursor: inout JSONCursor
  ) throws(LineError) -> CommitLine {
    var result = CommitLine(commit: Commit(number: 0, events: 0), head: nil)
    try LineType.walk(line, &cursor) { key, cursor, line throws(LineError) in
      guard result.head == nil else { throw LineError(.headNotLast, at: key.range.start - 1) }
      // In canonical order these ascend, so that noting them all costs almost nothing.
      cursor.note(key)
      try result.read(key, &cursor, line)
    }
    guard result.commit.number > 0 else { throw LineError(.missing(key: "commit"), at: line.count) }
    guard result.commit.events > 0 else { throw LineError(.missing(key: "events"), at: line.count) }
    return result
  }

  private mutating func read(
    _ key: JSONString, _ cursor: inout JSONCursor, _ line: Span<UInt8>
  ) throws(LineError) {
    if key.equals("commit", line) {
      commit.number = try cursor.count(of: "commit", line)
    } else if key.equals("events", line) {
      commit.events = try cursor.count(of: "events", line)
    } else if key.equals("key", line) {
      commit.key = try cursor.string(of: "key", line).text(line)
    } else if key.equals("seen", line) {
      let start = cursor.position
      let range = try cursor.object(of: "seen", line)
      let json = JSONParser.parse(accepted: line.extracting(range.start..<range.end)).object ?? [:]
      guard let seen = Seen(json) else {
        throw LineError(.wrongType(key: "seen", expected: "{replica: [[size, root], …]}"), at: start)
      }
      commit.seen = seen
    } else if key.equals("size", line) || key.equals("root", line) || key.equals("sig", line) {
      try readHead(key, &cursor, line)
    } else {
      let name = key.text(line)
      let range = try cursor.value(line)
      commit.other[name] = JSONParser.parse(accepted: line.extracting(range.start..<range.end))
    }
  }

  /// From `"size":` to the signature's closing quote, byte by byte.
  private mutating func readHead(
    _ key: JSONString, _ cursor: inout JSONCursor, _ line: Span<UInt8>
  ) throws(LineError) {
    let start = key.range.start - 2
    let failure = LineError(.headNotLast, at: key.range.start - 1)
    guard key.equals("size", line), !key.isEscaped, start > 0, line[start] == UInt8(ascii: ","),
      cursor.position == key.range.end + 2
    else { throw failure }
    var place = cursor.position
    var size: UInt64 = 0
    while place < line.count, isDigit(line[place]), place - cursor.position < 18 {
      size = size * 10 + UInt64(line[place] - UInt8(ascii: "0"))
      place += 1
    }
    guard size > 0, line[cursor.position] != UInt8(ascii: "0"), line.skip(",\"root\":\"", at: &place),
      place + 64 <= line.count, let root = Hash256(hexadecimal: line, at: place)
    else { throw failure }
    place += 64
    guard line.skip("\",\"sig\":\"", at: &place), place + Self.signatureTextCount <= line.count else {
      throw failure
    }
    let text = line.extracting(place..<place + Self.signatureTextCount)
    guard let signature = text.withUnsafeBufferPointer({ Base64.bytes($0) }), signature.count == 64 else {
      throw failure
    }
    place += Self.signatureTextCount
    guard line.skip("\"", at: &place) else { throw failure }
    commit.head = SignedHead(size: size, root: root, signature: signature)
    head = ByteRange(start, place)
    cursor.position = place
  }

  /// 64 bytes in base64.
  private static let signatureTextCount = 88
}

extension CommitLine {
  /// The commit's line without LF; without a head it is the text of the leaf.
  package static func write(_ commit: Commit) -> [UInt8] {
    var json = JSONWriter(capacity: 320)
    json.open("commit", first: true)
    json.write(commit.number)
    json.open("events")
    json.write(commit.events)
    if let key = commit.key {
      json.open("key")
      json.write(key)
    }
    if !commit.seen.isEmpty {
      json.open("seen")
      json.write(commit.seen.json)
    }
    for member in commit.other where !known.contains(member.key) {
      json.write(byte: UInt8(ascii: ","))
      json.write(member.key)
      json.write(byte: UInt8(ascii: ":"))
      json.write(member.value)
    }
    json.write(byte: UInt8(ascii: "}"))
    guard let head = commit.head else { return json.bytes }
    return adding(head, to: json.bytes)
  }

  private static let known: Set<String> = ["commit", "events", "key", "seen", "size", "root", "sig"]

  /// The line whose leaf is `leaf`, with a head.
  package static func adding(_ head: SignedHead, to leaf: [UInt8]) -> [UInt8] {
    let brace = leaf.lastIndex(of: UInt8(ascii: "}")) ?? leaf.endIndex
    var line = Array(leaf[..<brace])
    line.append(contentsOf: ",\"size\":\(head.size),\"root\":\"".utf8)
    head.root.write(to: &line)
    line.append(contentsOf: "\",\"sig\":\"".utf8)
    Base64.write(head.signature, to: &line)
    line.append(UInt8(ascii: "\""))
    line.append(contentsOf: leaf[brace...])
    return line
  }

  /// The leaf's text: the line without its head, as sealing writes it.
  package func strippingHead(_ line: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count)
    appendLeaf(of: line, to: &bytes)
    return bytes
  }

  package func appendLeaf(of line: Span<UInt8>, to bytes: inout [UInt8]) {
    let cut = head ?? ByteRange(line.count, line.count)
    line.extracting(0..<cut.start).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    line.extracting(cut.end..<line.count).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  package func leafHash(_ line: Span<UInt8>) -> Hash256 {
    guard let head else { return DaybookLog.Leaf.hash(line) }
    return DaybookLog.Leaf.hash(line.extracting(0..<head.start), line.extracting(head.end..<line.count))
  }
}

extension JSONCursor {
  /// A positive integer.
  mutating func count(of key: StaticString, _ line: Span<UInt8>) throws(LineError) -> UInt64 {
    let start = position
    let value = try integer(of: key, line)
    guard value > 0 else {
      throw LineError(.wrongType(key: key.description, expected: "a positive integer"), at: start)
    }
    return UInt64(value)
  }
}

extension Span<UInt8> {
  /// Moves past `text` if it is at `place`.
  fileprivate func skip(_ text: StaticString, at place: inout Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= self.count else { return false }
    for index in 0..<count where self[place + index] != text.utf8Start[index] { return false }
    place += count
    return true
  }
}
