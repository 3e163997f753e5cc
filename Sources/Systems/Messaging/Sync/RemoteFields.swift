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

// The remote store's reports as events: `sync` with the server's time, so that they count whatever this device's clock
// says.

extension Mutation {
  /// - Parameter acks: the last of this ledger's writes that the remote store has accepted with it.
  static func told(
    _ kind: String, _ id: String, at server: ServerTime, present: Bool? = nil, set: JSONObject? = nil,
    acks: Stamp? = nil
  ) -> Mutation {
    var mutation = Mutation(.sync, kind: kind, id: id, set: set?.isEmpty == true ? nil : set)
    (mutation.server, mutation.present, mutation.acks) = (server, present, acks)
    return mutation
  }
}

extension ServerTime {
  /// To the millisecond, as fields hold times.
  var instantText: String {
    Instant(milliseconds: seconds * 1000 + nanoseconds / 1_000_000).description
  }

  /// Of either precision.
  init?(text: String) {
    if let exact = ServerTime(text) {
      self = exact
    } else if let instant = Instant(text) {
      self.init(
        seconds: instant.milliseconds / 1000, nanoseconds: instant.milliseconds % 1000 * 1_000_000)
    } else {
      return nil
    }
  }
}

extension RemoteDocument {
  /// When its author wrote it, by the clock of the author's device; if the document does not say, when the remote store
  /// accepted it. It is only shown: order and precedence follow the remote store's times.
  func writtenAt(_ field: String) -> String {
    fields[field]?.string.flatMap { Instant($0) }?.description ?? created.instantText
  }
}

extension RemoteChange {
  /// Of what has no time, none.
  var revision: ServerTime {
    switch self {
    case .document(let document): document.revision
    case .deleted(_, let revision): revision
    case .withdrawn: ServerTime(seconds: 0)
    }
  }
}
