import ArgumentParser

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
