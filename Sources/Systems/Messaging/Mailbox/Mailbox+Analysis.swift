public import Daybook

extension Mailbox {
  /// The user's frequent questions, ordered by their text.
  public func faqs() async throws -> [FAQ] {
    try await ledger.fetch(
      FAQ.self, where: .compare("owner", .equal, .string(user.rawValue)), sort: [SortKey("question")],
      as: viewer)
  }

  /// The result of an analysis.
  public struct AnalysisSummary: Sendable, Equatable {
    /// The messages that the analyzer was given.
    public var examined = 0
    /// Those that were changed, even if only by the analyzer's name.
    public var changed = 0
    /// Those that could not be analyzed; they are tried again the next time.
    public var failed = 0
    /// Why the last failed one could not be read; nil if none failed.
    public var failure: String?
  }

  /// Analyzes the messages of others that no analyzer has read yet, as far as the user's preferences allow, and writes
  /// the results.
  ///
  /// - Parameters:
  ///   - conversation: nil for all of the user's.
  ///   - analyzer: reads the messages; its name is kept with each message that it has read.
  ///   - rewrites: whether to include messages that this or another analyzer has already read.
  public func analyze(
    _ conversation: Ref<Conversation>? = nil, by analyzer: any MessageAnalyzer, rewrites: Bool = false
  ) async throws -> AnalysisSummary {
    let preferences = try await ledger.get(user, as: viewer)?.aiPreferences ?? AIPreferences()
    let faqs = preferences.matchesFAQs || preferences.draftsReplies ? try await faqs() : []
    let known = faqs.map {
      AnalysisRequest.KnownAnswer(id: $0.id, question: $0.question, answer: $0.answer, keywords: $0.keywords)
    }
    var summary = AnalysisSummary()
    var conversations = conversation.map { [$0] } ?? []
    if conversation == nil { conversations = try await inbox().map(\.conversation) }
    for conversation in conversations {
      for item in try await messages(in: conversation) where !item.isOwn && !item.text.isEmpty {
        let message = try await ledger.get(item.message, as: viewer)
        guard let message, rewrites || message.analyzedBy == nil else { continue }
        summary.examined += 1
        do {
          let found = try await analyzer.analyze(
            AnalysisRequest(text: item.text, sender: item.sender, faqs: known))
          let set = Self.fields(found, preferences, by: analyzer.name, differingFrom: message)
          if set.isEmpty { continue }
          summary.changed += 1
          try await write([Mutation(.upsert, kind: Message.kind, id: item.message.rawValue, set: set)])
        } catch let error as LedgerError where error.code == .unreachable || error.code == .badData {
          summary.failed += 1
          summary.failure = error.what
        }
      }
    }
    return summary
  }

  private static func fields(
    _ found: MessageAnalysis, _ preferences: AIPreferences, by name: String, differingFrom message: Message
  ) -> JSONObject {
    var set: JSONObject = ["analyzedBy": .string(name)]
    if message.analyzedBy == name { set["analyzedBy"] = nil }
    if preferences.categorizes, found.category != message.category {
      set["category"] = found.category.map { .string($0.rawValue) } ?? .null
    }
    if preferences.readsSentiment, found.sentiment != message.sentiment {
      set["sentiment"] = found.sentiment.map { .string($0.rawValue) } ?? .null
    }
    if preferences.scoresOpportunities, found.opportunityScore != message.opportunityScore {
      set["opportunityScore"] = found.opportunityScore.map { .double($0) } ?? .null
    }
    if preferences.matchesFAQs, found.faqMatch != message.faqMatch {
      set["faqMatch"] = found.faqMatch.map { .string($0.rawValue) } ?? .null
    }
    if preferences.draftsReplies, found.smartReplyDraft != message.smartReplyDraft {
      set["smartReplyDraft"] = found.smartReplyDraft.map { .string($0) } ?? .null
    }
    return set
  }
}
