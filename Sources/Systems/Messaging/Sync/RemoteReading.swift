// Turns a page of the remote store's changes into events that update the ledger.

import Daybook
import DaybookModel

/// Plans the writes for a page. Changes that arrive twice, late or in another order have no effect: for each document,
/// the ledger knows the last reported revision, and only later ones are applied.
struct RemoteReading {
  let user: String
  private(set) var mutations: [Mutation] = []
  private(set) var changed = 0
  private(set) var removed = 0
  /// Documents that name another conversation.
  private(set) var skipped: [RemotePath] = []

  /// The participants, by the conversations of the page.
  private var members: [String: (ids: Set<String>, revision: ServerTime)] = [:]
  /// The participations that messages of the page restored.
  private var rejoined: Set<String> = []

  init(user: String) { self.user = user }

  /// Withdrawals come last: they have no time, and are valid when they are reported.
  mutating func take(_ changes: [RemoteChange], in state: borrowing LedgerState) {
    var latest: [RemotePath: RemoteChange] = [:]
    var withdrawn: [RemotePath] = []
    for change in changes {
      switch change {
      case .withdrawn(let path): withdrawn.append(path)
      case .document, .deleted:
        if let other = latest[change.path], other.revision >= change.revision { continue }
        latest[change.path] = change
      }
    }
    for case .document(let document) in latest.values where document.path.components.count == 2 {
      let ids = document.fields["participantIDs"]?.array?.compactMap(\.string) ?? []
      members[document.path.id] = (Set(ids), document.revision)
    }
    for change in latest.values.sorted(by: { ($0.revision, $0.path) < ($1.revision, $1.path) }) {
      let before = mutations.count
      switch change {
      case .document(let document): take(document, in: state)
      case .deleted(let path, let revision): delete(path, revision, in: state)
      case .withdrawn: continue
      }
      guard mutations.count > before else { continue }
      if case .deleted = change { removed += 1 } else { changed += 1 }
    }
    for path in withdrawn { withdraw(path, in: state) }
  }

  /// - Parameter acks: the entity's own writes that the document includes.
  mutating func take(_ document: RemoteDocument, acks: Stamp? = nil, in state: borrowing LedgerState) {
    let names = document.path.components
    switch (document.path.collection, names.count) {
    case ("users", 2): if names[1] == user { take(document, as: .user, id: user, acks, in: state) }
    case ("faqs", 4):
      guard names[1] == user, isIn(FAQ.kind, names[3], "owner", user, document.path, state) else { return }
      take(document, as: .faq, id: names[3], besides: ["owner": .string(user)], acks, in: state)
    case ("conversations", 4):
      guard names[1] == user else { return }
      takeOwn(document, conversation: names[3], acks, in: state)
    case ("conversations", 2): takeConversation(document, acks, in: state)
    case ("participants", 4): takeParticipant(document, conversation: names[1], acks, in: state)
    case ("messages", 4): takeMessage(document, conversation: names[1], acks, in: state)
    default: return
    }
  }

  private mutating func take(
    _ document: RemoteDocument, as fields: RemoteFields, id: String, besides: JSONObject = [:],
    _ acks: Stamp?,
    in state: borrowing LedgerState
  ) {
    let known = state.read(fields.kind, id, includesGone: true) { $0.serverTime(fields.revision) } ?? nil
    guard known.map({ $0 < document.revision }) ?? true || acks != nil else { return }
    var set = fields.values(of: document.fields, state.schemas)
    for member in besides { set[member.key] = member.value }
    if state.schemas[fields.kind]?.field("updatedAt") != nil {
      set["createdAt"] = .string(document.writtenAt("createdAt"))
      set["updatedAt"] = .string(document.revision.instantText)
    }
    if set[fields.revision] == nil {
      set[fields.revision] = state.schemas[fields.kind]?.field(fields.revision)?.defaultValue
    }
    mutations.append(.told(fields.kind, id, at: document.revision, present: true, set: set, acks: acks))
  }

  // MARK: conversations

