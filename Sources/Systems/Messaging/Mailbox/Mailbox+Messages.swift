public import Daybook

extension Mailbox {
  /// Writes a message into the ledger, where it is shown at once and waits for the remote store.
  ///
  /// - Throws: `LedgerError`: `usage` for an empty message, `refused` if the user does not take part.
  @discardableResult
  public func send(
    _ text: String, enclosing enclosures: [Enclosure] = [], to conversation: Ref<Conversation>,
    answering answered: Ref<Message>? = nil, id: Ref<Message> = Ref()
  ) async throws -> Ref<Message> {
    guard !enclosures.isEmpty || !text.allSatisfy(\.isWhitespace) else {
      throw LedgerError(.usage, "the message is empty", advice: "write something, or attach a file")
    }
    guard try await view({ participant(in: conversation, $0) }) != nil else { throw notThere(conversation) }
    try await requireRemoteStore(conversation)
    try await requireReader(of: conversation)
    var set: JSONObject = [
      "conversation": .string(conversation.rawValue), "sender": .string(user.rawValue), "text": .string(text),
    ]
    if let answered { set["replyTo"] = .string(answered.rawValue) }
    var mutations = [Mutation(.upsert, kind: Message.kind, id: id.rawValue, set: set)]
    mutations += enclosures.map { $0.mutation(of: id) }
    try await write(mutations)
    return id
  }

  /// A conversation from another network can be read here, but must be answered there.
  private func requireRemoteStore(_ conversation: Ref<Conversation>) async throws {
    let source = try await view { view in
      view.read(Conversation.kind, conversation.rawValue) { $0.text("importedFrom") } ?? nil
    }
    guard let source else { return }
    throw LedgerError(
      .refused, "the conversation was imported from '\(source)', and Daybook cannot send messages there",
      advice: "answer in the app that it came from")
  }

  private func requireReader(of conversation: Ref<Conversation>) async throws {
    let people = try await view { view in
      view.read(Conversation.kind, conversation.rawValue) { (now: $0.contacts, ever: $0.everContacts) }
    }
    guard let people, !people.now.contains(where: { $0.id != user }) else { return }
    let names = people.ever.filter { $0.id != user }.map(\.name)
    throw LedgerError(
      .refused,
      "nobody would read it: \(names.isEmpty ? "nobody else" : names.joined(separator: ", ")) "
        + "\(names.isEmpty ? "is in the conversation" : "left the conversation")",
      advice: "add somebody with '\(SystemRemedy.add)', or begin another one")
  }

  /// Changes the text of one's own message. A message that was given up is sent again with it.
  public func edit(_ message: Ref<Message>, _ text: String) async throws {
    let held = try await own(message)
    guard held.attachmentCount > 0 || !text.allSatisfy(\.isWhitespace) else {
      throw LedgerError(.usage, "the message would be empty", advice: "write something, or delete it")
    }
    if held.text == text { return }
    try await write([
      Mutation(.upsert, kind: Message.kind, id: message.rawValue, set: ["text": .string(text)])
    ])
    let isGivenUp = try await view { view in
      view.read(Message.kind, message.rawValue) { $0.text("failure") != nil } ?? false
    }
    // Also if another of the user's devices gave it up; that device receives this.
    if isGivenUp { try await tryAgain([message.rawValue]) }
  }

  /// Deletes one's own message everywhere.
  public func delete(_ message: Ref<Message>) async throws {
    _ = try await own(message)
    try await write([Mutation(.delete, kind: Message.kind, id: message.rawValue)])
  }

  private func own(_ message: Ref<Message>) async throws -> MessagePreview {
    let held = try await view { view in view.read(Message.kind, message.rawValue) { MessagePreview($0) } }
    guard let held, held.senderID == user.rawValue else {
      throw LedgerError.noAccess(viewer, to: Message.kind, message.rawValue)
    }
    return held
  }
}

extension ViewReader {
  /// Reads every message of a conversation, in no order; none if there is no such conversation.
  func messages<Value>(of conversation: String, _ body: (borrowing EntityReader) -> Value) -> [Value] {
    read(Conversation.kind, conversation) { $0.map("messages", body) } ?? []
  }
}

extension Enclosure {
  fileprivate func mutation(of message: Ref<Message>) -> Mutation {
    var set: JSONObject = [
      "message": .string(message.rawValue), "type": .string(type.rawValue), "mimeType": .string(mimeType),
      "fileName": .string(fileName), "fileSize": .int(Int64(sizeBytes)), "data": data,
    ]
    if let localURL { set["localURL"] = .string(localURL) }
    if let thumbnailURL { set["thumbnailURL"] = .string(thumbnailURL) }
    return Mutation(.upsert, kind: Attachment.kind, id: Ref<Attachment>().rawValue, set: set)
  }
}

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
