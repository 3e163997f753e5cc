// Checks a commit as the remote store would: as one request after the other, each applied to the documents as the earlier
// ones left them.

import Daybook

struct CommitAccess {
  let viewer: String
  /// What the commit has changed so far; nil within: deleted.
  private var documents: [RemotePath: JSONObject?] = [:]
  /// The participants of conversations that the commit creates.
  private var founders: [String: [String]] = [:]

  init(viewer: String) { self.viewer = viewer }

  /// The conversations that the commit creates come first, whatever their position, because the rest of it may depend
  /// on them.
  mutating func check(_ mutations: [Mutation], _ view: borrowing ViewReader) throws {
    for mutation in mutations where mutation.kind == Participant.kind {
      guard let conversation = mutation.set?["conversation"]?.string, let user = mutation.set?["user"]?.string
      else { continue }
      founders[conversation, default: []].append(user)
    }
    var (makings, others): ([Mutation], [Mutation]) = ([], [])
    for mutation in mutations {
      let isMaking =
        mutation.kind == Conversation.kind && mutation.op == .upsert
        && view.stored(mutation.kind, mutation.id, { $0.isMade }) != true
      if isMaking { makings.append(mutation) } else { others.append(mutation) }
    }
    for mutation in makings + others { try checkTelling(mutation, view) }
  }

  /// A refusal about an entity that the user may not see is always the same sentence, whether or not it exists, and
  /// whatever the reason.
  private mutating func checkTelling(_ mutation: Mutation, _ view: borrowing ViewReader) throws {
    do {
      try check(mutation, view)
    } catch let error as LedgerError where error.code == .refused {
      let user = viewer
      if view.stored(mutation.kind, mutation.id, { EntityAccess.reads($0, user) }) == true { throw error }
      throw LedgerError.noAccess(
        Viewer(kind: User.kind, id: viewer), to: mutation.kind, mutation.id.isEmpty ? nil : mutation.id)
    }
  }

  private mutating func check(_ mutation: Mutation, _ view: borrowing ViewReader) throws {
    switch mutation.op {
    case .upsert, .delete, .restore, .link, .unlink: break
    // No user may write what a remote store reports; only the remote store decides who takes part.
    case .sync where mutation.kind == Participant.kind && mutation.set == nil && mutation.server == nil: break
    default: throw refusal("a user may not write what the remote store reports")
    }
    let held = view.stored(mutation.kind, mutation.id) { HeldEntity($0) } ?? HeldEntity()
    switch mutation.kind {
    case User.kind:
      try ask(mutation, .user(mutation.id), held, RemoteFields.user.names, view)
    case FAQ.kind: try check(faq: mutation, held, view)
    case Conversation.kind: try check(conversation: mutation, held, view)
    case Participant.kind: try check(participant: mutation, held, view)
    case Message.kind: try check(message: mutation, held, view)
    case Attachment.kind: try check(attachment: mutation, held, view)
    default: throw refusal("nobody may write this kind")
    }
  }

  // MARK: kinds

  private mutating func check(faq: Mutation, _ held: HeldEntity, _ view: borrowing ViewReader) throws {
    let owners = [held.owner, faq.set?["owner"].map { $0.string ?? "" }].compactMap { $0 }
    guard !owners.isEmpty, owners.allSatisfy({ $0 == viewer }) else {
      throw refusal("another user's documents may not be used")
    }
    try ask(faq, .faq(faq.id, of: viewer), held, RemoteFields.faq.names, view)
  }

  private mutating func check(
    conversation: Mutation, _ held: HeldEntity, _ view: borrowing ViewReader
  ) throws {
    var held = held
    guard let path = RemotePath.conversation(conversation.id) else { throw noName(conversation) }
    let before = document(path, view)
    var after = before ?? [:]
    if before == nil {
      held.isMade = false
      after["participantIDs"] = EntityAccess.texts(founders[conversation.id] ?? [])
    }
    if let owner = conversation.set?["owner"] {
      // The founder is set only once.
      if let known = held.owner, .string(known) != owner {
        throw refusal("the user who began a conversation cannot be changed")
      }
      if before == nil, owner.string != viewer {
        throw refusal("a user cannot begin a conversation for another user")
      }
      after["owner"] = owner
    }
    if let title = conversation.set?["title"] { after["title"] = title }
    try ask(conversation.op, path, before, after, view)
  }

