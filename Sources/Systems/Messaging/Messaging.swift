public import Daybook

/// Messaging: conversations of users with one another, what they sent, and the answers they give again and again.
/// The ledger is one user's phone; a far side carries messages to the others.
extension System {
  /// The six kinds of Messaging, with the rules by which each user reads and writes only what is theirs.
  public static let messaging = System(
    "messaging", version: 1,
    kinds: [
      User.self, Conversation.self, Participant.self, Message.self, Attachment.self, FAQ.self,
    ], access: .messaging)
}
