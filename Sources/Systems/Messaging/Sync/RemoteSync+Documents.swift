import Daybook
import DaybookModel

extension RemoteSync {
  /// Brings one entry's document to the state that this device wants, and notes the result.
  func sendOnce(_ entry: OutboxEntry, _ taken: inout [Mutation]) async throws {
    guard let path = entry.path(user) else {
      throw RemoteStoreError.invalid("an id is not valid on the remote store: \(entry.noun)")
    }
    switch entry.subject {
    case .participant(let member, let conversation):
      try await send(entry, member, in: conversation, path)
    case .message(let conversation):
      if entry.isDeleted { return try await delete(entry, path, &taken) }
      guard try await upload(attachmentsOf: entry, in: conversation) else {
        return try await bring(entry, path, making: entry.revision == nil ? entry.document : nil, &taken)
      }
      // With the addresses that its files have now.
      guard let current = try await entries().first(where: { $0.id == entry.id && $0.kind == entry.kind })
      else { return }
      try await bring(current, path, making: current.revision == nil ? current.document : nil, &taken)
    case .conversation:
      try await bring(entry, path, making: entry.revision == nil ? entry.document : nil, &taken)
    case .user, .faq:
      if entry.isDeleted { return try await delete(entry, path, &taken) }
      try await bring(entry, path, making: entry.document, revives: true, &taken)
    }
  }

  private func bring(
    _ entry: OutboxEntry, _ path: RemotePath, making: JSONObject?, revives: Bool = false,
    _ taken: inout [Mutation]
  ) async throws {
    var set = entry.pending.values
    let adding: JSONObject = set["readBy"].map { ["readBy": $0] } ?? [:]
    for name in ["readBy", "conversation", "sender"] { set[name] = nil }
    if case .faq = entry.subject { set["owner"] = nil }
    let outcome = try await far.bring(
      path, set: set, adding: adding, making: making, known: try await known(entry, path), revives: revives,
      by: user)
    taken += try await told(outcome, entry)
  }

  /// The document as the ledger last heard of it, as far as that is enough to change it.
  private func known(_ entry: OutboxEntry, _ path: RemotePath) async throws -> RemoteDocument? {
    guard let revision = entry.revision, !entry.names.isEmpty, !entry.hasAttachments else { return nil }
    let names = entry.names
    return try await ledger.read { state in
      state.read(entry.kind, entry.id, includesGone: true) { entity in
        var fields = JSONObject()
        for name in names { fields[name.far] = entity.serverValue(name.near) }
        let created = (entity.serverValue("acceptedAt") ?? entity.serverValue("createdAt"))?.string
        return RemoteDocument(
          path: path, fields: fields, created: created.flatMap { ServerTime(text: $0) } ?? revision,
          revision: revision)
      }
    }
  }

  /// The result for an entry, with the writes that are acknowledged.
  func told(_ outcome: RemoteOutcome, _ entry: OutboxEntry) async throws -> [Mutation] {
    try await ledger.read { [user] state -> [Mutation] in
      let acks = entry.pending.acks
      switch outcome {
      case .document(let document):
        var reading = RemoteReading(user: user)
        reading.take(document, acks: acks.first, in: state)
        let others = entry.attachments.flatMap { attachment in
          attachment.acks.map {
            Mutation.told(Attachment.kind, attachment.id, at: document.revision, acks: $0)
          }
        }
        return reading.mutations + Self.acknowledgements(acks.dropFirst(), entry, at: document.revision)
          + others
      case .gone(let revision):
        let since = max(
          revision ?? ServerTime(seconds: 0), entry.revision?.next ?? ServerTime(seconds: 0))
        return [.told(entry.kind, entry.id, at: since, present: false, acks: acks.first)]
          + Self.acknowledgements(acks.dropFirst(), entry, at: since)
      }
    }
  }

  private static func acknowledgements(
    _ acks: ArraySlice<Stamp>, _ entry: OutboxEntry, at server: ServerTime
  ) -> [Mutation] {
    acks.map { .told(entry.kind, entry.id, at: server, acks: $0) }
  }

