public import Daybook

extension Mailbox {
  /// Starts a conversation with others. It exists at once, and reaches the remote store with the next sync.
  ///
  /// - Parameters:
  ///   - contacts: the other participants; `usage` is thrown if there is nobody but the user.
  ///   - title: its title; nil if it is named after its participants.
  ///   - id: the id of the new conversation; by default a random one.
  @discardableResult
  public func start(
    with contacts: [Contact], title: String? = nil, id: Ref<Conversation> = Ref()
  ) async throws -> Ref<Conversation> {
    let own = try await view { [user] view in
      view.read(User.kind, user.rawValue) { Contact(id: user, displayName: $0.text("displayName") ?? "") }
    }
    let others = contacts.filter { $0.id != user }
    guard !others.isEmpty else {
      throw LedgerError(
        .usage, "a conversation needs another participant", advice: "name the person to write to")
    }
    var set: JSONObject = ["owner": .string(user.rawValue)]
    if let title { set["title"] = .string(title) }
    var mutations = [Mutation(.upsert, kind: Conversation.kind, id: id.rawValue, set: set)]
    for contact in [own ?? Contact(id: user)] + others {
      mutations += Self.joining(contact, id, again: nil)
    }
    try await write(mutations)
    return id
  }

  /// The conversation of the user and one other person alone that has no title; nil if there is none. A group that
  /// others have left does not count, because they may return and read it. If two devices started one each, the one
  /// that was last written to.
  public func direct(with contact: Ref<User>) async throws -> Ref<Conversation>? {
    let pair = Set([user.rawValue, contact.rawValue])
    let found = try await view { view -> [String] in
      try view.map(Query(Conversation.kind)) { conversation -> String? in
        if conversation.text("title") != nil || conversation.text("importedFrom") != nil { return nil }
        guard Set(ConversationFormulas.participantIDs(conversation)) == pair else { return nil }
        return Set(conversation.everContacts.map(\.id.rawValue)) == pair ? conversation.id : nil
      }.values.compactMap { $0 }
    }
    if found.count < 2 { return found.first.map { Ref($0) } }
    return try await inbox().map(\.conversation).first { found.contains($0.rawValue) }
  }

  /// Gives a conversation a title that all participants see; nil removes it.
  public func rename(_ conversation: Ref<Conversation>, _ title: String?) async throws {
    let held = try await view { view -> (isThere: Bool, title: String?) in
      guard participant(in: conversation, view) != nil else { return (false, nil) }
      return (true, view.read(Conversation.kind, conversation.rawValue) { $0.text("title") } ?? nil)
    }
    guard held.isThere else { throw notThere(conversation) }
    if held.title == title { return }
    try await write([
      Mutation(
        .upsert, kind: Conversation.kind, id: conversation.rawValue,
        set: ["title": title.map { .string($0) } ?? .null])
    ])
  }

  /// Adds others to a conversation. Those who are already in it are unchanged.
  public func add(_ contacts: [Contact], to conversation: Ref<Conversation>) async throws {
    let held = try await ledger.read { state in
      RemoteReading.participants(of: conversation.rawValue, in: state)
    }
    let there = try await view { view in
      view.read(Conversation.kind, conversation.rawValue) { ConversationFormulas.participantIDs($0) }
    }
    guard let there, there.contains(user.rawValue) else { throw notThere(conversation) }
    var mutations: [Mutation] = []
    for contact in contacts where !there.contains(contact.id.rawValue) {
      mutations += Self.joining(
        contact, conversation, again: held.first { $0.user == contact.id.rawValue }?.id)
    }
    try await write(mutations)
  }

  /// - Parameter again: the participation of someone who was in it before.
  private static func joining(
    _ contact: Contact, _ conversation: Ref<Conversation>, again: String?
  ) -> [Mutation] {
    let id = again ?? Participant.id(of: contact.id, in: conversation).rawValue
    var set: JSONObject = [
      "conversation": .string(conversation.rawValue), "user": .string(contact.id.rawValue),
    ]
    // Somebody who was in it before has their own data.
    if again == nil {
      if !contact.displayName.isEmpty { set["displayName"] = .string(contact.displayName) }
      if let photoURL = contact.photoURL { set["photoURL"] = .string(photoURL) }
    }
    let made = Mutation(.upsert, kind: Participant.kind, id: id, set: set)
    guard again != nil else { return [made] }
    var back = Mutation(.sync, kind: Participant.kind, id: id)
    back.present = true
    return [made, back]
  }

  /// Removes the user from a conversation: they can no longer read or write it.
  public func leave(_ conversation: Ref<Conversation>) async throws {
    let part = try await view { participant(in: conversation, $0) }
    guard let part else { throw notThere(conversation) }
    var gone = Mutation(.sync, kind: Participant.kind, id: part)
    gone.present = false
    try await write([gone])
  }

  /// Sets whether the conversation is at the top of the user's inbox; nil leaves it as it is.
  public func set(
    pinned: Bool? = nil, muted: Bool? = nil, in conversation: Ref<Conversation>
  ) async throws {
    var set = JSONObject()
    let part = try await view { view -> (id: String, isPinned: Bool, isMuted: Bool)? in
      guard let id = participant(in: conversation, view) else { return nil }
      return view.read(Participant.kind, id) { (id, $0.flag("isPinned"), $0.flag("isMuted")) }
    }
    guard let part else { throw notThere(conversation) }
    if let pinned, pinned != part.isPinned { set["isPinned"] = .bool(pinned) }
    if let muted, muted != part.isMuted { set["isMuted"] = .bool(muted) }
    if set.isEmpty { return }
    try await write([Mutation(.upsert, kind: Participant.kind, id: part.id, set: set)])
  }
  /// Sets how the user is notified of a conversation; nil leaves it as it is.
  public func set(
    notifies: Bool? = nil, mentionsOnly: Bool? = nil, showsPreview: Bool? = nil,
    in conversation: Ref<Conversation>
  ) async throws {
    let part = try await view { view -> (id: String, held: JSONObject)? in
      guard let id = participant(in: conversation, view) else { return nil }
      return view.read(Participant.kind, id) { (id, $0.value("notificationPreferences").object ?? [:]) }
    }
    guard let part else { throw notThere(conversation) }
    var wanted = part.held
    for (name, value) in [
      ("isEnabled", notifies), ("mentionsOnly", mentionsOnly), ("showsPreview", showsPreview),
    ] {
      if let value { wanted[name] = .bool(value) }
    }
    if wanted == part.held { return }
    try await write([
      Mutation(
        .upsert, kind: Participant.kind, id: part.id, set: ["notificationPreferences": .object(wanted)])
    ])
  }
}

extension Mailbox {
  /// Imports whole conversations from elsewhere, such as another program's export: documents as a remote store would report
  /// them, each at its own time. They count as if they had come from a remote store, so nothing of them waits to be sent,
  /// and importing them again changes nothing.
  ///
  /// - Returns: how many documents were new.
  @discardableResult
  public func take(_ documents: [RemoteDocument]) async throws -> Int {
    let reading = try await ledger.read { [user] state in
      var reading = RemoteReading(user: user.rawValue)
      reading.take(documents.map { .document($0) }, in: state)
      return reading
    }
    // The data is the other program's, so the events have no author.
    var options = options
    options.viewer = nil
    if !reading.mutations.isEmpty { try await ledger.append(reading.mutations, options: options) }
    return reading.changed
  }
}
