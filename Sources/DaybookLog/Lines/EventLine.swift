package import DaybookModel

/// An event's line with its header lifted and its values left as bytes: where each part lies, from
/// the start of the line. Made only by `EventLine.parse`, so ranges are sound for its own line.
package struct EventLine: Sendable, Equatable {
  /// Operations by number; what this version does not know is `other` and changes nothing.
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
  /// The same of text that begins `distance` bytes later.
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
