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

/// How a user wants to be notified of a conversation.
public struct NotificationPreferences: Codable, Sendable, Equatable {
  /// Whether there are notifications at all; true by default. If false, the other two have no effect.
  public var isEnabled = true
  /// Whether to notify only of messages that name the user.
  public var mentionsOnly = false
  /// Whether a notification shows the message's text.
  public var showsPreview = true

  public init() {}
}