  private mutating func takeConversation(
    _ document: RemoteDocument, _ acks: Stamp?, in state: borrowing LedgerState
  ) {
    let id = document.path.id
    let before = mutations.count
    take(document, as: .conversation, id: id, acks, in: state)
    guard mutations.count > before else { return }
    let members = document.fields["participantIDs"]?.array?.compactMap(\.string) ?? []
    let known = Self.participants(of: id, in: state)
    // All of them get this revision, even if they were known: another phone of the ledger may have received another
    // one.
    for member in members {
      let held = known.first { $0.user == member }
      mutations.append(
        .told(
          Participant.kind, held?.id ?? Participant.id(of: Ref(member), in: Ref(id)).rawValue,
          at: document.revision, present: true,
          set: ["conversation": .string(id), "user": .string(member)]))
    }
    for held in known where held.isPresent != nil && !members.contains(held.user) {
      mutations.append(.told(Participant.kind, held.id, at: document.revision, present: false))
    }
  }

  /// All participants that were ever written, and whether the remote store has them; nil if it never reported on them.
  static func participants(
    of conversation: String, in state: borrowing LedgerState
  ) -> [(id: String, user: String, isPresent: Bool?, since: ServerTime?)] {
    let ids =
      state.read(Conversation.kind, conversation, includesGone: true) {
        $0.storedReferrers(of: "conversation", kind: Participant.kind)
      } ?? []
    return ids.compactMap { id in
      state.read(Participant.kind, id, includesGone: true) { participant in
        let presence = participant.serverPresence
        return (
          id: id, user: participant.storedTargets("user").first ?? "", isPresent: presence?.isPresent,
          since: presence?.since
        )
      }
    }
  }

  private func participant(_ user: String, _ conversation: String, in state: borrowing LedgerState) -> String
  {
    Self.participants(of: conversation, in: state).first { $0.user == user }?.id
      ?? Participant.id(of: Ref(user), in: Ref(conversation)).rawValue
  }

  private mutating func takeParticipant(
    _ document: RemoteDocument, conversation: String, _ acks: Stamp?, in state: borrowing LedgerState
  ) {
    let id = participant(document.path.id, conversation, in: state)
    let known = state.read(Participant.kind, id, includesGone: true) { $0.serverTime("joinedAt") } ?? nil
    guard known.map({ $0 < document.revision }) ?? true || acks != nil else { return }
    var set = RemoteFields.participant.values(of: document.fields, state.schemas)
    set["joinedAt"] = .string(document.writtenAt("joinedAt"))
    (set["conversation"], set["user"]) = (.string(conversation), .string(document.path.id))
    mutations.append(.told(Participant.kind, id, at: document.revision, set: set, acks: acks))
    // The conversation determines who takes part; until it does, somebody who left does not, even with a document.
    let presence = state.read(Participant.kind, id, includesGone: true) { $0.serverPresence } ?? nil
    let told = members[conversation]
    if presence == nil, told?.ids.contains(document.path.id) != true {
      let known =
        state.read(Conversation.kind, conversation, includesGone: true) { $0.serverTime("updatedAt") } ?? nil
      let since = [told?.revision, known].compactMap { $0 }.max() ?? ServerTime(seconds: 0)
      mutations.append(.told(Participant.kind, id, at: since, present: false))
    }
  }

  private mutating func takeOwn(
    _ document: RemoteDocument, conversation: String, _ acks: Stamp?, in state: borrowing LedgerState
  ) {
    let id = participant(user, conversation, in: state)
    let known = state.read(Participant.kind, id, includesGone: true) { $0.serverTime("isPinned") } ?? nil
    guard known.map({ $0 < document.revision }) ?? true || acks != nil else { return }
    var set = RemoteFields.own.values(of: document.fields, state.schemas)
    for name in RemoteFields.own.names where set[name] == nil { set[name] = .bool(false) }
    (set["conversation"], set["user"]) = (.string(conversation), .string(user))
    mutations.append(.told(Participant.kind, id, at: document.revision, set: set, acks: acks))
  }

  // MARK: messages

  private mutating func takeMessage(
    _ document: RemoteDocument, conversation: String, _ acks: Stamp?, in state: borrowing LedgerState
  ) {
    let id = document.path.id
    guard isIn(Message.kind, id, "conversation", conversation, document.path, state) else { return }
    var set: JSONObject = [
      "conversation": .string(conversation), "acceptedAt": .string(document.created.description),
    ]
    if let sender = document.fields["senderID"]?.string { set["sender"] = .string(sender) }
    set["readBy"] = .array((document.fields["readBy"]?.array ?? []).filter { $0.string != nil })
    set["text"] = document.fields["text"]?.string.map { .string($0) } ?? .string("")
    for name in ["opportunityScore", "faqMatch"] {
      guard let value = document.fields[name], let field = state.schemas[Message.kind]?.field(name),
        let stored = try? field.stored(value)
      else { continue }
      set[name] = stored
    }
    let before = mutations.count
    take(document, as: .message, id: id, besides: set, acks, in: state)
    guard mutations.count > before else { return }
    takeAttachments(document, in: state)
    rejoin(conversation, document, in: state)
  }

