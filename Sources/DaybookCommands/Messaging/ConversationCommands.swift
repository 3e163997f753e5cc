import ArgumentParser
import Daybook
import Messaging

/// `daybook messaging new WHO… [TEXT]`
struct NewConversationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Begin a conversation.",
    discussion: """
      Name somebody whom you have written to before by id or name. Name anybody else by the id that the remote store has \
      for them, with a name to show: bob=Bob. An unknown id without a name is refused unless --new is given.

      You have one conversation with one person: if it exists already, it is shown, and --text is sent there. A \
      conversation with a --title is a separate one.

      Examples:
        daybook messaging new bob=Bob --text 'See you on Monday?'
        daybook messaging new bob carol=Carol --title Choir
        daybook messaging new dave --new
      """)

  @Argument(
    help: ArgumentHelp("With whom: an id, id=Name, or the name of somebody you know.", valueName: "who"))
  var people: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The first message; - reads the standard input.", valueName: "text"))
  var text: String?

  @Option(help: ArgumentHelp("The conversation's name, which all participants see.", valueName: "name"))
  var title: String?

  @Flag(help: ContactHelp.new)
  var new = false

  @OptionGroup var options: MailboxOptions

  func run() async throws {
    let text = try text.map { try MessageText.read($0) }
    let title = try title.map { try ConversationTitle.read($0) }
    let mailbox = try await options.open()
    var contacts: [Contact] = []
    for contact in try await options.contacts(people, mayBeNew: new, in: mailbox)
    where contact.id != mailbox.user && !contacts.contains(where: { $0.id == contact.id }) {
      contacts.append(contact)
    }
    var present: Ref<Conversation>?
    if title == nil, contacts.count == 1 { present = try await mailbox.direct(with: contacts[0].id) }
    let alike = present == nil ? try await mailbox.group(of: contacts, title) : nil
    let id: Ref<Conversation>
    if let present { id = present } else { id = try await mailbox.start(with: contacts, title: title) }
    if let alike {
      options.messages.show(
        Notice(
          "alike",
          "you already had a conversation \(OneLine.cut(alike.title)) with them (\(alike.conversation)); this is another one"
        ))
    }
    var row = OutputRow([("_kind", .string(Conversation.kind)), ("_id", .string(id.rawValue))])
    if present != nil {
      row.append("unchanged", true)
      options.messages.show(
        Notice(
          "present",
          "you already have a conversation with \(OneLine.cut(contacts[0].name)); --title begins another one")
      )
    }
    if let text { row.append("message", .string(try await mailbox.send(text, to: id).rawValue)) }
    try options.output.show(OutputRecord(row))
    try await options.messages.waiting(mailbox)
  }
}

extension Mailbox {
  /// A conversation of the same people with the same name.
  fileprivate func group(of contacts: [Contact], _ title: String?) async throws -> InboxItem? {
    let people = Set(contacts.map(\.id) + [user])
    return try await inbox().first { item in
      Set(item.participants.map(\.id)) == people && item.hasTitle == (title != nil)
        && (title == nil || item.title == title)
    }
  }
}

extension MailboxOptions {
  /// The named users. An unknown id may be a misspelt known one, and is refused if no new user is allowed.
  func contacts(
    _ names: [String], mayBeNew: Bool, in mailbox: Mailbox
  ) async throws -> [Contact] {
    var contacts: [Contact] = []
    for name in names {
      let (contact, isNew) = try await mailbox.contact(named: name)
      if isNew, contact.displayName.isEmpty, !mayBeNew {
        let known = try await mailbox.inbox().flatMap(\.participants).flatMap { [$0.id.rawValue, $0.name] }
        let near = Suggestion.advice(for: contact.id.rawValue, among: known)
        var error = LedgerError(
          .notFound, "you have not written to '\(OneLine.cut(contact.id.rawValue))' yet", advice: near)
        error.advise("give the id with a name (id=Name), or --new")
        throw error
      }
      contacts.append(contact)
    }
    return contacts
  }
}

enum ContactHelp {
  static let new: ArgumentHelp = "Accept an unknown id as the id of a user of the remote store."
}

