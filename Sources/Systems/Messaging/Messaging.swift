public import Daybook

/// Messaging: conversations of users, their messages, and their frequent answers.
/// The ledger is one user's phone; a remote store carries messages to the others.
extension System {
  /// The six kinds of Messaging, with the rules by which each user reads and writes only their own data.
  public static let messaging = System(
    "messaging", version: 1,
    kinds: [
      User.self, Conversation.self, Participant.self, Message.self, Attachment.self, FAQ.self,
    ], access: .messaging)
}
