public import Daybook

/// How far a message has come.
public struct MessageStatus: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// On its way: only this device and the ledger's others have it.
  public static let sending: Self = "sending"
  /// The far side has it.
  public static let sent: Self = "sent"
  /// Everybody else in the conversation has read it.
  public static let read: Self = "read"
  /// Sending it was given up.
  public static let failed: Self = "failed"

  public static let known: [Self] = [.sending, .sent, .read, .failed]
}

/// Whether the far side has a message as it is here.
public struct SyncStatus: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Something was written here that the far side has not acknowledged.
  public static let pending: Self = "pending"
  public static let synced: Self = "synced"
  /// As pending, but nobody tries any more until somebody asks for it.
  public static let failed: Self = "failed"

  public static let known: [Self] = [.pending, .synced, .failed]
}

/// What a message is about.
public struct MessageCategory: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let question: Self = "question"
  public static let business: Self = "business"
  public static let urgent: Self = "urgent"
  public static let thanks: Self = "thanks"
  public static let greeting: Self = "greeting"
  public static let spam: Self = "spam"
  public static let other: Self = "other"

  public static let known: [Self] = [.question, .business, .urgent, .thanks, .greeting, .spam, .other]
}

/// How a message sounds.
public struct Sentiment: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let positive: Self = "positive"
  public static let neutral: Self = "neutral"
  public static let negative: Self = "negative"

  public static let known: [Self] = [.positive, .neutral, .negative]
}
