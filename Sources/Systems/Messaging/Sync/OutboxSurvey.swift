// The queue of entities to send. It is not stored anywhere: it consists of this device's own writes in the ledger that
// the remote store has not acknowledged.

import Daybook
import DaybookModel

struct OutboxSurvey {
  let user: String
  let own: Set<ReplicaID>

  /// In the order of sending: by the stamp of the first write that waits; of one commit what others refer to comes
  /// first. O(what the ledger holds of messages).
  func entries(in state: borrowing LedgerState) -> [OutboxEntry] {
    var found: [OutboxEntry] = []
    // A conversation from another network has no remote store.
    var imported: Set<String> = []
    state.forEach(Conversation.kind, includesGone: true) { conversation in
      if conversation.text("importedFrom") != nil { imported.insert(conversation.id) }
    }
    func isImported(_ entity: borrowing EntityReader) -> Bool {
      !imported.isEmpty && entity.storedTargets("conversation").first.map(imported.contains) ?? false
    }
    if let entry = state.read(User.kind, user, { entry(user: $0) }) ?? nil { found.append(entry) }
    state.forEach(FAQ.kind, includesGone: true) { if let entry = entry(faq: $0) { found.append(entry) } }
    state.forEach(Conversation.kind) { conversation in
      if imported.contains(conversation.id) { return }
      if let entry = entry(conversation: conversation) { found.append(entry) }
    }
    state.forEach(Participant.kind, includesGone: true) { participant in
      if isImported(participant) { return }
      if let entry = entry(participant: participant) { found.append(entry) }
    }
    state.forEach(Message.kind, includesGone: true) { message in
      if isImported(message) { return }
      if let entry = entry(message: message) { found.append(entry) }
    }
    return found.sorted { ($0.first, $0.id) < ($1.first, $1.id) }
  }

  private func entry(user: borrowing EntityReader) -> OutboxEntry? {
    var pending = PendingWrites(user, RemoteFields.user.names, own: own)
    let revision = user.serverTime(RemoteFields.user.revision)
    // One that was made without a field.
    if pending.last.isEmpty, revision == nil, own.contains(user.firstStamp.replica) {
      pending.add(user.firstStamp)
    }
    let entry = OutboxEntry(
      subject: .user, kind: User.kind, id: user.id, pending: pending,
      document: PendingWrites.document(user, RemoteFields.user.names + ["createdAt"]), revision: revision)
    return pending.isEmpty ? nil : entry
  }

  private func entry(faq: borrowing EntityReader) -> OutboxEntry? {
    guard faq.storedTargets("owner").first == user else { return nil }
    let entry = OutboxEntry(
      subject: .faq, kind: FAQ.kind, id: faq.id,
      pending: PendingWrites(faq, RemoteFields.faq.names + ["owner"], own: own),
      document: PendingWrites.document(faq, RemoteFields.faq.names + ["createdAt"]),
      revision: faq.serverTime(RemoteFields.faq.revision))
    return finished(entry, faq)
  }

  private func entry(conversation: borrowing EntityReader) -> OutboxEntry? {
    let revision = conversation.serverTime(RemoteFields.conversation.revision)
    // Who began it is said once.
    let names = revision == nil ? RemoteFields.conversation.names : ["title"]
    var pending = PendingWrites(conversation, names, own: own)
    if revision == nil, own.contains(conversation.firstStamp.replica) { pending.add(conversation.firstStamp) }
    let members = ConversationFormulas.participantIDs(conversation)
    guard !pending.isEmpty, members.contains(user) else { return nil }
    var document = PendingWrites.document(conversation, RemoteFields.conversation.names + ["createdAt"])
    document["participantIDs"] = .array(members.map { .string($0) })
    return OutboxEntry(
      subject: .conversation, kind: Conversation.kind, id: conversation.id, pending: pending,
      document: document, revision: revision)
  }

  private func entry(participant: borrowing EntityReader) -> OutboxEntry? {
    guard let member = participant.storedTargets("user").first,
      let conversation = participant.storedTargets("conversation").first
    else { return nil }
    let isOwn = member == user
    // Others' participations are sent only if the user takes part.
    if !isOwn, !EntityAccess.members(of: conversation, by: participant).contains(user) { return nil }
    var names = RemoteFields.participant.names
    // Once they take part, they write their own data.
    if !isOwn { names = participant.serverTime("joinedAt") == nil ? ["displayName", "photoURL"] : [] }
    var entry = OutboxEntry(
      subject: .participant(user: member, conversation: conversation), kind: Participant.kind,
      id: participant.id,
      pending: PendingWrites(
        participant, ["conversation", "user"] + names + (isOwn ? RemoteFields.own.names : []), own: own),
      document: PendingWrites.document(participant, names + ["joinedAt"]),
      revision: participant.serverTime("joinedAt"))
    entry.ownRevision = participant.serverTime(RemoteFields.own.revision)
    entry.isMember = participant.serverPresence?.isPresent ?? false
    entry.memberSince = participant.serverPresence?.since
    entry.isDeleted = participant.isDeleted || !participant.isPresent
    for stamp in [participant.pendingPresence, participant.deletion] {
      guard let stamp, own.contains(stamp.replica), !participant.isAcknowledged(stamp) else { continue }
      entry.pending.add(stamp)
    }
    return entry.pending.isEmpty ? nil : entry
  }

