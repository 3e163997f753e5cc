package import DaybookLog
public import DaybookModel

/// A file of proofs: that lines are in replicas' trees, and that kept heads are the beginnings of later ones, against
/// signed heads that the file carries. It can be checked without the ledger and without trusting anyone: see
/// ``ProofReport``.
///
///     {"daybook":"proof","format":1,"ledger":"0193…","proofs":[{"replica":"4f2a…","key":"<base64>","note":"daybook1\n…",
///      "events":[{"index":41,"line":"{…}","path":["<hex>",…]}],"from":[{"note":"…","path":["<hex>",…]}]}]}
///
/// A proof is never applied to a ledger.
public struct Proof: Sendable, Equatable {
  /// A UUID.
  public let ledger: String
  package let parts: [Part]

  /// What is proved of one replica, against one of its heads.
  package struct Part: Sendable, Equatable {
    package var publicKey: [UInt8]
    package var note: HeadNote
    package var events: [Leaf] = []
    package var earlier: [Earlier] = []
  }

  /// That a line is the one at this place of the tree.
  package struct Leaf: Sendable, Equatable {
    package var index: UInt64
    package var content: Content
    /// From the leaf up (RFC 6962, 2.1.1).
    package var path: [Hash256]
  }

  package enum Content: Sendable, Equatable {
    /// The event's line without LF.
    case line([UInt8])
    /// Its leaf alone: anyone who has the line can check that it is this one.
    case leaf(Hash256)
  }

  /// That the tree of a head that was kept is the beginning of the present one (RFC 6962, 2.1.2).
  package struct Earlier: Sendable, Equatable {
    package var note: HeadNote
    package var path: [Hash256]
  }

  package init(ledger: String, parts: [Part]) { (self.ledger, self.parts) = (ledger, parts) }

  /// How many events the proof is about.
  public var eventCount: Int { parts.reduce(0) { $0 + $1.events.count } }

  /// How many kept heads the proof starts from.
  public var earlierCount: Int { parts.reduce(0) { $0 + $1.earlier.count } }

  /// Whether the proof holds lines, with all their values.
  public var holdsLines: Bool {
    parts.contains { $0.events.contains { if case .line = $0.content { true } else { false } } }
  }

  /// The same proof with leaves instead of lines.
  public var withoutLines: Proof {
    Proof(
      ledger: ledger,
      parts: parts.map { part in
        var part = part
        for index in part.events.indices {
          part.events[index].content = .leaf(part.events[index].content.hash)
        }
        return part
      })
  }
}

extension Proof.Content {
  var hash: Hash256 {
    switch self {
    case .line(let line): DaybookLog.Leaf.hash(line.span)
    case .leaf(let hash): hash
    }
  }
}

extension Proof {
  private static let format: Int64 = 1
  /// A proof is a few kilobytes for each event.
  public static let sizeBytesMax = 64 << 20

  /// One JSON object and LF.
  public var bytes: [UInt8] {
    let object: JSONObject = [
      "daybook": "proof", "format": .int(Self.format), "ledger": .string(ledger),
      "proofs": .array(parts.map { .object($0.json) }),
    ]
    return JSONValue.object(object).canonicalBytes + [UInt8(ascii: "\n")]
  }

  /// Reads the form; ``ProofReport`` checks whether it proves anything. Refuses unknown members, since a proof must be
  /// understood as a whole.
  ///
  /// - Throws: ``LedgerError`` with code `bad-data`.
  public init(_ bytes: [UInt8], name: String) throws(LedgerError) {
    func failure(_ what: String, _ offset: Int? = nil) -> LedgerError {
      LedgerError(
        .badData, what, file: name, offset: offset, advice: "give a file as '\(Remedy.prove)' writes it")
    }
    guard bytes.count <= Self.sizeBytesMax else { throw failure("larger than a proof can be") }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(bytes)
    } catch {
      throw failure("not a proof: \(error.reason.rawValue)", error.offset)
    }
    guard let object = value.object, object["daybook"]?.string == "proof" else {
      throw failure("not a proof")
    }
    guard object["format"]?.int == Self.format else {
      throw failure("a proof in a format that this version does not know")
    }
    guard object.has(only: ["daybook", "format", "ledger", "proofs"]),
      let ledger = object["ledger"]?.string, LedgerLayout.isLedgerID(ledger),
      let parts = object["proofs"]?.array?.allOrNone(Part.init), !parts.isEmpty,
      parts.allSatisfy({ $0.note.ledger == ledger })
    else { throw failure("a malformed proof") }
    self.init(ledger: ledger, parts: parts)
  }
}

