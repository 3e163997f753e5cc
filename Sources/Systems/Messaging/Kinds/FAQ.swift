public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A question that a user is often asked, and the user's answer.
public struct FAQ: Entity {
  public var id = ID()
  /// The question in its usual words; not blank. ``FAQMatcher`` compares messages with it.
  public var question = ""
  /// The answer as it is to be sent; not blank.
  public var answer = ""
  /// Words that identify the question when it is asked in other words.
  public var keywords: [String] = []
  /// Whose answer it is.
  public var owner: Ref<User>?
  /// How many messages asked it.
  public var useCount = 0
  /// The messages that ask it: the inverse of ``Message/faqMatch``.
  public var matches: [Ref<Message>] = []
  /// When it was made, by the clock of its device; unless set, the time of its first write.
  public var createdAt = Date.unwritten
  /// The remote store's time of the last change that it reported; until then the time of the last write here.
  public var updatedAt = Date.unwritten

  public init() {}

  public static let schema = Schema("messaging.faq") {
    Personal()
    One(\.owner, inverse: \User.faqs, onDelete: .nullify)
    Projection(\.useCount) { $0.count("matches") }
    Check(value: \.question, "must not be empty", isOfTheWhole: true) { !$0.allSatisfy(\.isWhitespace) }
    Check(value: \.answer, "must not be empty", isOfTheWhole: true) { !$0.allSatisfy(\.isWhitespace) }
    Bound(\.createdAt, .far)
    Bound(\.updatedAt, .far)
  }
}
