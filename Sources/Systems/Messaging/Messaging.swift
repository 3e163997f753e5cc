public import Daybook

extension System {
  /// Conversations, messages, attachments and answers to frequent questions.
  public static let messaging = System("messaging", version: 1, kinds: [])
}