  /// If the participants of a conversation were erased here, a later message shows at least that the user and its
  /// sender take part. So messages after an erasure are shown.
  private mutating func rejoin(
    _ conversation: String, _ document: RemoteDocument, in state: borrowing LedgerState
  ) {
    for member in Set([user, document.fields["senderID"]?.string ?? user]).sorted() {
      let id = Participant.id(of: Ref(member), in: Ref(conversation)).rawValue
      let isErased =
        state.read(Participant.kind, id, includesGone: true) { part in
          part.isErased("conversation") || part.isErased("user")
        } ?? false
      guard isErased, rejoined.insert(id).inserted else { continue }
      mutations.append(
        .told(
          Participant.kind, id, at: document.revision, present: true,
          set: ["conversation": .string(conversation), "user": .string(member)]))
    }
  }

  /// A message's files, all of them.
  private mutating func takeAttachments(_ document: RemoteDocument, in state: borrowing LedgerState) {
    let message = document.path.id
    var there: Set<String> = []
    for object in document.fields["attachments"]?.array?.compactMap(\.object) ?? [] {
      guard let id = object["id"]?.string, !id.isEmpty, there.insert(id).inserted,
        isIn(Attachment.kind, id, "message", message, document.path, state)
      else { continue }
      var set = RemoteFields.attachment.values(of: object, state.schemas)
      set["message"] = .string(message)
      mutations.append(.told(Attachment.kind, id, at: document.revision, present: true, set: set))
    }
    let known =
      state.read(Message.kind, message, includesGone: true) {
        $0.storedReferrers(of: "message", kind: Attachment.kind)
      } ?? []
    for id in known where !there.contains(id) {
      let isTold = state.read(Attachment.kind, id, includesGone: true) { $0.serverPresence?.isPresent }
      guard isTold == true else { continue }
      mutations.append(.told(Attachment.kind, id, at: document.revision, present: false))
    }
  }

  /// Whether no known data shows that an entity belongs elsewhere: the author of a document chooses its id, and must
  /// not be able to move another's entity.
  private mutating func isIn(
    _ kind: String, _ id: String, _ relation: String, _ owner: String, _ path: RemotePath,
    _ state: borrowing LedgerState
  ) -> Bool {
    let held = state.read(kind, id, includesGone: true) { $0.storedTargets(relation).first } ?? nil
    if held == nil || held == owner { return true }
    skipped.append(path)
    return false
  }

  // MARK: what goes

  private mutating func delete(
    _ path: RemotePath, _ revision: ServerTime, in state: borrowing LedgerState
  ) {
    let (kind, owner): (String, (relation: String, id: String)?) =
      switch (path.collection, path.components.count) {
      case ("messages", 4): (Message.kind, ("conversation", path.components[1]))
      case ("faqs", 4): (FAQ.kind, ("owner", path.components[1]))
      case ("conversations", 2): (Conversation.kind, nil)
      default: ("", nil)
      }
    let held = state.read(kind, path.id, includesGone: true) { entity in
      (owner: owner.flatMap { entity.storedTargets($0.relation).first }, presence: entity.serverPresence)
    }
    // Also for an unknown entity: another phone of the ledger may have received it.
    guard !kind.isEmpty, held?.owner == nil || held?.owner == owner?.id else { return }
    if let presence = held?.presence, presence.since >= revision { return }
    mutations.append(.told(kind, path.id, at: revision, present: false))
  }

  /// The user is no longer a participant, since some time after the last known one.
  private mutating func withdraw(_ path: RemotePath, in state: borrowing LedgerState) {
    guard let own = Self.participants(of: path.id, in: state).first(where: { $0.user == user }),
      own.isPresent == true, let since = own.since
    else { return }
    let known =
      state.read(Conversation.kind, path.id, includesGone: true) { $0.serverTime("updatedAt") } ?? nil
    removed += 1
    mutations.append(
      .told(Participant.kind, own.id, at: max(since, known ?? since).next, present: false))
  }
}
