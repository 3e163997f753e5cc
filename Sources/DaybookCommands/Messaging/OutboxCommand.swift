import ArgumentParser
import Daybook
import Messaging

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `daybook messaging outbox …`
struct OutboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox",
    abstract: "List what waits to be sent, and retry what was given up.",
    subcommands: [List.self, Retry.self], defaultSubcommand: List.self)

  /// `daybook messaging outbox list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List what waits to be sent, in the order of sending, and what was given up.",
      discussion: """
        A change that only another user may make, such as to the text of a message that you received, is never sent. It \
        is listed as 'undo', and the next sync shows the other user's value again.

        Examples:
          daybook messaging outbox
          daybook messaging outbox --format jsonl | jq -r .failure
        """)

    @OptionGroup var options: MailboxOptions

    func run() async throws {
      let mailbox = try await options.open()
      try await options.show(
        try await mailbox.outbox(), in: mailbox, empty: "nothing waits: the remote store has everything")
    }
  }

  /// `daybook messaging outbox retry [ID…]`
  struct Retry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "retry",
      abstract: "Send messages that were given up again with the next sync; by default all.",
      discussion: """
        The next sync treats them as new and tries each up to three times again. Without this command it tries a message \
        that got no answer once, and does not try a message that the remote store refused.

        Examples:
          daybook messaging outbox retry
          daybook messaging outbox retry 0193b2c4
        """)

    @Argument(help: "Messages: the beginnings of their ids.")
    var messages: [String] = []

    @OptionGroup var options: MailboxOptions

    func run() async throws {
      let mailbox = try await options.open()
      var ids: [Ref<Message>] = []
      for text in messages { ids.append(try await options.message(text, in: mailbox)) }
      try options.output.show([("retried", .count(try await mailbox.retry(ids)))])
    }
  }
}

extension OutboxItem: Listed {
  static let entityKind = Message.kind
  var itemKind: String { kind }
  var rawID: String { id }

  static let jsonMembers: [Member<Self>] = [
    Member("action") { .string($0.action) },
    Member("conversation") { .text($0.conversation?.rawValue) },
    Member("text") { .string($0.text) },
    Member("retryCount") { .count($0.retryCount) },
    Member("failure") { .text($0.failure) },
    Member("since") { .string($0.since.description) },
  ]

  static let columns: [Column<Self>] = [
    Column("what") { "\($0.action) \($0.kind.split(separator: ".").last ?? "")" },
    Column("text") { OneLine.cut($0.text, countMax: 40) },
    Column("since") { item, style in
      style.time(Date(item.since))
    },
    Column("retries", count: \.retryCount),
    Column("given up") { $0.failure },
  ]
}
