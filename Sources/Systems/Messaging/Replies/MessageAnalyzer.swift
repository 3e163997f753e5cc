public import Daybook

/// What is asked about a message.
public struct AnalysisRequest: Sendable, Hashable {
  public var text: String
  /// What to call the sender.
  public var sender: String
  /// The user's frequent questions.
  public var faqs: [KnownAnswer]

  public struct KnownAnswer: Sendable, Hashable {
    public var id: Ref<FAQ>
    public var question: String
    public var answer: String
    public var keywords: [String]

    public init(id: Ref<FAQ>, question: String, answer: String, keywords: [String] = []) {
      (self.id, self.question, self.answer, self.keywords) = (id, question, answer, keywords)
    }
  }

  public init(text: String, sender: String = "", faqs: [KnownAnswer] = []) {
    (self.text, self.sender, self.faqs) = (text, sender, faqs)
  }
}

/// What was found out about a message; null where there is nothing to say.
public struct MessageAnalysis: Sendable, Equatable {
  public var category: MessageCategory?
  public var sentiment: Sentiment?
  /// From 0 to 1.
  public var opportunityScore: Double?
  public var faqMatch: Ref<FAQ>?
  public var smartReplyDraft: String?

  public init() {}
}

/// Reads messages, and proposes what to answer. What it says is written into the message, so a replay never asks
/// again.
public protocol MessageAnalyzer: Sendable {
  /// Who reads, as ``Message/analyzedBy`` tells it: `rules`, or a model's name.
  var name: String { get }

  func analyze(_ request: AnalysisRequest) async throws -> MessageAnalysis
}
