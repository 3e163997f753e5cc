import Daybook

/// Reads messages by lists of words, and needs no network: it counts words, and understands nothing. Lists are
/// English.
public struct RuleAnalyzer: MessageAnalyzer {
  public var name: String { "rules" }

  public init() {}

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

/// A message's words, folded, and what lists of words say of them.
struct MessageWords {
  private let words: Set<String>
  private let asks: Bool
  private let shouts: Bool

  init(_ text: String) {
    words = Set(Self.folded(text))
    asks = text.contains("?")
    shouts = text.contains("!!")
  }

  /// Words of letters and digits, whatever their case and accents.
  static func folded(_ text: String) -> [String] {
    String(decoding: TextFolding.fold(text), as: UTF8.self)
      .split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private func count(_ list: String) -> Int {
    list.split(separator: " ").count { words.contains(String($0)) }
  }

  var category: MessageCategory {
    if count("lottery winner bitcoin crypto viagra casino prize unsubscribe") >= 2 { return .spam }
    if count("urgent asap emergency immediately") > 0 { return .urgent }
    if businessCount > 0 { return .business }
    if asks || startsAsking { return .question }
    if count("thanks thank thx grateful") > 0 { return .thanks }
    if words.count <= 6, count("hi hello hey morning evening greetings") > 0 { return .greeting }
    return .other
  }

  private var startsAsking: Bool {
    count("how when where what which why who") > 0 && count("please tell know wonder wondering") > 0
  }

  private var businessCount: Int {
    count(
      "invoice contract offer budget collaboration partnership sponsor sponsorship proposal quote order deal hire"
    )
  }

  var sentiment: Sentiment {
    let good = count(
      "thanks thank great good love lovely wonderful happy glad excellent perfect nice awesome")
    let bad = count("bad sad angry terrible awful hate broken wrong disappointed annoyed problem worst sorry")
    return good > bad ? .positive : bad > good ? .negative : .neutral
  }

  /// A fifth for each sign that something may come of it, and a tenth for being asked.
  var opportunityScore: Double {
    let signs = 2 * businessCount + 2 * count("buy pay price interested meeting call budget") + (asks ? 1 : 0)
    return Double(min(10, signs)) / 10
  }
}
