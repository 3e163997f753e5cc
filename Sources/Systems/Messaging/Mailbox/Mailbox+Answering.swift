public import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message that the user has not answered, and the answer that was drafted.
public struct DraftedReply: Sendable, Equatable {
  /// The message to answer, for ``Mailbox/answer(_:_:)``.
  public var message: Ref<Message>
  /// Where the message is, and where the answer goes.
  public var conversation: Ref<Conversation>
  /// The sender's name.
  public var sender: String
  /// The text of the message.
  public var text: String
  /// The draft in ``Message/smartReplyDraft``; never nil here.
  public var draft: String
  /// The frequent question that it asks.
  public var faq: Ref<FAQ>?
}

extension Mailbox {
  /// The messages of others that have a drafted reply and that the user has not answered, the oldest of each
  /// conversation first. A message that the user writes after another has arrived answers it; one that was written
  /// before, and only sent later, does not.
  ///
  /// - Parameter conversation: nil for all of the user's.
  public func drafts(in conversation: Ref<Conversation>? = nil) async throws -> [DraftedReply] {
    var conversations = conversation.map { [$0] } ?? []
    if conversation == nil { conversations = try await inbox().map(\.conversation) }
    var found: [DraftedReply] = []
    for conversation in conversations {
      let items = try await messages(in: conversation)
      let replies = Set(items.filter(\.isOwn).compactMap(\.replyTo))
      var (lastWritten, lastTime): (Stamp?, Date?) = (nil, nil)
      var open: [DraftedReply] = []
      for item in items.reversed() {
        if item.isOwn {
          (lastWritten, lastTime) = (
            max(lastWritten ?? item.written, item.written), max(lastTime ?? item.createdAt, item.createdAt)
          )
          continue
        }
        // An own message that another device wrote came by a sync, as the other did, in any order: then the authors'
        // times decide.
        let isAnswered =
          replies.contains(item.message) || lastWritten.map { item.written < $0 } ?? false
          || lastTime.map { item.createdAt <= $0 } ?? false
        guard !isAnswered, let draft = item.smartReplyDraft else { continue }
        open.append(
          DraftedReply(
            message: item.message, conversation: conversation, sender: item.sender, text: item.text,
            draft: draft, faq: item.faqMatch))
      }
      found += open.reversed()
    }
    return found
  }

  /// Answers another's message with the draft, or with a text.
  ///
  /// - Throws: `LedgerError`: `notFound` where no draft exists and no text is given; `usage` for a message of
  ///   the user's own; `refused`.
  @discardableResult
  public func answer(_ message: Ref<Message>, _ text: String? = nil) async throws -> Ref<Message> {
    let held = try await view { view in
      view.read(Message.kind, message.rawValue) { message in
        (
          conversation: message.storedTargets("conversation").first,
          sender: message.storedTargets("sender").first, draft: message.text("smartReplyDraft")
        )
      }
    }
    guard let held, let conversation = held.conversation else {
      throw LedgerError.noAccess(viewer, to: Message.kind, message.rawValue)
    }
    guard held.sender != user.rawValue else {
      throw LedgerError(.usage, "the message is your own", advice: "name a message that you received")
    }
    guard let words = text ?? held.draft else {
      throw LedgerError(
        .notFound, "this message has no drafted answer",
        advice: "run '\(SystemRemedy.draft)' to draft one, or \(SystemRemedy.text)")
    }
    return try await send(words, to: Ref(conversation), answering: message)
  }

  /// What the analysis may find out about the messages that the user receives.
  public func preferences() async throws -> AIPreferences {
    try await ledger.get(user, as: viewer)?.aiPreferences ?? AIPreferences()
  }

  /// Replaces the user's preferences. Writes nothing if they are the same; what was worked out before stays.
  public func set(_ preferences: AIPreferences) async throws {
    if try await self.preferences() == preferences { return }
    try await write([
      Mutation(
        .upsert, kind: User.kind, id: user.rawValue,
        set: [
          "aiPreferences": [
            "categorizes": .bool(preferences.categorizes),
            "readsSentiment": .bool(preferences.readsSentiment),
            "scoresOpportunities": .bool(preferences.scoresOpportunities),
            "matchesFAQs": .bool(preferences.matchesFAQs), "draftsReplies": .bool(preferences.draftsReplies),
          ]
        ])
    ])
  }
}

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