  private func entry(message: borrowing EntityReader) -> OutboxEntry? {
    let held = message.serverValue("conversation")?.string ?? message.storedTargets("conversation").first
    guard let conversation = held else { return nil }
    // The remote store's value counts: a local write does not make another's message one's own.
    let sender = message.serverValue("sender")?.string ?? message.storedTargets("sender").first
    let isOwn = sender == user
    let revision = message.serverTime(RemoteFields.message.revision)
    // Others' messages come from the remote store: data about them that only this ledger has is not sent.
    if !isOwn {
      let isMember = EntityAccess.members(of: conversation, by: message).contains(user)
      // Deleting another's message hides it in this ledger alone.
      if revision == nil || !isMember || message.isDeleted { return nil }
    }
    var entry = OutboxEntry(
      subject: .message(conversation: conversation), kind: Message.kind, id: message.id,
      pending: PendingWrites(
        message, OverruledChanges.sent(of: isOwn ? .ownMessage : .message),
        own: own, user: user),
      document: PendingWrites.document(message, ["text", "replyTo", "createdAt"]), revision: revision)
    // A new message is sent by the replica that wrote it.
    if revision == nil, message.pendingStamp("sender").map({ !own.contains($0.replica) }) ?? true,
      !message.isDeleted
    {
      return nil
    }
    entry.document["senderID"] = .string(user)
    entry.document["conversationID"] = .string(conversation)
    entry.document["readBy"] = .array([])
    entry.retryCount = Int(message.value("retryCount").int ?? 0)
    // A deleted message is not sent any more, so why it failed does not matter.
    entry.failure = message.isDeleted ? nil : message.text("failure")
    entry.hasAttachments = !message.storedReferrers(of: "message", kind: Attachment.kind).isEmpty
    if isOwn, !message.isDeleted { note(attachmentsOf: message, in: &entry) }
    return finished(entry, message)
  }

  /// Attachments are sent within their message, all of them where one has to be sent.
  private func note(attachmentsOf message: borrowing EntityReader, in entry: inout OutboxEntry) {
    let ids = message.storedReferrers(of: "message", kind: Attachment.kind)
    var isChanged = false
    for (id, pending) in message.mapStored(Attachment.kind, ids, { pendingAttachment($0) }) {
      guard let first = pending.first else { continue }
      isChanged = true
      entry.pending.note(first)
      entry.attachments.append((id, pending.acks))
    }
    let list = JSONValue.array(
      message.map("attachments") { attachment in
        var fields = PendingWrites.document(attachment, RemoteFields.attachment.names)
        fields["id"] = .string(attachment.id)
        return .object(fields)
      })
    if list.array?.isEmpty == false { entry.document["attachments"] = list }
    if isChanged { entry.pending.values["attachments"] = list }
  }

  private func pendingAttachment(_ attachment: borrowing EntityReader) -> PendingWrites {
    var pending = PendingWrites(attachment, ["message"] + RemoteFields.attachment.names, own: own)
    if let deletion = attachment.deletion {
      pending = PendingWrites()
      if own.contains(deletion.replica), !attachment.isAcknowledged(deletion) { pending.add(deletion) }
    }
    return pending
  }

  /// Includes the deletion, which is sent until the remote store reports that the entity is gone: another device of the
  /// user, which had not received the deletion, may have created it there afterwards. An entity that is gone there is
  /// not changed there.
  private func finished(_ entry: OutboxEntry, _ entity: borrowing EntityReader) -> OutboxEntry? {
    var entry = entry
    if let deletion = entity.deletion {
      entry.isDeleted = true
      entry.pending = PendingWrites()
      let isThere = entity.serverPresence?.isPresent == true
      if own.contains(deletion.replica), isThere || !entity.isAcknowledged(deletion) {
        entry.pending.add(deletion)
      }
    }
    if entity.serverPresence?.isPresent == false, !entry.isDeleted { return nil }
    return entry.pending.isEmpty ? nil : entry
  }
}
