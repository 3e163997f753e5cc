public import Daybook

/// Something that waits for the remote store.
public struct OutboxItem: Sendable, Equatable {
  public var kind: String
  public var id: String
  /// The conversation that it goes to; nil for data of a single user, such as a frequent question.
  public var conversation: Ref<Conversation>?
  /// What would happen: `create`, `change` or `delete`; `undo` of a change that only another user may make.
  public var action: String
  /// The beginning of a message's text, a file's name.
  public var text: String
  /// How often it was repeated without success; 0 unless it is a message.
  public var retryCount: Int
  /// Why it was given up, or is never sent; nil while it is tried.
  public var failure: String?
  /// When it was written, by this device's clock.
  public var since: Instant
}

extension Mailbox {
  /// The entities that wait to be sent from this device, in the order of sending, then local writes that are never
  /// sent, because only another user may make them. O(size of the messaging data in the ledger).
  public func outbox() async throws -> [OutboxItem] {
    let own = try await ledger.replicas.own()
    let survey = OutboxSurvey(user: user.rawValue, own: own)
    let overruled = OverruledChanges(user: user.rawValue, own: own)
    return try await ledger.read { state in
      survey.entries(in: state).map { entry in
        OutboxItem(
          kind: entry.kind, id: entry.id, conversation: entry.conversation.map { Ref($0) },
          action: entry.isDeleted ? "delete" : entry.revision == nil ? "create" : "change",
          text: Self.text(entry.kind, entry.id, in: state), retryCount: entry.retryCount,
          failure: entry.failure, since: entry.first.instant)
      }
        + overruled.all(in: state).map { change in
          OutboxItem(
            kind: change.kind, id: change.id, conversation: change.conversation.map { Ref($0) },
            action: "undo", text: Self.text(change.kind, change.id, in: state), retryCount: 0,
            failure: change.reason, since: change.first.instant)
        }
    }
  }

  /// The number of those that the next sync sends.
  public func waitingCount() async throws -> Int {
    let survey = OutboxSurvey(user: user.rawValue, own: try await ledger.replicas.own())
    return try await ledger.read { state in survey.entries(in: state).count { $0.failure == nil } }
  }

  private static func text(_ kind: String, _ id: String, in state: borrowing LedgerState) -> String {
    let text = state.read(kind, id, includesGone: true) { entity in
      entity.text("text") ?? entity.text("fileName") ?? entity.text("displayName")
        ?? entity.text("question")
    }
    return (text ?? nil) ?? ""
  }

  /// Lets messages that were given up be tried again as often as new ones; with none named, all of them.
  ///
  /// - Returns: how many.
  @discardableResult
  public func retry(_ messages: [Ref<Message>] = []) async throws -> Int {
    let wanted = Set(messages.map(\.rawValue))
    let survey = OutboxSurvey(user: user.rawValue, own: try await ledger.replicas.own())
    let failed = Set(
      try await ledger.read { state in
        survey.entries(in: state).filter { $0.isMessage && $0.failure != nil }.map(\.id)
      })
    let chosen = wanted.isEmpty ? failed : failed.intersection(wanted)
    if let missing = wanted.subtracting(failed).min() {
      throw LedgerError(
        .notFound, "message '\(missing)' has not failed", advice: "see '\(SystemRemedy.outbox)'")
    }
    try await tryAgain(chosen.sorted())
    return chosen.count
  }

  /// Counts the tries of these messages from the start.
  func tryAgain(_ messages: [String]) async throws {
    if messages.isEmpty { return }
    // The result is this device's own record, so the events have no author.
    var options = options
    options.viewer = nil
    let mutations = messages.map { id in
      Mutation(.sync, kind: Message.kind, id: id, set: ["retryCount": 0, "failure": .null])
    }
    try await ledger.append(mutations, options: options)
  }
}
