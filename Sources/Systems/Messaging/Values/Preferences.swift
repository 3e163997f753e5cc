/// What may be worked out about the messages that a user gets.
public struct AIPreferences: Codable, Sendable, Equatable {
  /// What a message is about.
  public var categorizes = true
  /// Whether to find out how a message sounds.
  public var readsSentiment = true
  /// Whether to estimate how likely something comes of a message.
  public var scoresOpportunities = true
  /// Whether a message asks one of the user's frequent questions.
  public var matchesFAQs = true
  /// Whether to draft an answer.
  public var draftsReplies = true

  public init() {}
}

/// How somebody wants to hear of a conversation.
public struct NotificationPreferences: Codable, Sendable, Equatable {
  /// Whether there are notifications at all; true by default. If false, the other two have no effect.
  public var isEnabled = true
  /// Only messages that name them.
  public var mentionsOnly = false
  /// Whether a notification shows the message's text.
  public var showsPreview = true

  public init() {}
}