  private mutating func check(
    participant: Mutation, _ held: HeldEntity, _ view: borrowing ViewReader
  ) throws {
    let set = participant.set ?? [:]
    let conversation = held.conversation ?? set["conversation"]?.string
    let user = held.user ?? set["user"]?.string
    guard let conversation, let user, set["conversation"].map({ $0.string == conversation }) ?? true,
      set["user"].map({ $0.string == user }) ?? true
    else { throw refusal("a participant's conversation and user cannot be changed") }
    guard let root = RemotePath.conversation(conversation),
      let path = RemotePath.participant(user, in: conversation),
      let own = RemotePath.userConversation(conversation, of: user)
    else { throw noName(participant) }
    // A participation needs an existing conversation.
    guard let before = document(root, view) else {
      throw refusal("the user is not a participant of this conversation")
    }
    let members = before["participantIDs"]?.array?.compactMap(\.string) ?? []
    let isLeaving = participant.op == .delete || participant.present == false
    if isLeaving || !members.contains(user) {
      var after = before
      after["participantIDs"] = EntityAccess.texts(
        isLeaving ? members.filter { $0 != user } : members + [user])
      try ask(.upsert, root, before, after, view)
      if isLeaving { return }
    }
    let shared = set.filter { RemoteFields.participant.names.contains($0.key) || $0.key == "joinedAt" }
    let isNew = held.conversation == nil
    if !shared.isEmpty || isNew || participant.op == .restore {
      let before = isNew ? documents[path] ?? nil : held.fields(RemoteFields.participant.names)
      try ask(.upsert, path, before, (before ?? [:]).setting(shared), view)
    }
    let hidden = set.filter { RemoteFields.own.names.contains($0.key) }
    if !hidden.isEmpty { try ask(.upsert, own, [:], JSONObject(hidden.map { ($0.key, $0.value) }), view) }
  }

  private mutating func check(message: Mutation, _ held: HeldEntity, _ view: borrowing ViewReader) throws {
    let set = message.set ?? [:]
    for name in ["retryCount", "failure", "acceptedAt", "updatedAt"] where set[name] != nil {
      throw refusal("only the sync writes '\(name)' of a message")
    }
    let conversation = held.conversation ?? set["conversation"]?.string ?? documentOwner(message.id)
    guard let conversation, let path = RemotePath.message(message.id, in: conversation) else {
      throw set["conversation"] == nil
        ? refusal("a message needs a conversation that the user is in") : noName(message)
    }
    let before = held.conversation == nil ? documents[path] ?? nil : held.document
    var after = before ?? [:]
    for member in set {
      switch member.key {
      case "sender": after["senderID"] = member.value
      case "conversation": after["conversationID"] = member.value
      default: after[member.key] = member.value
      }
    }
    if before == nil, after["conversationID"] == nil { after["conversationID"] = .string(conversation) }
    try ask(message.op, path, before, after, view)
  }

  private mutating func check(
    attachment: Mutation, _ held: HeldEntity, _ view: borrowing ViewReader
  ) throws {
    let named = attachment.set?["message"].map { $0.string ?? "" }
    guard let id = held.message ?? named, named ?? id == id else {
      throw refusal("an attachment's message cannot be changed")
    }
    let message = view.stored(Message.kind, id) { HeldEntity($0) }
    guard let conversation = message?.conversation ?? documentOwner(id),
      let path = RemotePath.message(id, in: conversation)
    else { throw refusal("the user is not a participant of this conversation") }
    let before = documents[path] ?? message?.document
    // Whatever its fields are, the list of the message's files changes.
    let (list, empty): (JSONObject, JSONObject) = (
      ["attachments": [["id": .string(attachment.id)]]], ["attachments": []]
    )
    try ask(
      .upsert, path, (before ?? [:]).setting(empty), (before ?? [:]).setting(list), view, keeps: false)
  }

  // MARK: asking

