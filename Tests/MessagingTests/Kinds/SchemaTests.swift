import Daybook
import Testing

@testable import Messaging

@Suite struct SchemaTests {
  private static let registry = try? SchemaRegistry([.daybook, .messaging])

  /// The fields of the model, and behind them those that it needs besides.
  @Test(arguments: [
    (
      "messaging.user", "email displayName photoURL aiPreferences faqs createdAt updatedAt conversations",
      "participations importedFrom networkID"
    ),
    (
      "messaging.conversation",
      "participantIDs participants lastMessage unreadCount isPinned isMuted createdAt updatedAt messages",
      "owner title importedFrom"
    ),
    (
      "messaging.participant",
      "conversation user joinedAt lastReadMessageID notificationPreferences isPinned isMuted",
      "displayName photoURL unreadCount"
    ),
    (
      "messaging.message",
      """
      conversationID senderID sender text attachments status category sentiment opportunityScore faqMatch
      smartReplyDraft syncStatus retryCount readBy createdAt updatedAt
      """, "conversation analyzedBy failure acceptedAt replyTo reactions"
    ),
    (
      "messaging.attachment", "type url localURL thumbnailURL fileSize mimeType uploadStatus",
      "message fileName data"
    ),
    ("messaging.faq", "question answer keywords owner useCount", "matches createdAt updatedAt"),
  ])
  func theSchemaHasTheFieldsOfTheModel(kind: String, model: String, own: String) throws {
    let schema = try #require(Self.registry?[kind])
    let expected = (model + " " + own).split { $0.isWhitespace }.map(String.init) + ["id"]
    #expect(Set(schema.fields.map(\.name)) == Set(expected))
    #expect(schema.fields.count == expected.count)
    #expect(schema.version == 1)
    #expect(schema.isPersonal)
  }

  @Test func thereAreSixKinds() throws {
    let registry = try #require(Self.registry)
    #expect(registry.kinds.count { $0.kind.hasPrefix("messaging.") } == 6)
  }

  @Test func whatMayBeNull() throws {
    let registry = try #require(Self.registry)
    var optional: [String] = []
    for kind in registry.kinds where kind.kind.hasPrefix("messaging.") {
      optional += kind.fields.filter(\.isOptional).map { "\(kind.kind.dropFirst(10)).\($0.name)" }
    }
    #expect(
      Set(optional) == [
        "user.importedFrom", "user.networkID", "conversation.title", "conversation.importedFrom",
        "message.replyTo",
        "user.photoURL", "conversation.lastMessage", "conversation.owner", "participant.conversation",
        "participant.user", "participant.photoURL", "participant.lastReadMessageID", "message.conversation",
        "message.conversationID", "message.sender", "message.senderID", "message.category",
        "message.sentiment", "message.opportunityScore", "message.faqMatch", "message.smartReplyDraft",
        "message.analyzedBy", "message.failure", "message.acceptedAt", "attachment.message",
        "attachment.url", "attachment.localURL", "attachment.thumbnailURL", "attachment.data", "faq.owner",
      ])
  }

  /// What the view works out and nobody writes.
  @Test func theseFieldsAreWorkedOut() throws {
    let registry = try #require(Self.registry)
    var computed: [String] = []
    for kind in registry.kinds where kind.kind.hasPrefix("messaging.") {
      computed += kind.fields.filter(\.isProjection).map { "\(kind.kind.dropFirst(10)).\($0.name)" }
    }
    #expect(
      Set(computed) == [
        "conversation.participantIDs", "conversation.lastMessage", "conversation.unreadCount",
        "conversation.isPinned", "conversation.isMuted", "participant.unreadCount", "message.conversationID",
        "message.senderID", "message.status", "message.syncStatus", "attachment.uploadStatus",
        "faq.useCount",
      ])
  }

  @Test(arguments: [
    ("attachment.type", AttachmentType.known.map(\.rawValue), "image video audio document"),
    ("message.syncStatus", SyncStatus.known.map(\.rawValue), "pending synced failed"),
  ])
  func theseValuesAreKnown(field: String, known: [String], model: String) {
    #expect(known == model.split(separator: " ").map(String.init), "\(field)")
  }
}
