public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Somebody whose messages this ledger holds. Of the people they write to the ledger has no user, only the names
/// that their ``Participant`` carries.
public struct User: Entity {
  /// As the far side knows them.
  public var id = ID()
  /// An e-mail address, by which commands also find them; may be empty, and need not be unique.
  public var email = ""
  /// Their own name; a ``Participant`` carries the name for others. May be empty.
  public var displayName = ""
  /// Where a picture of them is.
  public var photoURL: String?
  /// What may be worked out about the messages they get.
  public var aiPreferences = AIPreferences()
  /// Answers that they give again and again.
  public var faqs: [Ref<FAQ>] = []
  /// When they were added, by the clock of the device; unless set, the time of the first write.
  public var createdAt = Date.unwritten
  /// The far side's time of the last change that it reported; until then the time of the last write here.
  public var updatedAt = Date.unwritten
  /// The conversations that they began; see ``participations`` for all they take part in.
  public var conversations: [Ref<Conversation>] = []
  /// Their parts in all conversations: the inverse of ``Participant/user``.
  public var participations: [Ref<Participant>] = []
  /// The source that reported them, such as `chat:slack`; null for those whose phone it is.
  public var importedFrom: String?
  /// Their id in the network from whose export they came: a Matrix id, a telephone number, a Slack id; null of others.
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
