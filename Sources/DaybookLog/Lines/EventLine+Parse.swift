package import DaybookModel

extension EventLine {
  /// Reads an event's line without its LF: strict JSON in one pass, with the header decoded and the values left in
  /// place. Keys may come in any order; `cursor` is any cursor, reused over many lines so that none of them allocates.
  package static func parse(
    _ line: Span<UInt8>, _ cursor: inout JSONCursor
  ) throws(LineError) -> EventLine {
    var event = EventLine.blank()
    var found = KeySet()
    try LineType.walk(line, &cursor) { key, cursor, line throws(LineError) in
      let name = EventKey(key, line)
      if name == .other {
        cursor.note(key)
      } else if !found.insert(name) {
        throw LineError(.json(.duplicateKey), at: key.range.start - 1)
      }
      try event.read(name, &cursor, line)
    }
    if let missing = found.firstMissing {
      throw LineError(.missing(key: missing), at: line.count)
    }
    return event
  }

  /// A line without set values.
  static func blank() -> EventLine {
    let nothing = JSONString(range: ByteRange(0, 0), isEscaped: false)
    return EventLine(
      stamp: Stamp(time: 0, replica: ReplicaID(rawValue: 0)), seq: 0, op: .other, opName: nothing,
      kind: nothing, id: nothing)
  }

  /// One line by itself.
  package static func parse(_ line: Span<UInt8>) throws(LineError) -> EventLine {
    var cursor = JSONCursor()
    return try parse(line, &cursor)
  }

  @inline(__always)
  private mutating func read(
    _ key: EventKey, _ cursor: inout JSONCursor, _ line: Span<UInt8>
  ) throws(LineError) {
    switch key {
    case .stamp: stamp = try cursor.stamp(of: "stamp", line)
    case .seq:
      let start = cursor.position
      let value = try cursor.integer(of: "seq", line)
      guard value > 0 else {
        throw LineError(.wrongType(key: "seq", expected: "a positive integer"), at: start)
      }
      seq = UInt64(value)
    case .op:
      opName = try cursor.string(of: "op", line, allowEmpty: false)
      op = Op(opName, line)
    case .kind: kind = try cursor.string(of: "kind", line, allowEmpty: false)
    case .id: id = try cursor.string(of: "id", line, allowEmpty: false)
    case .v: v = try cursor.integer(of: "v", line)
    case .at: at = try cursor.stamp(of: "at", line)
    case .server: server = try cursor.serverTime(of: "server", line)
    case .present: present = try cursor.bool(of: "present", line)
    case .over:
      if cursor.peek(line) == UInt8(ascii: "n") {
        _ = try cursor.value(line)
        over = .cleared
      } else {
        over = .upTo(try cursor.stamp(of: "over", line))
      }
    case .was: was = try cursor.stampsOrNulls(of: "was", line)
    case .acks: acks = try cursor.stamp(of: "acks", line)
    case .set: set = try cursor.object(of: "set", line)
    case .rel: rel = try cursor.string(of: "rel", line)
    case .to: to = try cursor.string(of: "to", line)
    case .by: by = try cursor.string(of: "by", line)
    case .why: why = try cursor.string(of: "why", line)
    case .salt: salt = try cursor.string(of: "salt", line)
    case .other: hasOther = true
    }
  }
}

extension EventLine.Op {
  init(_ name: JSONString, _ line: Span<UInt8>) {
    switch name.isEscaped ? 0 : name.range.count {
    case 4 where name.equals("link", line): self = .link
    case 4 where name.equals("sync", line): self = .sync
    case 5 where name.equals("erase", line): self = .erase
    case 6 where name.equals("upsert", line): self = .upsert
    case 6 where name.equals("unlink", line): self = .unlink
    case 6 where name.equals("delete", line): self = .delete
    case 7 where name.equals("dismiss", line): self = .dismiss
    case 7 where name.equals("restore", line): self = .restore
    // With escapes, or empty.
    case 0: self = Self(EventOperation(rawValue: name.text(line)))
    default: self = .other
    }
  }

}

extension JSONCursor {
  fileprivate mutating func serverTime(
    of key: StaticString, _ line: Span<UInt8>
  ) throws(LineError) -> ServerTime {
    let start = position
    let value = try string(of: key, line)
    guard let time = ServerTime(value.text(line)) else {
      throw LineError(.wrongType(key: key.description, expected: "a time to the nanosecond"), at: start)
    }
    return time
  }

  /// `{field: stamp or null}`
  fileprivate mutating func stampsOrNulls(
    of key: StaticString, _ line: Span<UInt8>
  ) throws(LineError) -> ByteRange {
    let range = try object(of: key, line)
    var isSound = true
    JSONParser.members(accepted: line.extracting(range.start..<range.end)) { _, value in
      let text = line.extracting(range.start + value.start..<range.start + value.end)
      switch JSONParser.parse(accepted: text) {
      case .null: break
      case .string(let text): if Stamp(text) == nil { isSound = false }
      default: isSound = false
      }
    }
    guard isSound else {
      throw LineError(
        .wrongType(key: key.description, expected: "an object of stamps or nulls"), at: range.start)
    }
    return range
  }
}
