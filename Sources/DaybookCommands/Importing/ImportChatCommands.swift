import ArgumentParser
import Daybook

/// Chats of one network.
package struct ChatImportRequest: ImportRequest {
  package enum Network: String, Sendable {
    case whatsapp, slack, matrix, telegram, signal, messenger, instagram, discord
  }

  package var network: Network
  package var files: [String]
  /// The ledger's user whose export it is, by id, name or address; nil for the only user.
  package var user: String?
  /// The user's name in the chat, if it is another one.
  package var ownNames: [String]
  /// The time zone of times that have none; nil for the system's.
  package var zone: String?
  /// `dmy`, `mdy` or `ymd`; nil: worked out.
  package var dateOrder: String?
  package var chatName: String?
  package var source: String?
}

/// The options of every import of chats.
struct ChatImportOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Which of the ledger's users you are. By default $DAYBOOK_MESSAGING_USER, else the ledger's only user.",
      valueName: "user"))
  var user: String?

  @Option(
    name: .customLong("me"),
    help: ArgumentHelp(
      "Your name in the chat, if it is not your user's id, name or address; may be given several times.",
      valueName: "name"))
  var ownNames: [String] = []

  @OptionGroup var importing: ImportOptions

  static let discussion = """
    People, conversations, messages and files come into 'daybook messaging'. You can read them there, but they are \
    never sent. Each keeps one id, so a longer export of the same chat adds only what is new. Secrets that give \
    access, such as a token in an address, are left out.
    """

  func run(
    _ network: ChatImportRequest.Network, _ files: [String], dateOrder: String? = nil, chatName: String? = nil
  ) async throws {
    try await importing.run(
      ChatImportRequest(
        network: network, files: files, user: user ?? Environment.nonEmpty("DAYBOOK_MESSAGING_USER"),
        ownNames: ownNames, zone: importing.options.selection.tz, dateOrder: dateOrder, chatName: chatName,
        source: importing.source))
  }
}

/// `daybook import whatsapp FILE…`
struct ImportWhatsAppCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whatsapp",
    abstract: "Import chats that WhatsApp exported: a text, or a zip with its pictures.",
    discussion: """
      \(ChatImportOptions.discussion)

      The text gives neither its time zone (--tz) nor which number of a date is the day. The order is derived from the \
      whole chat; if the chat does not show it, the system's order is used, and a notice says so.

      Examples:
        daybook import whatsapp 'WhatsApp Chat with Ann.zip' --me 'Bob Lee'
        daybook import whatsapp _chat.txt --chat Ann --tz Europe/Berlin --date-order dmy
      """)

  @Argument(
    help: "Texts, archives or folders; - is the standard input.",
    completion: .file(extensions: ["txt", "zip"]))
  var files: [String]

  @Option(help: ArgumentHelp("The name of the chat; by default taken from its file.", valueName: "name"))
  var chat: String?

  @Option(help: ArgumentHelp("The order of the numbers in a date: dmy, mdy or ymd.", valueName: "order"))
  var dateOrder: String?

  @OptionGroup var options: ChatImportOptions

  func validate() throws {
    guard let dateOrder, !["dmy", "mdy", "ymd"].contains(dateOrder) else { return }
    throw ValidationError("--date-order is dmy, mdy or ymd")
  }

  func run() async throws { try await options.run(.whatsapp, files, dateOrder: dateOrder, chatName: chat) }
}

/// `daybook import slack EXPORT`
struct ImportSlackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slack",
    abstract: "Import an export of a Slack workspace, or single days of it.",
    discussion: """
      \(ChatImportOptions.discussion)

      Examples:
        daybook import slack 'Acme Slack export Jan 1 2026 - Feb 1 2026.zip' --me ann@example.com
        daybook import slack export/ --dry-run
        daybook import slack general/2026-01-05.json
      """)

  @Argument(
    help: "Archives, folders or the JSON of a day; - is the standard input.",
    completion: .file(extensions: ["zip", "json"]))
  var files: [String]

  @OptionGroup var options: ChatImportOptions

  func run() async throws { try await options.run(.slack, files) }
}

