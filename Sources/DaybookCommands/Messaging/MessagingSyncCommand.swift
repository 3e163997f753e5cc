import ArgumentParser
import Daybook
import Messaging
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
