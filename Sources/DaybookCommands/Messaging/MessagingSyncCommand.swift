import ArgumentParser
import Daybook
import DaybookModel
package import Messaging
import MessagingFolder

/// `daybook messaging sync`
struct MessagingSyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Receive the messages of others, and send waiting ones.",
    discussion: """
      The remote store is a folder that all share (a network share, a USB stick), or a server that speaks Firestore's \
      protocol. The files of a folder are plain, or encrypted with --folder-key. A run may stop at any point: the next one continues. A message that gets no answer is sent again, three times \
      at most; then it is given up, and every later sync tries it once. A message that the remote store refuses is sent again \
      only after 'outbox retry'. The exit status is 1 while a message is given up.

      Examples:
        daybook messaging sync --folder /media/share/chat
        daybook messaging sync --server https://example.org/v1/projects/chat/databases/(default)/documents
        daybook messaging sync --folder /media/stick/chat --folder-key chat.key --as bob
      """)

  @OptionGroup var place: RemoteStoreOptions
  @OptionGroup var options: MailboxOptions

  func run() async throws {
    let (far, name) = try place.open()
    let mailbox = try await options.open()
    if let folder = far as? FolderRemoteStore, folder.isNew, !folder.isEncrypted,
      await mailbox.ledger.isLocked
    {
      options.messages.show(
        Notice(
          "plain-folder",
          "the ledger is locked, but this folder is not encrypted: anybody who has it can read its messages; "
            + "'daybook messaging key' makes a key for an encrypted one"))
    }
    let report = try await RemoteSync(mailbox.ledger, with: far, named: name, as: mailbox.user).run()
    for remark in report.remarks { options.messages.show(Notice("not-sent", remark)) }
    if let folder = far as? FolderRemoteStore {
      for file in await folder.damagedFiles {
        options.messages.show(
          Notice("damaged", "'\(file)' in the remote store's folder is incomplete, and was skipped"))
      }
    }
    try options.output.show([
      ("received", .count(report.received)), ("removed", .count(report.removed)),
      ("sent", .count(report.sent)), ("failed", .count(report.failed)), ("waiting", .count(report.waiting)),
    ])
    if report.failed > 0 {
      let (count, them) =
        report.failed == 1 ? ("1 message is", "it") : ("\(report.failed) messages are", "them")
      options.messages.show(
        Notice(
          "given-up",
          "\(count) given up: 'daybook messaging outbox' says why; 'daybook messaging outbox retry' lets the next sync "
            + "send \(them) again"))
    }
    if let reason = report.unreachable {
      throw LedgerError(
        .unreachable, "the remote store does not answer: \(reason)",
        advice: "waiting messages are safe in the ledger; sync again later")
    }
    if report.failed > 0 { throw Finished(ExitStatus.no) }
  }
}

/// Where the others are.
struct RemoteStoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A folder that all share.", valueName: "dir"),
    completion: .directory)
  var folder: String?

  @Option(
    help: ArgumentHelp("The key of an encrypted folder: see 'daybook messaging key'.", valueName: "file"),
    completion: .file())
  var folderKey: String?

  @Option(help: ArgumentHelp("A server that speaks Firestore's protocol.", valueName: "url"))
  var server: String?

  func validate() throws {
    if (folder == nil) == (server == nil) {
      throw ValidationError("name the remote store with either --folder or --server")
    }
    if folderKey != nil, folder == nil { throw ValidationError("--folder-key needs --folder") }
  }

  /// The remote store, and what to call it.
  func open() throws -> (any RemoteStore, String) {
    if let folder {
      let key = try folderKey.map {
        try FolderKey(text: String(decoding: InputFile.contents($0, sizeBytesMax: 1 << 16), as: UTF8.self))
      }
      return (try FolderRemoteStore(path: folder, key: key), "folder")
    }
    guard let connector = RemoteStoreConnector.current else {
      try PartExecutable.become(RemoteStoreConnector.executable)
    }
    return (try connector.connect(server ?? ""), server ?? "")
  }
}

/// Reaches a remote store on a network. The executable that links HTTP provides it; `daybook` itself has none, and runs
/// that executable instead, as with ``CalendarReading``.
package struct RemoteStoreConnector: Sendable {
  /// The executable that provides it: `daybook messaging sync` under a name of its own.
  package static let executable = "daybook-messaging-sync"

  static var current: RemoteStoreConnector? { CommandParts.current.remoteStores }

  /// The remote store at a URL, which is not contacted yet. Throws ``LedgerError``, `usage` for a text that is not the URL
  /// of a remote store.
  package var connect: @Sendable (_ url: String) throws -> any RemoteStore

  package typealias Serving =
    @Sendable (_ folder: String?, _ port: Int, _ told: (ServedPlace) throws -> Void) async throws -> Void

  /// Serves on this machine's loopback address until the process ends; reports the address once it listens.
  package var serve: Serving

  package init(
    connect: @escaping @Sendable (_ url: String) throws -> any RemoteStore, serve: @escaping Serving
  ) { (self.connect, self.serve) = (connect, serve) }
}

/// A server's address, and the tokens that its clients present.
package struct ServedPlace: Sendable {
  package var url: String
  package var token: @Sendable (_ user: String) -> String

  package init(url: String, token: @escaping @Sendable (_ user: String) -> String) {
    (self.url, self.token) = (url, token)
  }
}

/// `daybook messaging firestore …`
struct FirestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "firestore",
    abstract: "Print what a Firestore project needs to be a remote store.",
    discussion: """
      Examples:
        daybook messaging firestore rules > firestore.rules
        daybook messaging firestore indexes > firestore.indexes.json
      """,
    subcommands: [Rules.self, Indexes.self])

  /// `daybook messaging firestore rules`
  struct Rules: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rules",
      abstract: "Print the security rules: who may read and write what.",
      discussion: """
        They enforce the same rules as the other remote stores. Deploy them with 'firebase deploy --only firestore:rules'.

        Examples:
          daybook messaging firestore rules > firestore.rules
        """)

    func run() throws { try Output(nil).show(document: Array(FirestoreRules.text.utf8)) }
  }

  /// `daybook messaging firestore indexes`
  struct Indexes: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "indexes",
      abstract: "Print the indexes that queries need.",
      discussion: """
        Deploy them with 'firebase deploy --only firestore:indexes'.

        Examples:
          daybook messaging firestore indexes > firestore.indexes.json
        """)

    func run() throws { try Output(nil).show(document: Array(FirestoreIndexes.text.utf8)) }
  }
}

/// `daybook messaging key`
struct FolderKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Make the key to an encrypted folder of messages.",
    discussion: """
      Writes a new key to a new file that only you can read. Give the key to those who share the folder, but not \
      through the folder. Then each of you syncs with it; the first sync with an empty folder makes it an encrypted \
      one. Encrypted data cannot be read without the key, so keep a copy of it.

      Examples:
        daybook messaging key chat.key
        daybook messaging sync --folder /media/share/chat --folder-key chat.key
      """)

  @Argument(help: "The file.", completion: .file())
  var file: String

  func run() throws {
    try WrittenFile.check(file, replaces: false)
    try WrittenFile.write(Array(FolderKey().text.utf8), to: file, replaces: false)
  }
}
