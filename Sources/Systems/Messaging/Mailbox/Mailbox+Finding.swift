public import Daybook

extension Mailbox {
  /// The mailbox of one of the ledger's users.
  ///
  /// - Parameters:
  ///   - ledger: the ledger that holds the messages.
  ///   - name: an id or an address; nil for the only user there is.
  ///   - options: how the mailbox's events are written; the user replaces its `viewer`.
  /// - Throws: `LedgerError`: `usage` if none is named and there is not exactly one user; `refused` if it is not a user
  ///   of this ledger.
  public static func open(
    _ ledger: Ledger, of name: String?, options: AppendOptions = AppendOptions()
  ) async throws -> Mailbox {
    if let name {
      return Mailbox(ledger, of: Ref(try await ledger.viewer(named: name).id), options: options)
    }
    let users = try await Self.users(of: ledger)
    if users.count == 1 { return Mailbox(ledger, of: Ref(users[0]), options: options) }
    throw users.isEmpty
      ? LedgerError(
        .usage, "this ledger has no user yet", advice: "\(SystemRemedy.user)")
      : LedgerError(
        .usage, "this ledger has \(users.count) users, and none is selected",
        advice:
          "\(SystemRemedy.selection): \(users.prefix(5).joined(separator: ", "))"
      )
  }

  /// The ids of the users of this ledger, ascending, without people that an import added.
  public static func users(of ledger: Ledger) async throws -> [String] {
    try await ledger.query(Query(User.kind)).rows.filter { $0["importedFrom"]?.string == nil }.map(\.id)
      .sorted()
  }

  /// The conversation that a text names by its id, the beginning of its id, or the names of its participants.
  ///
  /// - Throws: `LedgerError`: `usage` where several may be meant, `notFound`.
  public func conversation(named text: String) async throws -> Ref<Conversation> {
    let all = try await inbox()
    if let exact = all.first(where: { $0.conversation.rawValue == text }) { return exact.conversation }
    let words = OneLine.of(text).split(separator: " ").map { TextFolding.fold(String($0)) }
    guard !words.isEmpty else {
      throw LedgerError(
        .usage, "no conversation is named", advice: "give an id, or the name of a participant")
    }
    let byName = all.filter { item in
      let people = item.participants.filter { $0.id != user }.flatMap { [$0.name, $0.id.rawValue] }
      let names = (people + [item.title]).map { TextFolding.fold($0) }
      return words.allSatisfy { word in names.contains { $0.holds(word) } }
    }
    let byID = text.count < 4 ? [] : all.filter { $0.conversation.rawValue.hasPrefix(text) }
    var found = byID.isEmpty ? byName : byID
    // If there are several, the one with that title; else the one with only that person.
    if found.count > 1, byID.isEmpty {
      let title = TextFolding.fold(OneLine.of(text))
      let alone = found.filter(\.isDirect)
      let choices = [
        found.filter { TextFolding.fold($0.title) == title }, alone.filter { !$0.hasTitle }, alone,
      ]
      if let only = choices.first(where: { $0.count == 1 }) { found = only }
    }
    if found.count == 1 { return found[0].conversation }
    guard !found.isEmpty else {
      let names = NearestName(
        all.flatMap { item in
          item.participants.filter { $0.id != user }.map { $0.name.isEmpty ? $0.id.rawValue : $0.name }
        })
      let near = names.whole(text) ?? names.holding(text)
      throw LedgerError(
        .notFound, "there is no conversation with '\(OneLine.cut(text))'",
        advice: near.map { "did you mean '\($0)'?" }
          ?? "see '\(SystemRemedy.inbox)', or begin one with '\(SystemRemedy.begin)'")
    }
    let listed = found.prefix(5).map { "\(OneLine.cut($0.title)) (\($0.conversation.rawValue))" }
    throw LedgerError(
      .usage,
      "'\(OneLine.cut(text))' matches \(found.count) conversations: "
        + listed.joined(separator: ", "), advice: "give the id")
  }

  /// A person whom the user already writes to, by id or name, else a new contact with this id; `id=Name` gives a name.
  /// Also returns whether the contact is new.
  public func contact(named text: String) async throws -> (contact: Contact, isNew: Bool) {
    // People who left a conversation are known, too.
    let known = try await view { view in
      try view.map(Query(Conversation.kind)) { [user] conversation in
        conversation.contacts.contains { $0.id == user } ? conversation.everContacts : []
      }.values.flatMap { $0 }
    }
    if let exact = known.first(where: { $0.id.rawValue == text }) { return (exact, false) }
    let folded = TextFolding.fold(OneLine.of(text))
    let alike = Set(known.filter { TextFolding.fold($0.name) == folded }.map(\.id))
    if alike.count == 1, let found = known.first(where: { alike.contains($0.id) }) { return (found, false) }
    let parts = text.split(separator: "=", maxSplits: 1).map { OneLine.of($0) }
    guard let id = parts.first, RemotePath.isName(id) else {
      throw LedgerError(
        .usage, "'\(OneLine.cut(text))' is not a user's id",
        advice: "give the id by which the remote store knows them, or id=Name")
    }
    return (Contact(id: Ref(id), displayName: parts.count > 1 ? parts[1] : ""), true)
  }
}

extension [UInt8] {
  /// Whether `part` occurs.
  fileprivate func holds(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return part.isEmpty }
    return (0...(count - part.count)).contains { start in
      self[start] == first && self[start..<start + part.count].elementsEqual(part)
    }
  }
}
