import Daybook
import DaybookModel

/// One entity with something to send.
struct OutboxEntry: Sendable {
  enum Subject: Sendable, Equatable {
    case user
    case faq
    case conversation
    case participant(user: String, conversation: String)
    case message(conversation: String)
  }

  var subject: Subject
  var kind: String
  var id: String
  var pending: PendingWrites
  /// All that the remote store would hold of it.
  var document: JSONObject = [:]
  var isDeleted = false
  /// Of the document as the remote store last reported it; nil while it never did.
  var revision: ServerTime?
  /// The same of what the participant alone may read.
  var ownRevision: ServerTime?
  /// Of a participant, whether the remote store has them in the conversation.
  var isMember = false
  var memberSince: ServerTime?
  var retryCount = 0
  var failure: String?
  /// Of a message: what of its files is acknowledged with it.
  var attachments: [(id: String, acks: [Stamp])] = []
  var hasAttachments = false

  /// Its place in the queue.
  var first: Stamp { pending.first ?? Stamp(time: 0, replica: ReplicaID(rawValue: 0)) }

  var conversation: String? {
    switch subject {
    case .user, .faq: nil
    case .conversation: id
    case .participant(_, let conversation), .message(let conversation): conversation
    }
  }

  var isMessage: Bool { if case .message = subject { true } else { false } }

  /// Whether it was given up only for lack of an answer, which may be temporary.
  func isGivenUpForSilence(_ policy: RetryPolicy) -> Bool {
    isMessage && failure != nil && retryCount >= policy.retriesMax
  }
}

extension OutboxEntry {
  var noun: String {
    switch subject {
    case .user: "profile"
    case .faq: "answer"
    case .conversation: "conversation"
    case .participant: "participant"
    case .message: "message"
    }
  }

  func path(_ user: String) -> RemotePath? {
    switch subject {
    case .user: return .user(id)
    case .faq: return .faq(id, of: user)
    case .conversation: return .conversation(id)
    case .participant(let member, let conversation): return .participant(member, in: conversation)
    case .message(let conversation): return .message(id, in: conversation)
    }
  }

  /// Whether it is a message without files that the remote store does not know.
  var isNewText: Bool {
    isMessage && revision == nil && !isDeleted && !hasAttachments && attachments.isEmpty
  }

  /// Whether it belongs to something that could not be sent.
  func isBlocked(by blocked: Set<String>) -> Bool { conversation.map(blocked.contains) ?? false }
}

// The writes of an entity that the remote store has not acknowledged. They are computed from the records, so that nothing
// must be stored for them, and a crash loses nothing.

/// This device's own writes to an entity that the remote store must receive.
struct PendingWrites: Sendable {
  /// As they read, where the remote store is not known to hold the same.
  var values: JSONObject = [:]
  /// The least stamp of what waits: its place in the queue.
  var first: Stamp?
  /// What an acknowledgement covers, of each replica as which this device wrote.
  var last: [ReplicaID: Stamp] = [:]
  /// Whether another writer of this ledger wrote the same fields and sends them: then nothing is acknowledged on their
  /// behalf.
  var isShared = false

  init() {}

  /// - Parameters:
  ///   - own: the replicas as which this device writes.
  ///   - user: the sender; in `readBy`, users report only themselves.
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

  /// References as they are stored, even if their target is gone.
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