  private func delete(_ entry: OutboxEntry, _ path: RemotePath, _ taken: inout [Mutation]) async throws {
    var revision: ServerTime?
    do throws(RemoteStoreError) {
      revision = try await far.write(.delete(path), by: user).revision
    } catch {
      // If the remote store never accepted it and refuses it, it does not have it.
      guard case .refused = error, entry.revision == nil else { throw error }
    }
    taken += try await told(.gone(revision), entry)
  }

  // MARK: participants

  private func send(
    _ entry: OutboxEntry, _ member: String, in conversation: String, _ path: RemotePath
  ) async throws {
    guard let root = RemotePath.conversation(conversation) else { return }
    if entry.isDeleted { return try await leave(entry, member, root) }
    var mutations: [Mutation] = []
    // The conversation may have just been created, with everybody in it.
    let isMember = try await ledger.read { state in
      state.read(entry.kind, entry.id, includesGone: true) { $0.serverPresence?.isPresent ?? false } ?? false
    }
    if !isMember {
      let outcome = try await far.bring(
        root, adding: ["participantIDs": [.string(member)]], making: nil, known: nil, by: user)
      mutations += try await told(outcome)
    }
    var (set, own) = (entry.pending.values, JSONObject())
    for name in ["conversation", "user"] { set[name] = nil }
    for name in RemoteFields.own.names {
      if let value = set[name] { own[name] = value }
      set[name] = nil
    }
    if entry.revision == nil || !set.isEmpty {
      // A participant's own data takes precedence over data from others.
      let outcome = try await far.bring(
        path, set: member == user ? set : [:], making: entry.document,
        known: entry.revision == nil ? nil : try await far.document(path, for: user), revives: true, by: user)
      mutations += try await told(outcome)
    }
    if !own.isEmpty, let path = RemotePath.userConversation(conversation, of: user) {
      let known = entry.ownRevision == nil ? nil : try await far.document(path, for: user)
      mutations += try await told(
        try await far.bring(path, set: own, making: own, known: known, revives: true, by: user))
    }
    let revision = mutations.compactMap(\.server).max() ?? entry.revision ?? ServerTime(seconds: 0)
    try await ledger.append(mutations + Self.acknowledgements(entry.pending.acks[...], entry, at: revision))
  }

  /// Users can remove only themselves. If a user has already left, only the writes remain to be acknowledged.
  private func leave(_ entry: OutboxEntry, _ member: String, _ root: RemotePath) async throws {
    var since = max(entry.memberSince ?? ServerTime(seconds: 0), entry.revision ?? ServerTime(seconds: 0))
    var mutations: [Mutation] = []
    if entry.isMember {
      guard member == user else {
        throw RemoteStoreError.refused("users can remove only themselves from a conversation")
      }
      let outcome = try await far.bring(
        root, removing: ["participantIDs": [.string(user)]], making: nil, known: nil, by: user)
      since = since.next
      if case .document(let document) = outcome { since = max(since, document.revision) }
      mutations = [.told(entry.kind, entry.id, at: since, present: false)]
    }
    mutations += Self.acknowledgements(entry.pending.acks[...], entry, at: since)
    if !mutations.isEmpty { try await ledger.append(mutations) }
  }

  func told(_ outcome: RemoteOutcome) async throws -> [Mutation] {
    guard case .document(let document) = outcome else { return [] }
    return try await ledger.read { [user] state in
      var reading = RemoteReading(user: user)
      reading.take(document, in: state)
      return reading.mutations
    }
  }
}

extension OutboxEntry {
  /// The fields of its document here and there.
  fileprivate var names: [(near: String, far: String)] {
    switch subject {
    case .user: RemoteFields.user.names.map { ($0, $0) }
    case .faq: RemoteFields.faq.names.map { ($0, $0) }
    // Only the remote store knows who takes part.
    case .conversation, .participant: []
    case .message:
      (RemoteFields.message.names + ["readBy", "createdAt"]).map { ($0, $0) } + [
        ("sender", "senderID"), ("conversation", "conversationID"),
      ]
    }
  }
}
