package import DaybookModel

/// The content of an event with the op `erase`: see Erasing.md, "The events".
package struct EraseEvent: Sendable, Hashable {
  package static let key = "erases"

  package enum Act: Sendable, Hashable {
    case line(Line)
    /// The erasure is withdrawn.
    case withdrawn
    /// The author is about to replace its own lines, so it is too late to withdraw the erasure for them.
    case begun
    /// The author's machine has no text of it left.
    case done
  }

  /// What is erased from one line.
  package struct Line: Sendable, Hashable {
    /// Who wrote the line.
    package var replica: ReplicaID
    /// The line as it was written.
    package var leaf: Hash256
    package var fields: ErasedFields
    /// The SHA-256 of the stub that is left.
    package var stub: Hash256
    /// The voucher of the replica that wrote the line, if that is not the event's.
    package internal(set) var voucher: Voucher?

    package init(replica: ReplicaID, leaf: Hash256, fields: ErasedFields, stub: Hash256) {
      (self.replica, self.leaf, self.fields, self.stub) = (replica, leaf, fields, stub)
    }
  }

  /// The replica whose event it is.
  package var author: ReplicaID
  /// The entity that the event is about: the line's, or the erasure's.
  package var kind: String
  package var id: String
  package var erasure: ErasureID
  package var act: Act

  package init(author: ReplicaID, kind: String, id: String, erasure: ErasureID, act: Act) {
    (self.author, self.kind, self.id) = (author, kind, id)
    (self.erasure, self.act) = (erasure, act)
  }

  /// Reads an event's line; nil if it is not a valid erase event: then it has no effect.
  package init?(_ event: EventLine, _ line: Span<UInt8>) {
    guard event.op == .erase, event.hasOther, let said = event.other(line)[Self.key] else { return nil }
    self.init(
      author: event.stamp.replica, kind: event.kind.text(line), id: event.id.text(line), said)
  }

  /// - Parameter said: the value of the key `erases`.
  package init?(author: ReplicaID, kind: String, id: String, _ said: JSONValue) {
    guard let object = said.object, let erasure = object["of"]?.string else { return nil }
    if let named = object["act"]?.string {
      guard let act = Act(named), let asker = object["author"]?.string.flatMap({ ReplicaID($0) }),
        kind == StubRules.erasureKind, id.utf8.elementsEqual(erasure.utf8)
      else { return nil }
      self.init(
        author: author, kind: kind, id: id, erasure: ErasureID(author: asker, id: erasure), act: act)
      return
    }
    guard !StubRules.protectedKinds.contains(kind), let line = Line(object) else { return nil }
    self.init(
      author: author, kind: kind, id: id, erasure: ErasureID(author: author, id: erasure), act: .line(line))
  }

  /// The value of the key `erases`.
  package var json: JSONValue {
    var object: JSONObject = ["of": .string(erasure.id)]
    switch act {
    case .line(let line):
      object["replica"] = .string(line.replica.description)
      object["leaf"] = .string(line.leaf.description)
      object["stub"] = .string(line.stub.description)
      if let names = line.fields.names { object["fields"] = .array(names.map { .string($0) }) }
      object[Voucher.key] = line.voucher?.json
    case .withdrawn, .begun, .done:
      object["author"] = .string(erasure.author.description)
      object["act"] = act.name.map { .string($0) }
    }
    return .object(object)
  }
}

/// An erasure: what one replica requested at once.
package struct ErasureID: Sendable, Hashable {
  package var author: ReplicaID
  /// The id of the entity of the kind `daybook.erasure` that records it.
  package var id: String

  package init(author: ReplicaID, id: String) { (self.author, self.id) = (author, id) }

  /// Ids are equal where their bytes are.
  package static func == (left: ErasureID, right: ErasureID) -> Bool {
    left.author == right.author && left.id.utf8.elementsEqual(right.id.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(author)
    for byte in id.utf8 { hasher.combine(byte) }
  }
}

extension EraseEvent.Act {
  init?(_ name: String) {
    switch name {
    case "withdrawn": self = .withdrawn
    case "begun": self = .begun
    case "done": self = .done
    default: return nil
    }
  }

  var name: String? {
    switch self {
    case .line: nil
    case .withdrawn: "withdrawn"
    case .begun: "begun"
    case .done: "done"
    }
  }
}

extension EraseEvent.Line {
  init?(_ object: JSONObject) {
    guard let replica = object["replica"]?.string.flatMap({ ReplicaID($0) }),
      let leaf = object["leaf"]?.string.flatMap({ Hash256($0) }),
      let stub = object["stub"]?.string.flatMap({ Hash256($0) })
    else { return nil }
    var fields = ErasedFields.all
    if let named = object["fields"] {
      guard let names = named.array?.map(\.string), names.allSatisfy({ $0 != nil }) else { return nil }
      fields = .named(names.compactMap { $0 })
    }
    self.init(replica: replica, leaf: leaf, fields: fields, stub: stub)
    voucher = Voucher(object[Voucher.key])
  }
}

/// The rules for which lines may be stubs.
package enum StubRules {
  package static let erasureKind = "daybook.erasure"
  /// Lines that prove who did what are never erased, and no stub counts in their place.
  package static let protectedKinds: Set<String> = [erasureKind, "daybook.device", "daybook.replica"]

  /// Whether values of a line may be erased.
  package static func allows(_ op: EventLine.Op, kind: String) -> Bool {
    op != .erase && op != .other && !protectedKinds.contains(kind)
  }
}

/// Which fields of a line an erasure erases, by the names that they are stored under.
package enum ErasedFields: Sendable, Hashable {
  /// Every field, and the author.
  case all
  /// By the bytes of their names: texts that are equal in Unicode may name different fields.
  case only(Set<[UInt8]>)

  package static func named(_ names: some Sequence<String>) -> ErasedFields {
    .only(Set(names.map { Array($0.utf8) }))
  }

  package func union(_ other: ErasedFields) -> ErasedFields {
    guard case .only(let mine) = self, case .only(let others) = other else { return .all }
    return .only(mine.union(others))
  }

  /// The names by their bytes; nil for all.
  package var names: [String]? {
    guard case .only(let names) = self else { return nil }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  package func contains(_ name: String) -> Bool {
    switch self {
    case .all: true
    case .only(let names): names.contains(Array(name.utf8))
    }
  }
}
