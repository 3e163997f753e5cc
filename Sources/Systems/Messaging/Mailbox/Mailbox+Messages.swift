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
