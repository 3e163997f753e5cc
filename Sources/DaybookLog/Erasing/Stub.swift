import Crypto
package import DaybookModel

/// What is left of an event's line when values of it are erased. Every machine makes the same bytes from the same line:
/// see Erasing.md, "The stub".
package enum Stub {
  private struct Field {
    var name: String
    var value: ByteRange
    var salt: [UInt8]
  }

  /// The stub of a text, or of a stub of it, without LF.
  ///
  /// - Parameters:
  ///   - line: a line that was parsed as `event`.
  ///   - leaf: the text's leaf.
  package static func make(
    of line: Span<UInt8>, _ event: EventLine, leaf: Hash256, erasing fields: ErasedFields
  ) -> [UInt8] {
    let former = event.isStub ? StubMark(of: line) : nil
    var mark = StubMark(leaf: leaf, fields: former?.fields ?? [])
    var left: [Field] = []
    for field in self.fields(of: line, event, former) {
      if fields.contains(field.name) {
        mark.fields.append(field.name)
      } else {
        left.append(field)
        mark.salts += field.salt
      }
    }
    mark.fields.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var json = JSONWriter(capacity: line.count)
    json.open("erased", first: true)
    json.write(mark.json)
    write(event, line, to: &json)
    for (index, field) in left.enumerated() {
      if index == 0 { json.open("set") }
      json.write(byte: UInt8(ascii: index == 0 ? "{" : ","))
      json.write(field.name)
      json.write(byte: UInt8(ascii: ":"))
      line.extracting(field.value.start..<field.value.end).withUnsafeBufferPointer { json.write(json: $0) }
    }
    if !left.isEmpty { json.write(byte: UInt8(ascii: "}")) }
    if let rel = event.rel {
      json.open("rel")
      json.write(rel.text(line))
    }
    if let to = event.to {
      json.open("to")
      json.write(to.text(line))
    }
    if let by = event.by, !left.isEmpty {
      json.open("by")
      json.write(by.text(line))
    }
    // With it, the next import recognises its own values.
    if !left.isEmpty, event.hasOther, let source = event.other(line)[Mutation.sourceKey]?.string {
      json.open("from-source")
      json.write(source)
    }
    json.write(byte: UInt8(ascii: "}"))
    return json.bytes
  }

  /// The fields of a line, by the bytes of their names.
  private static func fields(of line: Span<UInt8>, _ event: EventLine, _ former: StubMark?) -> [Field] {
    guard let set = event.set else { return [] }
    let object = line.extracting(set.start..<set.end)
    var fields: [Field] = []
    JSONParser.members(accepted: object) { key, value in
      fields.append(
        Field(
          name: key.text(object), value: ByteRange(set.start + value.start, set.start + value.end), salt: []))
    }
    fields.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    let text = event.salt.map { $0.text(line) } ?? ""
    for index in fields.indices {
      let start = index * StubMark.saltSizeBytes
      if let former, start + StubMark.saltSizeBytes <= former.salts.count {
        fields[index].salt = Array(former.salts[start..<start + StubMark.saltSizeBytes])
      } else {
        fields[index].salt = salt(of: fields[index].name, in: text)
      }
    }
    return fields
  }

  /// The salt of a field that stays, which reveals nothing about the text's salt.
  private static func salt(of field: String, in text: String) -> [UInt8] {
    let digest = SHA256.hash(data: Array("daybook-stub1\n\(text)\n\(field)".utf8))
    return Array(digest.prefix(StubMark.saltSizeBytes))
  }

  /// From `stamp` to `acks`.
  private static func write(_ event: EventLine, _ line: Span<UInt8>, to json: inout JSONWriter) {
    json.open("stamp")
    json.write(event.stamp.description)
    json.open("seq")
    json.write(event.seq)
    json.open("op")
    json.write(event.opName.text(line))
    json.open("kind")
    json.write(event.kind.text(line))
    json.open("id")
    json.write(event.id.text(line))
    if let v = event.v {
      json.open("v")
      json.write(v)
    }
    if let at = event.at {
      json.open("at")
      json.write(at.description)
    }
    if let server = event.server {
      json.open("server")
      json.write(server.description)
    }
    if let present = event.present {
      json.open("present")
      json.write(.bool(present))
    }
    if event.over != .absent {
      json.open("over")
      if case .upTo(let stamp) = event.over { json.write(stamp.description) } else { json.write(.null) }
    }
    if let was = event.was {
      json.open("was")
      json.write(JSONParser.parse(accepted: line.extracting(was.start..<was.end)))
    }
    if let acks = event.acks {
      json.open("acks")
      json.write(acks.description)
    }
  }
}
