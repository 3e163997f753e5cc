/// What may be worked out about the messages that a user gets.
public struct AIPreferences: Codable, Sendable, Equatable {
  /// What a message is about.
  public var categorizes = true
  public var readsSentiment = true
  public var scoresOpportunities = true
  /// Whether a message asks one of the user's frequent questions.
  public var matchesFAQs = true
  public var draftsReplies = true

  public init() {}
}

/// How somebody wants to hear of a conversation.
public struct NotificationPreferences: Codable, Sendable, Equatable {
  public var isEnabled = true
  /// Only messages that name them.
  public var mentionsOnly = false
  /// Whether a notification shows the message's text.
  public var showsPreview = true

  public init() {}
}
