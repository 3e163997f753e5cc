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
