package import DaybookModel

/// The events of a commit that is to be written, as bytes: each line's canonical text after its number, the places of
/// its parts, and its stamp. The writer puts stamp and number in front.
package struct EventBodies: Sendable {
  package struct Entry: Sendable {
    /// The line without its number; ranges count from the body's start.
    package var line: EventLine
    /// Where the body ends in `bytes`; it begins where the one before ends.
    package var end: Int
  }

  /// The bodies of all events, each `,"op":…}`.
  package private(set) var bytes: [UInt8] = []
  package private(set) var entries: [Entry] = []
  /// Where the body that is being written begins.
  private var start = 0

  package init() {}

  /// Bodies of events given as values. Their numbers are not read.
  package init(_ events: [Event]) {
    var buffer = MutationBuffer()
    for event in events {
      buffer.removeAll()
      // Sound: two GiB of text are refused long before they become an event.
      do { try buffer.append(event.mutation) } catch { preconditionFailure("\(error)") }
      let entry = buffer.entries[0]
      let salt = event.salt.map { EventSalt.text(buffer.append(text: $0)) }
      append(
        entry, entry.set.map { buffer.members[$0] }, of: buffer,
        EventTimes(stamp: event.stamp, at: event.at, over: event.over), salt)
    }
  }

  package var count: Int { entries.count }

  package mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(count * 288)
    entries.reserveCapacity(count)
  }

  package func range(_ index: Int) -> Range<Int> {
    (index > 0 ? entries[index - 1].end : 0)..<entries[index].end
  }

  /// An event as it will be read, without its number. O(event)
  package func event(_ index: Int) -> Event {
    var text = Array(bytes[range(index)])
    // The body is an object except for its first byte.
    text[0] = UInt8(ascii: "{")
    return entries[index].line.event(text.span)
  }

  package func events() -> [Event] { entries.indices.map(event) }
}

/// When an event is written, and when it counts.
package struct EventTimes: Sendable {
  package var stamp: Stamp
  package var at: Stamp?
  package var over: Event.Over?

  package init(stamp: Stamp, at: Stamp? = nil, over: Event.Over? = nil) {
    (self.stamp, self.at, self.over) = (stamp, at, over)
  }
}

/// The random bytes of an event: they keep the hash of its line from revealing its values.
package enum EventSalt: Sendable {
  case drawn(Salt)
  /// The salt of an event that had one.
  case text(ByteRange)
}

// MARK: Writing

extension EventBodies {
  /// Writes an event's body: its keys in the order of the format.
  ///
  /// - Parameter set: the fields, ascending by name; nil if the event has none. - Returns: the place of the object of
  /// its fields in ``bytes``.
  @discardableResult
  package mutating func append(
    _ entry: MutationBuffer.Entry, _ set: ArraySlice<MutationBuffer.Member>?, of buffer: MutationBuffer,
    _ times: EventTimes, _ salt: EventSalt?
  ) -> ByteRange? {
    start = bytes.count
    let op = write(",\"op\":\"", entry.op, entry.opName, buffer)
    let kind = write(",\"kind\":\"", text: entry.kind, buffer)
    let id = write(",\"id\":\"", text: entry.id, buffer)
    var line = EventLine(stamp: times.stamp, seq: 0, op: entry.op, opName: op, kind: kind, id: id)
    (line.v, line.at, line.server, line.present) = (entry.v, times.at, entry.server, entry.present)
    line.acks = entry.acks
    if let v = entry.v { write(",\"v\":", "\(v)") }
    if let at = times.at { write(",\"at\":\"", at) }
    if let server = entry.server { write(",\"server\":\"", "\(server)\"") }
    if let present = entry.present { write(",\"present\":", present ? "true" : "false") }
    switch times.over {
    case .cleared?:
      write(",\"over\":", "null")
      line.over = .cleared
    case .upTo(let stamp)?:
      write(",\"over\":\"", stamp)
      line.over = .upTo(stamp)
    case nil: break
    }
    line.was = entry.was.map { write(",\"was\":", json: $0, buffer) }
    if let acks = entry.acks { write(",\"acks\":\"", acks) }
    line.set = set.map { write(fields: $0, buffer) }
    line.rel = entry.rel.map { write(",\"rel\":\"", text: $0, buffer) }
    line.to = entry.to.map { write(",\"to\":\"", text: $0, buffer) }
    line.by = entry.by.map { write(",\"by\":", string: $0, buffer) }
    line.why = entry.why.map { write(",\"why\":", string: $0, buffer) }
    line.salt = salt.map { write($0, buffer) }
    if let other = entry.other { line.hasOther = write(other: other, buffer) }
    bytes.append(UInt8(ascii: "}"))
    entries.append(Entry(line: line, end: bytes.count))
    return line.set.map { ByteRange(start + $0.start, start + $0.end) }
  }

  private mutating func write(_ salt: EventSalt, _ buffer: MutationBuffer) -> JSONString {
    switch salt {
    case .text(let text): return write(",\"salt\":\"", text: text, buffer)
    case .drawn(let salt):
      bytes.append(contentsOf: ",\"salt\":\"" as StaticString)
      let first = bytes.count - start
      salt.write(to: &bytes)
      let range = ByteRange(first, bytes.count - start)
      bytes.append(UInt8(ascii: "\""))
      return JSONString(range: range, isEscaped: false)
    }
  }

