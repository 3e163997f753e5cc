public import Daybook

/// Something that waits for the far side.
public struct OutboxItem: Sendable, Equatable {
  public var kind: String
  public var id: String
  public var conversation: Ref<Conversation>?
  /// What would happen: `create`, `change` or `delete`.
  public var action: String
  /// The beginning of a message's text, a file's name.
  public var text: String
  public var retryCount: Int
  /// Why it was given up; nil while it is tried.
  public var failure: String?
  /// When it was written, by this device's clock.
  public var since: Instant
}

extension Mailbox {
  /// What waits to be sent from this device, in the order of sending. O(what the ledger holds of messages).
  public func outbox() async throws -> [OutboxItem] {
    let survey = OutboxSurvey(user: user.rawValue, own: try await ledger.ownReplicas())
    return try await ledger.read { state in
      survey.entries(in: state).map { entry in
        let text = state.read(entry.kind, entry.id, includesGone: true) { entity in
          entity.text("text") ?? entity.text("fileName") ?? entity.text("displayName")
            ?? entity.text("question")
        }
        return OutboxItem(
          kind: entry.kind, id: entry.id, conversation: entry.conversation.map { Ref($0) },
          action: entry.isDeleted ? "delete" : entry.revision == nil ? "create" : "change",
          text: (text ?? nil) ?? "", retryCount: entry.retryCount, failure: entry.failure,
          since: entry.first.instant)
      }
    }
  }

  /// Lets messages that were given up be tried again; with none named, all of them.
  ///
  /// - Returns: how many.
  @discardableResult
  public func retry(_ messages: [Ref<Message>] = []) async throws -> Int {
    let wanted = Set(messages.map(\.rawValue))
    let failed = Set(
      try await outbox().compactMap { item -> String? in
        guard item.failure != nil else { return nil }
        return item.kind == Message.kind ? item.id : nil
      })
    let chosen = wanted.isEmpty ? failed : failed.intersection(wanted)
    if let missing = wanted.subtracting(failed).min() {
      throw LedgerError(
        .notFound, "message '\(missing)' was not given up", advice: "see 'daybook messaging outbox'")
    }
    // What happened to it is nobody's word but this device's own.
    var options = options
    options.viewer = nil
    let mutations = chosen.sorted().map { id in
      Mutation(.sync, kind: Message.kind, id: id, set: ["retryCount": 0, "failure": .null])
    }
    if !mutations.isEmpty { try await ledger.append(mutations, options: options) }
    return mutations.count
  }
}