/// `daybook import matrix FILE…`
struct ImportMatrixCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matrix",
    abstract: "Import rooms that Element exported as JSON, or events of the Matrix protocol.",
    discussion: """
      \(ChatImportOptions.discussion)

      Examples:
        daybook import matrix 'matrix - Garden - Chat Export.json' --me @ann:example.org
        daybook import matrix events.jsonl
      """)

  @Argument(
    help: "JSON files, or one event a line; - is the standard input.",
    completion: .file(extensions: ["json", "jsonl"]))
  var files: [String]

  @OptionGroup var options: ChatImportOptions

  func run() async throws { try await options.run(.matrix, files) }
}

/// `daybook import telegram result.json`
struct ImportTelegramCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "telegram",
    abstract: "Import what Telegram Desktop exported as JSON: one chat, or all of them.",
    discussion: """
      \(ChatImportOptions.discussion)

      Examples:
        daybook import telegram ~/Downloads/DataExport_2026-01-05/result.json --me 'Ann Lee'
      """)

  @Argument(help: "JSON files; - is the standard input.", completion: .file(extensions: ["json"]))
  var files: [String]

  @OptionGroup var options: ChatImportOptions

  func run() async throws { try await options.run(.telegram, files) }
}

/// `daybook import messenger FOLDER`
struct ImportMessengerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "messenger",
    abstract: "Import conversations of Facebook Messenger that Meta exported as JSON.",
    discussion: """
      \(ChatImportOptions.discussion)

      Ask for the format JSON, and import the folder or the archive: photos and files come with it. Chats with \
      end-to-end encryption are exported separately, from Messenger itself; that archive can be imported too.

      Examples:
        daybook import messenger facebook-ann-2026-01-05.zip --me 'Ann Lee'
        daybook import messenger inbox/bob_4711/
      """)

  @Argument(
    help: "Folders, archives or JSON files; - is the standard input.",
    completion: .file(extensions: ["zip", "json"]))
  var files: [String]

  @OptionGroup var options: ChatImportOptions

  func run() async throws { try await options.run(.messenger, files) }
}

/// `daybook import instagram FOLDER`
struct ImportInstagramCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "instagram",
    abstract: "Import conversations of Instagram that Meta exported as JSON.",
    discussion: """
      \(ChatImportOptions.discussion)

      Ask for the format JSON, and import the folder or the archive: photos and files come with it.

      Examples:
        daybook import instagram instagram-ann-2026-01-05.zip --me 'Ann Lee'
      """)

  @Argument(
    help: "Folders, archives or JSON files; - is the standard input.",
    completion: .file(extensions: ["zip", "json"]))
  var files: [String]

  @OptionGroup var options: ChatImportOptions

  func run() async throws { try await options.run(.instagram, files) }
}

/// `daybook import discord FILE…`
struct ImportDiscordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discord",
    abstract: "Import channels that DiscordChatExporter wrote as JSON, or Discord's package of your data.",
    discussion: """
      \(ChatImportOptions.discussion)

      The package holds only what you wrote yourself. There you are called 'me'.

      Examples:
        daybook import discord 'Garden - general [4711].json' --me ann
        daybook import discord package.zip --me me
      """)

  @Argument(
    help: "JSON files, folders or archives; - is the standard input.",
    completion: .file(extensions: ["json", "zip"]))
  var files: [String]

  @OptionGroup var options: ChatImportOptions

  func run() async throws { try await options.run(.discord, files) }
}

/// `daybook import signal FILE…`
struct ImportSignalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signal",
    abstract: "Import Signal's messages as signal-cli or sigtop write them.",
    discussion: """
      \(ChatImportOptions.discussion)

      Examples:
        signal-cli -o json receive | daybook import signal - --me +4930123456
        daybook import signal messages.json
      """)

  @Argument(
    help: "JSON files, or one envelope a line; - is the standard input.",
    completion: .file(extensions: ["json", "jsonl"]))
  var files: [String]

  @OptionGroup var options: ChatImportOptions

  func run() async throws { try await options.run(.signal, files) }
}