  /// Writes one of the events once more, with another stamp and, if it has a salt, another one.
  package mutating func appendAgain(_ index: Int, at stamp: Stamp, _ salt: Salt?) {
    let body = range(index)
    var line = entries[index].line
    line.stamp = stamp
    let start = bytes.count
    bytes.append(contentsOf: Array(bytes[body]))
    if let salt, let range = line.salt?.range {
      var text: [UInt8] = []
      salt.write(to: &text)
      bytes.replaceSubrange(start + range.start..<start + range.end, with: text)
    }
    entries.append(Entry(line: line, end: bytes.count))
  }

  private mutating func write(_ key: StaticString, _ text: String) {
    bytes.append(contentsOf: key)
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func write(_ key: StaticString, _ stamp: Stamp) {
    bytes.append(contentsOf: key)
    stamp.write(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(
    _ key: StaticString, _ op: EventLine.Op, _ name: ByteRange, _ buffer: MutationBuffer
  ) -> JSONString {
    if op == .other { return write(key, text: name, buffer) }
    bytes.append(contentsOf: key)
    let first = bytes.count - start
    bytes.append(contentsOf: op.name)
    let range = ByteRange(first, bytes.count - start)
    bytes.append(UInt8(ascii: "\""))
    return JSONString(range: range, isEscaped: false)
  }

  /// A string from its text; the key ends with its opening quote.
  private mutating func write(_ key: StaticString, text: ByteRange, _ buffer: MutationBuffer) -> JSONString {
    bytes.append(contentsOf: key)
    let first = bytes.count - start
    let isEscaped = bytes.append(escaping: buffer.bytes, text)
    let range = ByteRange(first, bytes.count - start)
    bytes.append(UInt8(ascii: "\""))
    return JSONString(range: range, isEscaped: isEscaped)
  }

  /// A string that is JSON already.
  private mutating func write(_ key: StaticString, string: ByteRange, _ buffer: MutationBuffer) -> JSONString
  {
    let range = write(key, json: string, buffer)
    let isEscaped = bytes[(start + range.start)..<(start + range.end)].contains(UInt8(ascii: "\\"))
    return JSONString(range: ByteRange(range.start + 1, range.end - 1), isEscaped: isEscaped)
  }

  private mutating func write(_ key: StaticString, json: ByteRange, _ buffer: MutationBuffer) -> ByteRange {
    bytes.append(contentsOf: key)
    let first = bytes.count - start
    bytes.append(buffer.bytes, json)
    return ByteRange(first, bytes.count - start)
  }

  private mutating func write(
    fields: ArraySlice<MutationBuffer.Member>, _ buffer: MutationBuffer
  ) -> ByteRange {
    bytes.append(contentsOf: ",\"set\":" as StaticString)
    let first = bytes.count - start
    var separator = UInt8(ascii: "{")
    for member in fields {
      bytes.append(separator)
      bytes.append(UInt8(ascii: "\""))
      _ = bytes.append(escaping: buffer.bytes, member.name)
      bytes.append(UInt8(ascii: "\""))
      bytes.append(UInt8(ascii: ":"))
      bytes.append(buffer.bytes, member.value)
      separator = UInt8(ascii: ",")
    }
    if fields.isEmpty { bytes.append(separator) }
    bytes.append(UInt8(ascii: "}"))
    return ByteRange(first, bytes.count - start)
  }

  /// Writes other keys; returns whether there are any. Keys that this version knows are not among them.
  private mutating func write(other: ByteRange, _ buffer: MutationBuffer) -> Bool {
    var isAny = false
    for member in buffer.value(other).object ?? [:] {
      guard case .other = EventKey(slow: member.key) else { continue }
      var writer = JSONWriter()
      writer.write(member.key)
      writer.write(byte: UInt8(ascii: ":"))
      writer.write(member.value)
      bytes.append(UInt8(ascii: ","))
      bytes += writer.bytes
      isAny = true
    }
    return isAny
  }
}

extension [UInt8] {
  @inline(__always)
  fileprivate mutating func append(contentsOf text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  @inline(__always)
  fileprivate mutating func append(_ other: [UInt8], _ range: ByteRange) {
    other.withUnsafeBufferPointer { append(contentsOf: $0[range.start..<range.end]) }
  }

  /// Writes the text as the inside of a JSON string; returns whether that has escapes.
  fileprivate mutating func append(escaping other: [UInt8], _ range: ByteRange) -> Bool {
    let isPlain = other.withUnsafeBufferPointer { text in
      text[range.start..<range.end].allSatisfy {
        $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
    }
    guard !isPlain else {
      append(other, range)
      return false
    }
    var writer = JSONWriter()
    writer.write(String(decoding: other[range.start..<range.end], as: UTF8.self))
    append(contentsOf: writer.bytes.dropFirst().dropLast())
    return true
  }
}
