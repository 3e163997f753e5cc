public import Daybook

extension Mailbox {
  /// Marks the messages of a conversation as read by the user. One write of the read position does this for any number
  /// of messages. Only messages after one that stays unread are marked one by one.
  ///
  /// - Parameters:
  ///   - conversation: the conversation; `refused` is thrown if the user does not take part.
  ///   - shown: only these messages; nil for all.
  /// - Returns: how many messages they had not read.
  @discardableResult
  public func markRead(
    _ conversation: Ref<Conversation>, only shown: Set<Ref<Message>>? = nil
  ) async throws -> Int {
    let user = user.rawValue
    let marking = try await view { view -> Marking? in
      guard let part = participant(in: conversation, view) else { return nil }
      let lastRead = view.read(Participant.kind, part) { $0.text("lastReadMessageID") } ?? nil
      let messages = view.messages(of: conversation.rawValue) { message in
        Marking.Held(
          order: MessageOrder(message), readBy: message.texts("readBy"),
          isOthers: message.storedTargets("sender").first != user)
      }
      return Marking(part: part, lastRead: lastRead, user: user, messages: messages)
    }
    guard let marking else { throw notThere(conversation) }
    let (mutations, count) = marking.mutations(of: shown.map { Set($0.map(\.rawValue)) })
    try await write(mutations)
    return count
  }
}

/// The writes that mark a conversation as read.
private struct Marking: Sendable {
  struct Held: Sendable {
    var order: MessageOrder
    var readBy: [String]
    var isOthers: Bool
  }

  let part: String
  let user: String
  private let messages: [Held]
  /// How many messages, from the first, are read because of the read position.
  private let readCount: Int

  init(part: String, lastRead: String?, user: String, messages: [Held]) {
    (self.part, self.user) = (part, user)
    let sorted = messages.sorted { $0.order < $1.order }
    let last = sorted.firstIndex { $0.order.id == lastRead && $0.order.acceptedAt != nil }
    (self.messages, readCount) = (sorted, last.map { $0 + 1 } ?? 0)
  }

  private func isUnread(_ index: Int) -> Bool {
    index >= readCount && messages[index].isOthers && !messages[index].readBy.contains(user)
  }

  /// - Parameter shown: nil for all.
  func mutations(of shown: Set<String>?) -> (mutations: [Mutation], count: Int) {
    let marked = messages.indices.filter { index in
      isUnread(index) && shown?.contains(messages[index].order.id) ?? true
    }
    let isMarked = Set(marked)
    // Only messages on the remote store have a place on which all devices agree.
    var reach = readCount
    while reach < messages.count, messages[reach].order.acceptedAt != nil,
      !isUnread(reach) || isMarked.contains(reach)
    { reach += 1 }
    var mutations = marked.filter { $0 >= reach }.map { index in
      Mutation(
        .upsert, kind: Message.kind, id: messages[index].order.id,
        set: ["readBy": .array((messages[index].readBy + [user]).map { .string($0) })])
    }
    if reach > 0, let first = marked.first, first < reach {
      mutations.append(
        Mutation(
          .upsert, kind: Participant.kind, id: part,
          set: ["lastReadMessageID": .string(messages[reach - 1].order.id)]))
    }
    return (mutations, marked.count)
  }
}