/// `daybook messaging people WITH`
struct ConversationPeopleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people",
    abstract: "List the participants of a conversation, and add others.",
    discussion: """
      Examples:
        daybook messaging people bob
        daybook messaging people bob --add carol=Carol
      """)

  @Argument(help: ConversationHelp.with)
  var conversation: String

  @Option(help: ArgumentHelp("Add somebody; may be given several times.", valueName: "who"))
  var add: [String] = []

  @Flag(help: ContactHelp.new)
  var new = false

  @OptionGroup var options: MailboxOptions

  func run() async throws {
    let mailbox = try await options.open()
    let id = try await mailbox.conversation(named: conversation)
    if !add.isEmpty {
      try await mailbox.add(try await options.contacts(add, mayBeNew: new, in: mailbox), to: id)
    }
    let isTable = options.output.format == .table
    let style = TableStyle(zone: try options.selection.zone(), now: SystemClock.now())
    let participants = try await mailbox.ledger.fetch(
      Participant.self, where: .compare("conversation", .equal, .string(id.rawValue)),
      sort: [SortKey("joinedAt")], as: mailbox.viewer)
    let rows = participants.map { participant in
      let joined: JSONValue =
        isTable
        ? .text(style.time(participant.joinedAt)) : .date(participant.joinedAt)
      return OutputRow([
        ("_kind", .string(Participant.kind)), ("_id", .string(participant.id.rawValue)),
        ("user", .text(participant.user?.rawValue)), ("name", .string(participant.displayName)),
        ("joinedAt", joined), ("unreadCount", .count(participant.unreadCount)),
        ("lastReadMessageID", .text(participant.lastReadMessageID)),
      ])
    }
    try options.output.show(
      columns: isTable ? ["user", "name", "joinedAt", "unreadCount"] : rows.columns, rows)
    if !add.isEmpty { try await options.messages.waiting(mailbox) }
  }
}

/// `daybook messaging leave WITH`
struct LeaveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave",
    abstract: "Leave a conversation: you can no longer read it or write in it.",
    discussion: """
      Examples:
        daybook messaging leave 'bob carol'
      """)

  @Argument(help: ConversationHelp.with)
  var conversation: String

  @OptionGroup var options: MailboxOptions

  func run() async throws {
    let mailbox = try await options.open()
    let id = try await mailbox.conversation(named: conversation)
    try await mailbox.leave(id)
    try options.output.show([
      ("_kind", .string(Conversation.kind)), ("_id", .string(id.rawValue)), ("left", true),
    ])
    try await options.messages.waiting(mailbox)
  }
}

/// `daybook messaging me [ID]`
struct MeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "me",
    abstract: "Set or show which user you are.",
    discussion: """
      Examples:
        daybook messaging me ann --name 'Ann Lee' --email ann@example.org
        daybook messaging me bob --new
        daybook messaging me
      """)

  @Argument(help: "The id by which the remote store knows you.")
  var id: String?

  @Flag(help: "Add a user to a ledger that already has one.")
  var new = false

  @Option(help: ArgumentHelp("The name that others see.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("Your address.", valueName: "address"))
  var email: String?

  @OptionGroup var options: MailboxOptions

  func run() async throws {
    guard let id else { return try await show(try await options.open()) }
    guard RemotePath.isName(id) else {
      throw LedgerError(
        .usage, "'\(OneLine.cut(id))' is not a user's id",
        advice: "an id has no '/' and no control characters, and at most 512 bytes")
    }
    let ledger = try await options.selection.open()
    let viewer = try await options.viewer(in: ledger)
    if let viewer, viewer.id != id { throw LedgerError.noAccess(viewer, to: User.kind, OneLine.cut(id)) }
    var set = JSONObject()
    if let name { set["displayName"] = .string(try NonEmptyText.read(name, "name")) }
    if let email { set["email"] = .string(try NonEmptyText.read(email, "address")) }
    let isNew = try await ledger.get(Ref<User>(id)) == nil
    if isNew, !new { try await requireFirstUser(id, in: ledger) }
    if isNew || !set.isEmpty {
      try await ledger.append(
        [Mutation(.upsert, kind: User.kind, id: id, set: set.isEmpty ? nil : set)],
        options: AppendOptions(by: options.author.author, why: options.author.why, as: viewer))
    }
    try await show(Mailbox(ledger, of: Ref(id)))
  }

  /// The first user of a ledger needs no flag; any further new id may be misspelt.
  private func requireFirstUser(_ id: String, in ledger: Ledger) async throws {
    let users = try await Mailbox.users(of: ledger)
    guard !users.isEmpty else { return }
    throw LedgerError(
      .notFound, "this ledger has no user '\(OneLine.cut(id))'",
      advice: (Suggestion.advice(for: id, among: users) ?? "it has \(users.prefix(5).joined(separator: ", "))")
        + "; --new adds a user")
  }

  private func show(_ mailbox: Mailbox) async throws {
    guard let user = try await mailbox.ledger.get(mailbox.user, as: mailbox.viewer) else { return }
    try options.output.show([
      ("_kind", .string(User.kind)), ("_id", .string(user.id.rawValue)),
      ("displayName", .string(user.displayName)), ("email", .string(user.email)),
      ("conversations", .count(try await mailbox.inbox().count)),
    ])
  }
}
