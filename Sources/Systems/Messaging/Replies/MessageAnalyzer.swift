public import Daybook

/// A request to analyze a message.
public struct AnalysisRequest: Sendable, Hashable {
  /// The text of the message.
  public var text: String
  /// The sender's name.
  public var sender: String
  /// The user's frequent questions.
  public var faqs: [KnownAnswer]

  /// A frequent question with its answer, as an analyzer needs it.
  public struct KnownAnswer: Sendable, Hashable {
    public var id: Ref<FAQ>
    /// As ``FAQ/question``.
    public var question: String
    /// As ``FAQ/answer``.
    public var answer: String
    /// As ``FAQ/keywords``.
    public var keywords: [String]

    /// Makes a question with its answer; by default without keywords.
    public init(id: Ref<FAQ>, question: String, answer: String, keywords: [String] = []) {
      (self.id, self.question, self.answer, self.keywords) = (id, question, answer, keywords)
    }
  }

  /// Makes a request; without a sender's name, drafts contain no name in the greeting.
  public init(text: String, sender: String = "", faqs: [KnownAnswer] = []) {
    (self.text, self.sender, self.faqs) = (text, sender, faqs)
  }
}

/// The result of analyzing a message; nil for what is unknown.
public struct MessageAnalysis: Sendable, Equatable {
  /// Nil if the analyzer cannot tell.
  public var category: MessageCategory?
  /// Nil if the analyzer cannot tell.
  public var sentiment: Sentiment?
  /// From 0 to 1.
  public var opportunityScore: Double?
  /// Only one of the request's ``AnalysisRequest/faqs``; nil if the message asks none of them.
  public var faqMatch: Ref<FAQ>?
  /// A short reply to send as it is; nil if none is fitting.
  public var smartReplyDraft: String?

  public init() {}
}

/// Analyzes messages, and proposes answers. The result is written into the message, so a replay never asks again.
public protocol MessageAnalyzer: Sendable {
  /// The name that is recorded in ``Message/analyzedBy``: `rules`, or a model's name.
  var name: String { get }

  /// Analyzes one message. What the user's ``AIPreferences`` exclude, ``Mailbox`` does not write.
  /// - Throws: `LedgerError` with code `unreachable` or `bad-data`; the next analysis tries the message again.
  func analyze(_ request: AnalysisRequest) async throws -> MessageAnalysis
}
