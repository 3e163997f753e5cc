import Daybook

/// Analyzes messages by lists of English words, without a network: it counts words, and understands nothing.
public struct RuleAnalyzer: MessageAnalyzer {
  /// Always `rules`.
  public var name: String { "rules" }

  public init() {}

  /// The draft is the matching question's answer, else a stock reply for the category; nil if neither exists.
  /// O(words of the message and of the questions).
  public func analyze(_ request: AnalysisRequest) -> MessageAnalysis {
    let words = MessageWords(request.text)
    var analysis = MessageAnalysis()
    analysis.category = words.category
    analysis.sentiment = words.sentiment
    analysis.opportunityScore = words.opportunityScore
    let match = FAQMatcher(request.faqs).best(for: request.text)
    analysis.faqMatch = match?.faq
    analysis.smartReplyDraft = draft(request, words, match)
    return analysis
  }

  private func draft(_ request: AnalysisRequest, _ words: MessageWords, _ match: FAQMatcher.Match?) -> String?
  {
    let greeting = request.sender.isEmpty ? "Hello" : "Hello \(request.sender)"
    if let match, let faq = request.faqs.first(where: { $0.id == match.faq }) {
      return "\(greeting), \(faq.answer)"
    }
    switch words.category {
    case .spam: return nil
    case .thanks: return "You are welcome!"
    case .greeting: return "\(greeting)! How are you?"
    case .urgent: return "\(greeting), I have seen your message and will see to it at once."
    case .business: return "\(greeting), thank you for your offer. I will look at it and come back to you."
    case .question: return "\(greeting), thank you for asking. I will come back to you."
    default: return nil
    }
  }
}
