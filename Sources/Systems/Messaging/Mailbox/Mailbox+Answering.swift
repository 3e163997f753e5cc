public import Daybook

/// A message that nobody has answered, and what might be answered.
public struct DraftedReply: Sendable, Equatable {
  public var message: Ref<Message>
  public var conversation: Ref<Conversation>
  /// The sender's name.
  public var sender: String
  public var text: String
  public var draft: String
  /// The frequent question that it asks.
  public var faq: Ref<FAQ>?
}

extension Mailbox {
  /// The messages of others with a drafted reply behind which the user has written nothing, the oldest of each
  /// conversation first.
  ///
  /// - Parameter conversation: nil for all of the user's.
  public func drafts(in conversation: Ref<Conversation>? = nil) async throws -> [DraftedReply] {
    var conversations = conversation.map { [$0] } ?? []
    if conversation == nil { conversations = try await inbox().map(\.conversation) }
    var found: [DraftedReply] = []
    for conversation in conversations {
      let items = try await messages(in: conversation)
      let answered = items.lastIndex { $0.isOwn }.map { $0 + 1 } ?? 0
      found += items[answered...].compactMap { item in
        item.smartReplyDraft.map {
          DraftedReply(
            message: item.message, conversation: conversation, sender: item.sender, text: item.text,
            draft: $0,
            faq: item.faqMatch)
        }
      }
    }
    return found
  }

  /// Answers somebody's message: by what was drafted, or in other words.
  ///
  /// - Throws: ``LedgerError``: `notFound` where nothing was drafted and no words are given; `usage` for a message of
  ///   one's own; `refused`.
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
      throw LedgerError(.usage, "the message is your own", advice: "answer one that somebody else sent")
    }
    guard let words = text ?? held.draft else {
      throw LedgerError(
        .notFound, "nothing is drafted as an answer to this message",
        advice: "let 'daybook messaging analyze' draft one, or give the words with --text")
    }
    return try await send(words, to: Ref(conversation), answering: message)
  }

  /// What may be worked out about the messages that the user gets.
  public func preferences() async throws -> AIPreferences {
    try await ledger.get(user, as: viewer)?.aiPreferences ?? AIPreferences()
  }

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
