package import DaybookModel

/// Writes events as canonical lines: keys in the order of the format, values as RFC 8785.
package struct EventLineWriter {
  private var json = JSONWriter()

  package init() {}

  /// The event's line without LF.
  package static func line(_ event: Event) -> [UInt8] {
    var writer = EventLineWriter()
    var bytes: [UInt8] = []
    writer.write(event, to: &bytes)
    return bytes
  }

  /// Appends the event's line, without LF.
  package mutating func write(_ event: Event, to bytes: inout [UInt8]) {
    write(event, seq: event.seq, to: &bytes)
  }

  /// The same with another number.
  package mutating func write(_ event: Event, seq: UInt64, to bytes: inout [UInt8]) {
    swap(&json.bytes, &bytes)
    write("stamp", event.stamp, first: true)
    json.open("seq")
    json.write(seq)
    swap(&json.bytes, &bytes)
    writeBody(event, to: &bytes)
  }

  /// Appends the event's line behind its number, without LF: `,"op":` up to the closing brace.
  package mutating func writeBody(_ event: Event, to bytes: inout [UInt8]) {
    // The writer borrows the caller's buffer: a line is written once, where it stays.
    swap(&json.bytes, &bytes)
    defer { swap(&json.bytes, &bytes) }
    let mutation = event.mutation
    write("op", mutation.op.rawValue)
    write("kind", mutation.kind)
    write("id", mutation.id)
    if let v = mutation.v {
      json.open("v")
      json.write(v)
    }
    write("at", event.at)
    if let server = mutation.server { write("server", server.description) }
    if let present = mutation.present {
      json.open("present")
      json.write(raw: present ? "true" : "false")
    }
    switch event.over {
    case .cleared?:
      json.open("over")
      json.write(raw: "null")
    case .upTo(let stamp)?: write("over", stamp)
    case nil: break
    }
    write("was", mutation.was)
    write("acks", mutation.acks)
    write("set", mutation.set)
    write("rel", mutation.rel)
    write("to", mutation.to)
    write("by", mutation.by)
    write("why", mutation.why)
    write("salt", event.salt)
    for member in mutation.other {
      guard case .other = EventKey(slow: member.key) else { continue }
      json.write(byte: UInt8(ascii: ","))
      json.write(member.key)
      json.write(byte: UInt8(ascii: ":"))
      json.write(member.value)
    }
    json.write(byte: UInt8(ascii: "}"))
  }

  private mutating func write(_ key: StaticString, _ stamp: Stamp?, first: Bool = false) {
    guard let stamp else { return }
    json.open(key, first: first)
    json.write(byte: UInt8(ascii: "\""))
    stamp.write(to: &json.bytes)
    json.write(byte: UInt8(ascii: "\""))
  }

  private mutating func write(_ key: StaticString, _ string: String?) {
    guard let string else { return }
    json.open(key)
    json.write(string)
  }

  private mutating func write(_ key: StaticString, _ object: JSONObject?) {
    guard let object else { return }
    json.open(key)
    json.write(object)
  }
}
