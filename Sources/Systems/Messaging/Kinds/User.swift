public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A user whose messages this ledger holds. For the people they write to, the ledger has no user, only the names in
/// their ``Participant``.
public struct User: Entity {
  /// Their id on the remote store.
  public var id = ID()
  /// An e-mail address, by which commands also find them; may be empty, and need not be unique.
  public var email = ""
  /// Their own name; a ``Participant`` has the name for others. May be empty.
  public var displayName = ""
  /// The address of a picture of them.
  public var photoURL: String?
  /// What may be analyzed about the messages that they receive.
  public var aiPreferences = AIPreferences()
  /// Answers that they often give.
  public var faqs: [Ref<FAQ>] = []
  /// When they were added, by the clock of the device; unless set, the time of the first write.
  public var createdAt = Date.unwritten
  /// The remote store's time of the last change that it reported; until then the time of the last write here.
  public var updatedAt = Date.unwritten
  /// The conversations that they started; see ``participations`` for all in which they take part.
  public var conversations: [Ref<Conversation>] = []
  /// Their participations in all conversations: the inverse of ``Participant/user``.
  public var participations: [Ref<Participant>] = []
  /// The source that reported them, such as `chat:slack`; null for the ledger's own users.
  public var importedFrom: String?
  /// Their id in the network from whose export they came: a Matrix id, a telephone number, a Slack id; null for others.
  public var networkID: String?

  public init() {}

  public static let schema = Schema("messaging.user") {
    Personal()
    Names(\.displayName, addresses: [\.email], detail: \.email)
    GivenIDs()
    Indexed(\.email)
    Bound(\.createdAt, .far)
    Bound(\.updatedAt, .far)
  }
}

/// What may be analyzed about the messages that a user receives.
public struct AIPreferences: Codable, Sendable, Equatable {
  /// Whether to determine what a message is about.
  public var categorizes = true
  /// Whether to find out how a message sounds.
  public var readsSentiment = true
  /// Whether to estimate how likely a message leads to an opportunity.
  public var scoresOpportunities = true
  /// Whether to check if a message asks one of the user's frequent questions.
  public var matchesFAQs = true
  /// Whether to draft an answer.
  public var draftsReplies = true

  public init() {}
}
