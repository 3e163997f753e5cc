// The data for a list of conversations, in the user's own document of each: other programs can read it there without
// the messages. It is computed, so it is never read back.

import Daybook

extension RemoteSync {
  /// The maximum length of a message's text.
  private static var textLengthMax: Int { 200 }

  /// Writes the last message and the unread count of the conversations of which something was written since a mark. A
  /// preview that gets no answer is left until something in its conversation is written again.
  func tellPreviews(since mark: TouchMark) async throws {
    let conversations = try await ledger.read { [user] state in Self.touched(since: mark, user, in: state) }
    for conversation in conversations {
      do {
        try await tellPreview(of: conversation)
      } catch is RemoteStoreError {
        return
      }
    }
  }

  /// The user's conversations, ascending.
  private static func touched(
    since mark: TouchMark, _ user: String, in state: borrowing LedgerState
  ) -> [String] {
    var wanted: Set<String>?
    // If it is unknown what was written, any of them may have changed.
    if let written = state.touched(since: mark) {
      var found = written[Conversation.kind] ?? []
      for kind in [Message.kind, Participant.kind] {
        for id in written[kind] ?? [] {
          let owner = state.read(kind, id, includesGone: true) { $0.storedTargets("conversation").first }
          if let conversation = owner ?? nil { found.insert(conversation) }
        }
      }
      wanted = found
    }
    var conversations: [String] = []
    state.forEach(Conversation.kind) { conversation in
      if let wanted, !wanted.contains(conversation.id) { return }
      // A conversation from another network has no remote store; of one that the remote store does not have, it reports
      // nothing.
      if conversation.text("importedFrom") != nil { return }
      guard conversation.serverTime(RemoteFields.conversation.revision) != nil,
        ConversationFormulas.participantIDs(conversation).contains(user)
      else { return }
      conversations.append(conversation.id)
    }
    return conversations.sorted()
  }

  private func tellPreview(of conversation: String) async throws {
    guard let path = RemotePath.userConversation(conversation, of: user) else { return }
    let viewer = Viewer(kind: User.kind, id: user)
    let preview = try await ledger.withView(as: viewer) { view in
      view.read(Conversation.kind, conversation) { conversation in
        (
          last: ConversationFormulas.lastMessage(conversation),
          unread: ConversationFormulas.unreadCount(conversation)
        )
      }
    }
    guard let preview else { return }
    let set: JSONObject = [
      "lastMessage": preview.last.map { Self.json($0) } ?? .null, "unreadCount": .int(Int64(preview.unread)),
    ]
    let known = try await far.document(path, for: user)
    let outcome = try await far.bring(path, set: set, making: set, known: known, revives: true, by: user)
    let mutations = try await told(outcome)
    if !mutations.isEmpty { try await ledger.append(mutations) }
  }

  private static func json(_ preview: MessagePreview) -> JSONValue {
    [
      "message": .string(preview.message), "senderID": preview.senderID.map { .string($0) } ?? .null,
      "text": .string(String(preview.text.prefix(textLengthMax))),
      "createdAt": .string(Instant(preview.createdAt).description),
      "attachmentCount": .int(Int64(preview.attachmentCount)),
    ]
  }
}
