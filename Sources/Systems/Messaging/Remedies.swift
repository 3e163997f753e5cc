import Daybook

extension SystemRemedy {
  /// See what waits to be sent.
  static let outbox = SystemRemedy("messaging.outbox", "Mailbox.outbox()")
  /// List the conversations.
  static let inbox = SystemRemedy("messaging.inbox", "Mailbox.inbox()")
  /// Begin a conversation.
  static let begin = SystemRemedy("messaging.begin", "Mailbox.start(with:)")
  /// Add somebody to a conversation.
  static let add = SystemRemedy("messaging.add", "Mailbox.add(_:to:)")
  /// Draft an answer.
  static let draft = SystemRemedy("messaging.draft", "Mailbox.analyze(_:by:)")
  /// Give an answer of one's own.
  static let text = SystemRemedy("messaging.text", "give a text")
  /// Make the first user.
  static let user = SystemRemedy("messaging.user", "write a User")
  /// Select one of several users, whose ids follow.
  static let selection = SystemRemedy("messaging.selection", "name one")
}