  private mutating func ask(
    _ mutation: Mutation, _ path: RemotePath?, _ held: HeldEntity, _ names: [String],
    _ view: borrowing ViewReader
  ) throws {
    guard let path else { throw noName(mutation) }
    let before = held.isMade ? held.fields(names) : documents[path] ?? nil
    let set = (mutation.set ?? [:]).filter { names.contains($0.key) }
    try ask(mutation.op, path, before, (before ?? [:]).setting(set), view)
  }

  private mutating func ask(
    _ op: EventOperation, _ path: RemotePath, _ before: JSONObject?, _ after: JSONObject,
    _ view: borrowing ViewReader, keeps: Bool = true
  ) throws {
    let request: AccessRequest
    switch op {
    // Who may delete it may restore it.
    case .delete, .restore: request = AccessRequest(.delete, path, by: viewer, before: before ?? [:])
    default:
      request = AccessRequest(
        before == nil ? .create : .change, path, by: viewer, before: before, after: after)
    }
    var found: [RemotePath: JSONObject?] = [path.root: document(path.root, view)]
    if let parent = path.parent { found[parent] = document(parent, view) }
    switch AccessTable.verdict(request, held: { path -> JSONObject? in found[path] ?? nil }) {
    case .allowed: break
    case .refused(let why), .invalid(let why): throw refusal(why)
    }
    if keeps { documents[path] = op == .delete ? .some(nil) : after }
  }

  /// A conversation, as the commit leaves it so far.
  private func document(_ path: RemotePath, _ view: borrowing ViewReader) -> JSONObject? {
    if let changed = documents[path] { return changed }
    guard path.components.count == 2, path.collection == "conversations" else { return nil }
    return view.stored(Conversation.kind, path.id) { conversation in
      ["participantIDs": EntityAccess.texts(EntityAccess.members(of: path.id, by: conversation))]
    }
  }

  /// The conversation of a message that the commit makes; of several, the one whose id comes first.
  private func documentOwner(_ message: String) -> String? {
    documents.keys.filter { $0.collection == "messages" && $0.id == message }.map(\.root.id).min()
  }

  private func refusal(_ why: String) -> LedgerError { LedgerError(.refused, why) }

  private func noName(_ mutation: Mutation) -> LedgerError {
    LedgerError(.badData, "the id of a \(mutation.kind) is not valid on the remote store")
  }
}

/// An entity as it is before a commit.
private struct HeldEntity {
  var isMade = false
  var conversation: String?
  var user: String?
  var owner: String?
  var message: String?
  private var values: JSONObject = [:]

  init() {}

  init(_ entity: borrowing EntityReader) {
    isMade = entity.isMade
    conversation = entity.storedTargets("conversation").first
    user = entity.storedTargets("user").first
    owner = entity.storedTargets("owner").first
    message = entity.storedTargets("message").first
    let names =
      switch entity.kind {
      case User.kind: RemoteFields.user.names
      case FAQ.kind: RemoteFields.faq.names
      case Participant.kind: RemoteFields.participant.names
      case Message.kind:
        RemoteFields.message.names
          + ["readBy", "opportunityScore", "faqMatch", "smartReplyDraft", "analyzedBy", "createdAt"]
      default: [String]()
      }
    values = PendingWrites.document(entity, names)
    if entity.kind == Message.kind {
      if let sender = entity.storedTargets("sender").first { values["senderID"] = .string(sender) }
      if let conversation { values["conversationID"] = .string(conversation) }
    }
  }

  func fields(_ names: [String]) -> JSONObject {
    JSONObject(values.filter { names.contains($0.key) }.map { ($0.key, $0.value) })
  }

  /// Of a message.
  var document: JSONObject { values }
}

extension ViewReader {
  /// Reads everything that was ever written of an entity, even if it is gone.
  fileprivate func stored<Value>(
    _ kind: String, _ id: String, _ body: (borrowing EntityReader) -> Value
  ) -> Value? { readStored(kind, id, body) }
}

extension JSONObject {
  fileprivate func setting(_ members: some Sequence<JSONObject.Member>) -> JSONObject {
    var result = self
    for member in members { result[member.key] = member.value }
    return result
  }
}
