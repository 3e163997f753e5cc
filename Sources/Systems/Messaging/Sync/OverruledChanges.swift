// Changes here that only another user may make: they are never sent, and must not appear as that user's.

import Daybook
import DaybookModel

/// A change made here that the remote store accepts only from another user.
struct OverruledChange: Sendable {
  var kind: String
  var id: String
  var conversation: String?
  /// Ascending.
  var fields: [String]
  /// The fields that the remote store's document does not have: they are to be empty again.
  var absent: [String]
  /// The last write of each replica as which this device wrote.
  var acks: [Stamp]
  var first: Stamp
  /// The document's revision that the remote store sent last.
  var revision: ServerTime

  /// In words without any stored value.
  var reason: String {
    let names = fields.map { "'\($0)'" }.joined(separator: ", ")
    let writer =
      switch kind {
      case Message.kind: fields.allSatisfy(["category", "sentiment"].contains) ? "a recipient" : "its sender"
      case Participant.kind: "the participant"
      case Conversation.kind: "the user who began it, once,"
      default: "the sender of its message"
      }
    return "only \(writer) may write \(names)"
  }
}

/// Finds them. Where another user of this ledger takes part, their own sync sends what is theirs.
struct OverruledChanges {
  let user: String
  let own: Set<ReplicaID>

  enum Holder { case message, ownMessage, participant, conversation, attachment }

  /// The fields of a message that its sync sends.
  static func sent(of holder: Holder) -> [String] {
    switch holder {
    case .ownMessage: ["conversation", "sender", "text", "replyTo", "readBy"]
    case .message: ["category", "sentiment", "readBy"]
    case .participant, .conversation, .attachment: []
    }
  }

  /// The fields that the remote store accepts only from another user.
  private static func others(of holder: Holder) -> [String] {
    switch holder {
    case .ownMessage: ["category", "sentiment", "createdAt", "acceptedAt", "updatedAt"]
    case .message: ["conversation", "sender", "text", "replyTo", "createdAt", "acceptedAt", "updatedAt"]
    case .participant: RemoteFields.participant.names + ["conversation", "user", "joinedAt"]
    case .conversation: ["owner", "createdAt", "updatedAt"]
    case .attachment: RemoteFields.attachment.names + ["message"]
    }
  }

  /// By the first write. O(what the ledger holds of messages).
  func all(in state: borrowing LedgerState) -> [OverruledChange] {
    var users: Set<String> = []
    state.forEach(User.kind) { other in
      if other.id != user, other.text("importedFrom") == nil { users.insert(other.id) }
    }
    var found: [OverruledChange] = []
    state.forEach(Conversation.kind) { conversation in
      // A conversation from another network has no remote store.
      if conversation.text("importedFrom") != nil { return }
      let id = conversation.id
      let members = EntityAccess.members(of: id, by: conversation)
      guard members.contains(user), users.isDisjoint(with: members) else { return }
      add(conversation, .conversation, id, RemoteFields.conversation.revision, &found)
      let parts = conversation.storedReferrers(of: "conversation", kind: Participant.kind)
      _ = conversation.mapStored(Participant.kind, parts) { part in
        if part.storedTargets("user").first == user { return }
        add(part, .participant, id, RemoteFields.participant.revision, &found)
      }
      let messages = conversation.storedReferrers(of: "conversation", kind: Message.kind)
      _ = conversation.mapStored(Message.kind, messages) { message in
        add(message: message, id, &found)
      }
    }
    return found.sorted { ($0.first, $0.id) < ($1.first, $1.id) }
  }

  private func add(
    message: borrowing EntityReader, _ conversation: String, _ found: inout [OverruledChange]
  ) {
    if message.isDeleted { return }
    let isOwn = message.serverValue("sender") == .string(user)
    add(message, isOwn ? .ownMessage : .message, conversation, RemoteFields.message.revision, &found)
    if isOwn { return }
    let files = message.storedReferrers(of: "message", kind: Attachment.kind)
    _ = message.mapStored(Attachment.kind, files) { file in
      add(file, .attachment, conversation, RemoteFields.attachment.revision, &found)
    }
  }

  private func add(
    _ entity: borrowing EntityReader, _ holder: Holder, _ conversation: String, _ revision: String,
    _ found: inout [OverruledChange]
  ) {
    guard let revision = entity.serverTime(revision) else { return }
    var (names, absent): ([String], [String]) = ([], [])
    for name in Self.others(of: holder) {
      // The name of a participant who has not given one is written here.
      if holder == .participant, entity.serverTime(name) == nil { continue }
      guard let stamp = entity.pendingStamp(name), own.contains(stamp.replica) else { continue }
      names.append(name)
      if entity.serverTime(name) == nil { absent.append(name) }
    }
    let pending = PendingWrites(entity, names, own: own)
    guard let first = pending.first else { return }
    found.append(
      OverruledChange(
        kind: entity.kind, id: entity.id, conversation: conversation, fields: names.sorted(),
        absent: absent,
        acks: pending.last.values.sorted(), first: first, revision: revision))
  }
}

extension RemoteSync {
  /// Lets the remote store's values show again where something was written here that is never sent. What was written stays in
  /// the log. An entity with other waiting writes is left for a later run: acknowledging the one would acknowledge the
  /// others.
  func settleOverruled(_ report: inout RemoteSyncReport) async throws {
    let own = try await ledger.replicas.own()
    let survey = OutboxSurvey(user: user, own: own)
    let overruled = OverruledChanges(user: user, own: own)
    let found = try await ledger.read { state -> [OverruledChange] in
      let all = overruled.all(in: state)
      if all.isEmpty { return [] }
      let waiting = Set(survey.entries(in: state).map { "\($0.kind) \($0.id)" })
      return all.filter { !waiting.contains("\($0.kind) \($0.id)") }
    }
    if found.isEmpty { return }
    var mutations: [Mutation] = []
    for change in found {
      let absent = JSONObject(change.absent.map { ($0, JSONValue.null) })
      mutations += change.acks.map {
        Mutation.told(change.kind, change.id, at: change.revision, set: absent, acks: $0)
      }
    }
    try await ledger.append(mutations)
    report.remarks += found.map { change in
      let noun = change.kind.split(separator: ".").last ?? ""
      return "a change to a \(noun) was not sent: \(change.reason); the remote store's value shows again"
    }
  }
}