extension Proof.Part {
  fileprivate var json: JSONObject {
    var object: JSONObject = [
      "replica": .string(note.replica.description), "key": .string(Base64.text(publicKey)),
      "note": .string(note.description),
    ]
    if !events.isEmpty {
      object["events"] = .array(
        events.map { event in
          var member: JSONObject = ["index": .int(Int64(clamping: event.index)), "path": .path(event.path)]
          switch event.content {
          case .line(let line): member["line"] = .string(String(decoding: line, as: UTF8.self))
          case .leaf(let hash): member["leaf"] = .string(hash.description)
          }
          return .object(member)
        })
    }
    if !earlier.isEmpty {
      object["from"] = .array(
        earlier.map { ["note": .string($0.note.description), "path": .path($0.path)] })
    }
    return object
  }

  fileprivate init?(_ json: JSONValue) {
    guard let object = json.object, object.has(only: ["replica", "key", "note", "events", "from"]),
      let key = object["key"]?.string.flatMap({ Base64.bytes($0) }),
      key.count == Signing.publicKeySizeBytes, let note = HeadNote(object["note"]),
      object["replica"]?.string == note.replica.description
    else { return nil }
    (publicKey, self.note) = (key, note)
    if let events = object["events"] {
      guard let found = events.array?.allOrNone(Proof.Leaf.init), !found.isEmpty else { return nil }
      self.events = found
    }
    if let earlier = object["from"] {
      guard let found = earlier.array?.allOrNone(Proof.Earlier.init), !found.isEmpty else { return nil }
      self.earlier = found
    }
    if events.isEmpty, earlier.isEmpty { return nil }
  }
}

extension Proof.Leaf {
  fileprivate init?(_ json: JSONValue) {
    guard let object = json.object, object.has(only: ["index", "line", "leaf", "path"]),
      let index = object["index"]?.int.flatMap({ UInt64(exactly: $0) }), let path = object["path"]?.path
    else { return nil }
    switch (object["line"], object["leaf"]) {
    case (let line?, nil):
      guard let text = line.string else { return nil }
      content = .line(Array(text.utf8))
    case (nil, let leaf?):
      guard let hash = leaf.string.flatMap({ Hash256($0) }) else { return nil }
      content = .leaf(hash)
    default: return nil
    }
    (self.index, self.path) = (index, path)
  }
}

extension Proof.Earlier {
  fileprivate init?(_ json: JSONValue) {
    guard let object = json.object, object.has(only: ["note", "path"]), let note = HeadNote(object["note"]),
      let path = object["path"]?.path
    else { return nil }
    (self.note, self.path) = (note, path)
  }
}

extension HeadNote {
  /// A text that is one note and nothing else.
  fileprivate init?(_ json: JSONValue?) {
    guard let text = json?.string, let notes = try? HeadNote.all(in: Array(text.utf8)), notes.count == 1,
      notes[0].description == text
    else { return nil }
    self = notes[0]
  }
}

extension JSONValue {
  fileprivate static func path(_ hashes: [Hash256]) -> JSONValue {
    .array(hashes.map { .string($0.description) })
  }

  /// No tree of 64-bit sizes has longer ones.
  fileprivate var path: [Hash256]? {
    guard let items = array, items.count <= 65 else { return nil }
    return items.allOrNone { $0.string.flatMap { Hash256($0) } }
  }
}

extension JSONObject {
  fileprivate func has(only names: Set<String>) -> Bool { allSatisfy { names.contains($0.key) } }
}

extension [JSONValue] {
  fileprivate func allOrNone<Result>(_ make: (JSONValue) -> Result?) -> [Result]? {
    var results: [Result] = []
    for item in self {
      guard let result = make(item) else { return nil }
      results.append(result)
    }
    return results
  }
}
