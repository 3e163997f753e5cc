import Daybook
import DaybookLog
import DaybookModel

/// What is erased of the events of a simulated world, by the erase events among them, as Erasing.md says.
extension WrittenHistory {
  /// By leaf. Nothing is withdrawn in these worlds.
  var erasedFields: [Hash256: ErasedFields] {
    var erased: [Hash256: ErasedFields] = [:]
    for line in events.compactMap({ Self.erasedLine($0.event)?.line }) {
      erased[line.leaf] = erased[line.leaf]?.union(line.fields) ?? line.fields
    }
    return erased
  }

  /// What an event erases of which line, and to which erasure it belongs; nil of other events.
  static func erasedLine(_ event: Event) -> (line: EraseEvent.Line, erasure: ErasureID)? {
    guard event.mutation.op == .erase, let said = event.mutation.other[EraseEvent.key],
      let erase = EraseEvent(
        author: event.stamp.replica, kind: event.mutation.kind, id: event.mutation.id, said),
      case .line(let line) = erase.act
    else { return nil }
    return (line, erase.erasure)
  }

  /// Whether an event is shown as it was written, or what must be left of it.
  static func isSame(_ shown: Event, _ written: Event, erasing fields: ErasedFields?) -> Bool {
    guard let fields else { return shown == written }
    var left = written
    let kept = (written.mutation.set ?? [:]).filter { !fields.contains($0.key) }
    left.mutation.set = kept.isEmpty ? nil : JSONObject(kept.map { ($0.key, $0.value) })
    left.mutation.other = [:]
    if kept.isEmpty {
      left.mutation.by = nil
    } else {
      left.mutation.other[Mutation.sourceKey] = written.mutation.other[Mutation.sourceKey]
    }
    (left.mutation.why, left.salt) = (nil, nil)
    let gone = (written.mutation.set ?? [:]).map(\.key).filter { fields.contains($0) }
    guard shown.erasedFields == gone.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) else {
      return false
    }
    var shown = shown
    shown.mutation.other[StubMark.key] = nil
    return shown == left
  }

  /// Whether a request erases something of an event, as a program shows that.
  static func isErased(_ event: Event, fields: Set<String>?) -> Bool {
    let mutation = event.mutation
    guard StubRules.allows(EventLine.Op(mutation.op), kind: mutation.kind) else { return false }
    let names = (mutation.set ?? [:]).map(\.key)
    if let fields { return names.contains { fields.contains($0) } }
    let isStub = mutation.other[StubMark.key] != nil
    return !names.isEmpty || mutation.by != nil || mutation.why != nil || !isStub && !mutation.other.isEmpty
  }

  /// Whether something is left of an event that only its replica can say, and that writes no more.
  ///
  /// - Parameter writing: the replicas that still write.
  private static func hasNoVoucher(
    _ written: Written, _ fields: ErasedFields, _ writing: Set<ReplicaID>
  ) -> Bool {
    !writing.contains(written.key.replica)
      && (written.event.mutation.set ?? [:]).contains { !fields.contains($0.key) }
  }

  /// How many lines may keep their texts: a part of them is erased, and their replica writes no more.
  func unvouchedLines(_ writing: Set<ReplicaID>) -> Int {
    let erased = erasedFields
    return events.count { written in
      erased[written.key.leaf].map { Self.hasNoVoucher(written, $0, writing) } ?? false
    }
  }

  /// The marks in texts that must be gone once all are done, and those that must still be there.
  ///
  /// - Parameter writing: the replicas that still write.
  func marks(_ writing: Set<ReplicaID>) -> (gone: Set<String>, kept: Set<String>) {
    var (gone, kept): (Set<String>, Set<String>) = ([], [])
    let erased = erasedFields
    for written in events {
      let fields = erased[written.key.leaf]
      let mayStay = fields.map { Self.hasNoVoucher(written, $0, writing) } ?? false
      func note(_ bytes: [UInt8], isErased: Bool) {
        let marks = TextMark.marks(in: bytes)
        if !isErased { kept.formUnion(marks) } else if !mayStay { gone.formUnion(marks) }
      }
      for member in written.event.mutation.set ?? [:] {
        note(member.value.canonicalBytes, isErased: fields?.contains(member.key) ?? false)
      }
      note(Array((written.event.mutation.why ?? "").utf8), isErased: fields != nil)
    }
    return (gone.subtracting(kept), kept)
  }
}
