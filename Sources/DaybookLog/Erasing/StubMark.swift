package import DaybookModel

/// What a stub states about the line that it replaces: the value of its first key, `erased`.
package struct StubMark: Sendable, Equatable {
  package static let key = "erased"
  static let saltSizeBytes = 12

  /// The leaf of the line as it was written.
  package var leaf: Hash256
  /// The erased fields that the line had, by the bytes of their names.
  package var fields: [String]
  /// For each field that is left, in the order of their names: bytes that keep the hash of the stub from revealing the
  /// field once it is erased, too.
  package var salts: [UInt8]

  package init(leaf: Hash256, fields: [String] = [], salts: [UInt8] = []) {
    (self.leaf, self.fields, self.salts) = (leaf, fields, salts)
  }

  /// Whether it fits a stub with these fields: each is either erased or left, and has a salt if it is left.
  func fits(_ set: ByteRange?, of line: Span<UInt8>) -> Bool {
    let texts = fields.map { Array($0.utf8) }
    guard zip(texts, texts.dropFirst()).allSatisfy({ $0.lexicographicallyPrecedes($1) }) else { return false }
    var (left, isErased) = (0, false)
    if let set {
      let (object, erased) = (line.extracting(set.start..<set.end), Set(texts))
      JSONParser.members(accepted: object) { key, _ in
        left += 1
        isErased = isErased || erased.contains(Array(key.text(object).utf8))
      }
    }
    return !isErased && salts.count == left * Self.saltSizeBytes
  }

  /// Nil for a value of another form.
  init?(_ value: JSONValue) {
    guard let object = value.object, let leaf = object["leaf"]?.string.flatMap({ Hash256($0) }),
      let fields = object["fields"]?.array?.map(\.string), fields.allSatisfy({ $0 != nil })
    else { return nil }
    self.init(leaf: leaf, fields: fields.compactMap { $0 })
    guard let salts = object["salts"] else { return }
    guard let bytes = salts.string.flatMap({ Base64.bytes($0) }) else { return nil }
    self.salts = bytes
  }

  /// Reads the mark of an event's line; nil if it has none.
  package init?(of line: Span<UInt8>) {
    var found: StubMark?
    JSONParser.members(accepted: line) { key, value in
      guard key.text(line) == Self.key else { return }
      found = StubMark(JSONParser.parse(accepted: line.extracting(value.start..<value.end)))
    }
    guard let found else { return nil }
    self = found
  }

  var json: JSONValue {
    var object: JSONObject = [
      "leaf": .string(leaf.description), "fields": .array(fields.map { .string($0) }),
    ]
    if !salts.isEmpty { object["salts"] = .string(Base64.text(salts)) }
    return .object(object)
  }
}
