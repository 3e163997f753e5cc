import ArgumentParser
import Daybook
import Messaging

/// `daybook messaging …`: what only Messaging does.
struct MessagingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "messaging",
    abstract: "Conversations: write and read at once, and sync when there is a connection.",
    discussion: """
      A message that you send is in the ledger at once and waits for 'sync', which sends it to a shared folder or a \
      server, and receives the messages of others. Conversations are named by their participants, or by the beginning \
      of their id; messages by the beginning of their id, as 'read' shows it.

      Who you are: --as, else $DAYBOOK_MESSAGING_USER, else the ledger's only user.

      Examples:
        daybook messaging me ann --name 'Ann Lee'
        daybook messaging new bob=Bob --text 'See you on Monday?'
        daybook messaging sync --folder /media/share/chat
        daybook messaging inbox
        daybook messaging read bob --mark
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "Messages",
        subcommands: [
          InboxCommand.self, ReadMessagesCommand.self, SendCommand.self, MarkCommand.self,
          EditMessageCommand.self, UnsendCommand.self, AttachmentCommand.self,
        ]),
      CommandGroup(
        name: "Conversations",
        subcommands: [
          NewConversationCommand.self, RenameConversationCommand.self, ConversationPeopleCommand.self,
          LeaveCommand.self, MeCommand.self,
        ]),
      CommandGroup(
        name: "Sync",
        subcommands: [
          MessagingSyncCommand.self, OutboxCommand.self, FolderKeyCommand.self, ServeCommand.self,
          FirestoreCommand.self,
        ]),
      CommandGroup(
        name: "Replies",
        subcommands: [
          FAQCommand.self, AnalyzeMessagesCommand.self, AnswerCommand.self, PreferencesCommand.self,
        ]),
    ])
}

/// The options for whose messages, and where.
struct MailboxOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Who you are: an id or an address. By default $DAYBOOK_MESSAGING_USER, else the ledger's only user. No protection against somebody who holds the folder.",
      valueName: "user"))
  var name: String?

  @OptionGroup var author: AuthorOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  var output: Output { options.output }
  var messages: Messages { options.messages }

  func open() async throws -> Mailbox {
    let ledger = try await selection.open()
    return try await Mailbox.open(
      ledger, of: name ?? Environment.nonEmpty("DAYBOOK_MESSAGING_USER"),
      options: AppendOptions(by: author.author, why: author.why))
  }

  /// The user that --as names; nil without it.
  func viewer(in ledger: Ledger) async throws -> Viewer? {
    guard let name else { return nil }
    return try await ledger.viewer(named: name)
  }

  func style(of items: [any Listed], in mailbox: Mailbox) async throws -> TableStyle {
    try await selection.tableStyle(in: mailbox.ledger, of: items)
  }

  /// A list whose ids people copy.
  func show<Item: Listed>(_ items: [Item], in mailbox: Mailbox, empty: String) async throws {
    if items.isEmpty { messages.show(Notice("empty", empty)) }
    guard output.format == .table else {
      let rows = items.map(\.row)
      return try output.show(
        columns: Item.memberNames, output.format == .csv ? rows.map(\.forSpreadsheet) : rows)
    }
    guard !items.isEmpty else { return }
    let style = try await style(of: items, in: mailbox)
    // Empty columns are left out.
    let columns = Item.columns.filter { column in items.contains { !column.cell($0, style).isNull } }
    try output.show(
      columns: columns.map(\.name) + ["id"],
      items.map { OutputRow(Array(zip(columns.map(\.name) + ["id"], $0.cells(columns, style)))) })
  }

  /// Where a message is, by the beginning of its id.
  func message(_ text: String, in mailbox: Mailbox) async throws -> Ref<Message> {
    let found = try await mailbox.ledger.withView(as: mailbox.viewer) { view in
      try view.entity(text, among: [Message.kind], noun: "message")
    }
    return Ref(found.id)
  }
}

extension Messages {
  /// The notice of what the next sync sends.
  func waiting(_ mailbox: Mailbox) async throws {
    let count = try await mailbox.waitingCount()
    if count > 0 { show(Notice("waiting", "\(count) to send with the next 'daybook messaging sync'")) }
  }
}
