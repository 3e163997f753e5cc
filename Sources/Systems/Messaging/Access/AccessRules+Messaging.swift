// Who may read and write what in the ledger: the remote store's own table, applied to the ledger's entities as the
// documents that they are there.

import Daybook

extension AccessRules {
  static let messaging = AccessRules(
    viewers: "messaging.user", names: ["email"],
    reads: { entity, viewer in EntityAccess.reads(entity, viewer) },
    writes: { mutations, view, viewer in
      var judge = CommitAccess(viewer: viewer)
      try judge.check(mutations, view)
    })
}

enum EntityAccess {
  /// Whether the viewer may read an entity, gone or not.
  static func reads(_ entity: borrowing EntityReader, _ viewer: String) -> Bool {
    switch entity.kind {
    case User.kind: return isAllowed(.user(entity.id), viewer)
    case FAQ.kind:
      return entity.storedTargets("owner").first.map { isAllowed(.faq(entity.id, of: $0), viewer) } ?? false
    case Conversation.kind: return reads(conversation: entity.id, of: entity, viewer)
    case Participant.kind, Message.kind:
      guard let id = entity.storedTargets("conversation").first else { return false }
      return reads(conversation: id, of: entity, viewer)
    case Attachment.kind:
      let message = entity.storedTargets("message")
      return entity.mapStored(Message.kind, message) { reads($0, viewer) }.first?.value ?? false
    default: return false
    }
  }

  private static func reads(
    conversation: String, of entity: borrowing EntityReader, _ viewer: String
  ) -> Bool {
    let members = members(of: conversation, by: entity)
    return isAllowed(.conversation(conversation), viewer, ["participantIDs": texts(members)])
  }

  private static func isAllowed(_ path: RemotePath?, _ viewer: String, _ fields: JSONObject = [:]) -> Bool {
    guard let path else { return false }
    let request = AccessRequest(.read, path, by: viewer, before: fields)
    return AccessTable.verdict(request) { _ -> JSONObject? in nil } == .allowed
  }

  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// The participants of a conversation, even if it is deleted.
  static func members(of conversation: String, by reader: borrowing EntityReader) -> [String] {
    let found = reader.mapStored(Conversation.kind, [conversation]) { conversation in
      let parts = conversation.storedReferrers(of: "conversation", kind: Participant.kind)
      return conversation.mapStored(Participant.kind, parts) { member(of: $0) }.compactMap(\.value)
    }
    return found.first?.value ?? []
  }

  /// The participant's user id, as long as they take part.
  static func member(of participant: borrowing EntityReader) -> String? {
    participant.isDeleted || !participant.isPresent ? nil : participant.storedTargets("user").first
  }
}
