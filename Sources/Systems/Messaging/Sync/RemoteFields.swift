// Which document of the remote store holds which fields of which entity.

import Daybook

/// The fields of one kind that one collection holds, and the field whose server time is the document's revision: every
/// event of the document writes it.
struct RemoteFields: Sendable {
  let kind: String
  /// In the document under the same names.
  let names: [String]
  let revision: String

  static let user = RemoteFields(
    kind: User.kind, names: ["email", "displayName", "photoURL", "aiPreferences"], revision: "updatedAt")
  static let faq = RemoteFields(
    kind: FAQ.kind, names: ["question", "answer", "keywords"], revision: "updatedAt")
  static let conversation = RemoteFields(
    kind: Conversation.kind, names: ["owner", "title"], revision: "updatedAt")
  /// What everybody in the conversation may read of a participant.
  static let participant = RemoteFields(
    kind: Participant.kind,
    names: ["displayName", "photoURL", "lastReadMessageID", "notificationPreferences"], revision: "joinedAt")
  /// What the participant alone may.
  static let own = RemoteFields(kind: Participant.kind, names: ["isPinned", "isMuted"], revision: "isPinned")
  static let message = RemoteFields(
    kind: Message.kind, names: ["text", "replyTo", "category", "sentiment"], revision: "updatedAt")
  static let attachment = RemoteFields(
    kind: Attachment.kind, names: ["type", "url", "thumbnailURL", "fileSize", "mimeType", "fileName"],
    revision: "type")

  /// The document's values of these fields, if they are valid for their types: other programs may have written them.
  func values(of document: JSONObject, _ schemas: SchemaRegistry, also names: [String] = []) -> JSONObject {
    var values = JSONObject()
    for name in self.names + names {
      guard let value = document[name], let field = schemas[kind]?.field(name),
        let stored = try? field.stored(value)
      else { continue }
      values[name] = stored
    }
    return values
  }
}
