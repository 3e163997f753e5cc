package import DaybookModel

/// An event's line with its header decoded and its values left as bytes: the place of each part, from the start of the
/// line. Made only by `EventLine.parse`, so ranges are sound for its own line.
package struct EventLine: Sendable, Equatable {
  /// Operations by number; an operation that this version does not know is `other` and changes nothing.
  package enum Op: UInt8, Sendable {
    case upsert, link, unlink, dismiss, restore, delete, sync, erase, other
  }

  package enum Over: Sendable, Equatable {
    case absent, cleared
    case upTo(Stamp)
  }

  package var stamp: Stamp
  package var seq: UInt64
  package var op: Op
  /// The operation's name as written.
  package var opName: JSONString
  package var kind: JSONString
  package var id: JSONString
  package var v: Int64?
  package var at: Stamp?
  package var server: ServerTime?
  package var present: Bool?
  package var over: Over = .absent
  /// The object `{field: stamp or null}`.
  package var was: ByteRange?
  package var acks: Stamp?
  /// The object of fields.
  package var set: ByteRange?
  package var rel: JSONString?
  package var to: JSONString?
  package var by: JSONString?
  package var why: JSONString?
  package var salt: JSONString?
  /// Whether there are keys that this version does not know.
  package var hasOther: Bool = false
  /// Whether the line is what is left of another one.
  package var isStub: Bool = false
  /// Whether it is a stub that nobody vouches for, and has no effect.
  package var isVoid: Bool = false

  package init(stamp: Stamp, seq: UInt64, op: Op, opName: JSONString, kind: JSONString, id: JSONString) {
    (self.stamp, self.seq, self.op, self.opName) = (stamp, seq, op, opName)
    (self.kind, self.id) = (kind, id)
  }

  /// The stamp that decides: `at`, or the event's own.
  package var order: Stamp { at ?? stamp }
}

extension EventLine {
  /// The same for text that begins `distance` bytes later.
  func moved(by distance: Int) -> EventLine {
    func moved(_ range: ByteRange) -> ByteRange {
      ByteRange(range.start + distance, range.end + distance)
    }
    func moved(_ string: JSONString) -> JSONString {
      JSONString(range: moved(string.range), isEscaped: string.isEscaped)
    }
    var line = self
    (line.opName, line.kind, line.id) = (moved(opName), moved(kind), moved(id))
    (line.was, line.set) = (was.map(moved), set.map(moved))
    (line.rel, line.to) = (rel.map(moved), to.map(moved))
    (line.by, line.why, line.salt) = (by.map(moved), why.map(moved), salt.map(moved))
    return line
  }
}

extension EventLine {
  /// The whole event, its values decoded. `line` is the line this was parsed from.
  package func event(_ line: Span<UInt8>) -> Event {
    var mutation = Mutation(
      EventOperation(rawValue: opName.text(line)), kind: kind.text(line), id: id.text(line))
    mutation.v = v
    mutation.server = server
    mutation.present = present
    mutation.was = was.flatMap { object($0, line) }
    mutation.acks = acks
    mutation.set = set.flatMap { object($0, line) }
    mutation.rel = rel?.text(line)
    mutation.to = to?.text(line)
    mutation.by = by?.text(line)
    mutation.why = why?.text(line)
    if hasOther { mutation.other = other(line) }
    let over: Event.Over? =
      switch self.over {
      case .absent: nil
      case .cleared: .cleared
      case .upTo(let stamp): .upTo(stamp)
      }
    return Event(stamp: stamp, seq: seq, mutation: mutation, at: at, over: over, salt: salt?.text(line))
  }

  /// The members that this version does not know.
  package func other(_ line: Span<UInt8>) -> JSONObject {
    var members: [JSONObject.Member] = []
    JSONParser.members(accepted: line) { key, value in
      let name = key.text(line)
      guard case .other = EventKey(slow: name) else { return }
      let value = JSONParser.parse(accepted: line.extracting(value.start..<value.end))
      members.append(JSONObject.Member(key: name, value: value))
    }
    members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return JSONObject(sortedMembers: members)
  }

  private func object(_ range: ByteRange, _ line: Span<UInt8>) -> JSONObject? {
    JSONParser.parse(accepted: line.extracting(range.start..<range.end)).object
  }
}

// Operations by number are the rows of the one table.

extension EventLine.Op {
  private static let names = EventOperation.table.map { Array($0.operation.rawValue.utf8) }
  private static let rows = EventOperation.table

  /// `other` for an operation that this version does not know.
  package init(_ operation: EventOperation) {
    let index = Self.rows.firstIndex { $0.operation == operation }
    self = index.flatMap { Self(rawValue: UInt8($0)) } ?? .other
  }

  /// Not for `other`, which has no name.
  package var name: [UInt8] { Self.names[Int(rawValue)] }

  /// Not for `other`.
  package var operation: EventOperation { Self.rows[Int(rawValue)].operation }

  /// Empty for `other`.
  package var effects: EventOperation.Effects { self == .other ? [] : Self.rows[Int(rawValue)].effects }

  /// Whether this version writes it.
  package var isWritten: Bool { self != .other && Self.rows[Int(rawValue)].isWritten }
}
