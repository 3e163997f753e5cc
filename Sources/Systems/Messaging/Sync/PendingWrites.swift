// What of an entity the far side has not acknowledged: worked out from the records, so that nothing has to remember
// it, and a crash forgets nothing.

import Daybook
import DaybookModel

/// This device's own writes to an entity that the far side is to hear of.
struct PendingWrites: Sendable {
  /// As they read, where the far side is not known to hold the same.
  var values: JSONObject = [:]
  /// The least stamp of what waits: its place in the queue.
  var first: Stamp?
  /// What an acknowledgement covers, of each replica as which this device wrote.
  var last: [ReplicaID: Stamp] = [:]
  /// Whether somebody else of this ledger wrote the same fields and sends that themselves: then nothing is
  /// acknowledged in their place.
  var isShared = false

  init() {}

  /// - Parameters:
  ///   - own: as which this device writes.
  ///   - user: who sends; of `readBy` nobody tells of others.
  init(_ entity: borrowing EntityReader, _ fields: [String], own: Set<ReplicaID>, user: String = "") {
    for field in fields {
      guard let stamp = entity.pendingStamp(field), own.contains(stamp.replica) else { continue }
      add(stamp)
      let (value, held) = (Self.stored(field, entity), entity.serverValue(field))
      if field == "readBy" {
        let known = Set(held?.array?.compactMap(\.string) ?? [])
        let missing = Set(value.array?.compactMap(\.string) ?? []).subtracting(known)
        if missing.contains(user) { values[field] = [.string(user)] }
        if !missing.subtracting([user]).isEmpty { isShared = true }
      } else if held != value {
        values[field] = value
      }
    }
  }

  /// Whether there is something to send, or to acknowledge.
  var isEmpty: Bool { values.isEmpty && (last.isEmpty || isShared) }

  var acks: [Stamp] { isShared ? [] : last.values.sorted() }

  mutating func add(_ stamp: Stamp) {
    note(stamp)
    last[stamp.replica] = max(last[stamp.replica] ?? stamp, stamp)
  }

  /// Something that belongs to the entity: it counts for the order, and is acknowledged by itself.
  mutating func note(_ stamp: Stamp) { first = min(first ?? stamp, stamp) }

  /// References as they are stored, though their target be gone.
  static func stored(_ field: String, _ entity: borrowing EntityReader) -> JSONValue {
    switch field {
    case "conversation", "user", "sender", "owner", "message", "replyTo":
      entity.storedTargets(field).first.map { .string($0) } ?? .null
    default: entity.value(field)
    }
  }

  /// Fields as they read, for a document that is to be made: what says nothing is left out.
  static func document(_ entity: borrowing EntityReader, _ fields: [String]) -> JSONObject {
    var document = JSONObject()
    for field in fields {
      let value = stored(field, entity)
      if !value.isNull { document[field] = value }
    }
    return document
  }
}
