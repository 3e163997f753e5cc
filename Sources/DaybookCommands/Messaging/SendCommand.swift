import ArgumentParser
import Daybook
import Messaging

/// `daybook messaging send WITH TEXT`
struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Write a message; it appears at once, and is sent with the next sync.",
    discussion: """
      A small picture is its own thumbnail; for a larger one, the preview that cameras embed is sent as the thumbnail.

      Examples:
        daybook messaging send bob 'See you on Monday?'
        daybook messaging send bob --attach photo.jpg
        daybook messaging send 'bob carol' - < letter.txt
      """)

  @Argument(help: ConversationHelp.with)
  var conversation: String

  @Argument(help: "What to write; - reads the standard input.")
  var text: String?

  @Option(
    help: ArgumentHelp("A file to attach; may be given several times.", valueName: "file"),
    completion: .file())
  var attach: [String] = []

  @OptionGroup var options: MailboxOptions

  func run() async throws {
    let text = try MessageText.read(text, isNeeded: attach.isEmpty)
    let mailbox = try await options.open()
    let id = try await mailbox.conversation(named: conversation)
    let message = try await mailbox.send(
      text, enclosing: try Enclosure.read(attach, into: mailbox.ledger), to: id)
    try options.output.show([
      ("_kind", .string(Message.kind)), ("_id", .string(message.rawValue)),
      ("conversation", .string(id.rawValue)), ("syncStatus", .string(SyncStatus.pending.rawValue)),
    ])
    try await options.messages.waiting(mailbox)
  }
}

enum MessageText {
  /// What somebody typed; `-` reads the standard input.
  static func read(_ text: String?, isNeeded: Bool = true) throws -> String {
    let typed = try text == "-" ? InputFile.text("-") : text ?? ""
    if !isNeeded, typed.allSatisfy(\.isWhitespace) { return "" }
    let read = try NonEmptyText.read(typed, "message")
    guard read.utf8.count <= sizeBytesMax else {
      throw LedgerError(
        .badData, "the message has \(read.utf8.count) bytes, more than a remote store takes",
        advice: "send at most \(sizeBytesMax) bytes, or attach a file")
    }
    return read
  }

  private static let sizeBytesMax = 100_000
}

extension Enclosure {
  /// Files of this machine, kept in the ledger.
  static func read(_ paths: [String], into ledger: Ledger) throws -> [Enclosure] {
    try paths.enumerated().map { index, path in
      let data = try ledger.storeData(contentsOf: path)
      var sizeBytes = 0
      var head: [UInt8] = []
      _ = try ledger.readData(data) { piece in
        sizeBytes += piece.count
        head += piece.prefix(Thumbnail.headSizeBytesMax - head.count)
      }
      guard sizeBytes <= RemoteObject.sizeBytesMax else {
        throw LedgerError(
          .badData, "the file has \(sizeBytes) bytes", file: path,
          advice: "attach at most \(RemoteObject.sizeBytesMax >> 20) MiB")
      }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let mimeType = MediaType.of(file: name)
      return Enclosure(
        fileName: name, type: AttachmentType(mimeType: mimeType), mimeType: mimeType,
        localURL: DocumentPath.absolute(path),
        sizeBytes: sizeBytes, data: data,
        thumbnailURL: index < Thumbnail.countMax
          ? Thumbnail.url(ofFile: head, sizeBytes: sizeBytes, mimeType: mimeType) : nil)
    }
  }
}

extension AttachmentType {
  fileprivate init(mimeType: String) {
    switch mimeType.split(separator: "/").first {
    case "image": self = .image
    case "video": self = .video
    case "audio": self = .audio
    default: self = .document
    }
  }
}

/// `daybook messaging edit MESSAGE TEXT`
struct EditMessageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit a message of yours.",
    discussion: """
      Examples:
        daybook messaging edit 0193b2c4 'See you on Tuesday?'
      """)

  @Argument(help: "The message: the beginning of its id.")
  var message: String

  @Argument(help: "The new text; - reads the standard input.")
  var text: String

  @OptionGroup var options: MailboxOptions

  func run() async throws {
    let text = try MessageText.read(text)
    let mailbox = try await options.open()
    let id = try await options.message(message, in: mailbox)
    try await mailbox.edit(id, text)
    try options.output.show([("_kind", .string(Message.kind)), ("_id", .string(id.rawValue))])
    try await options.messages.waiting(mailbox)
  }
}

/// `daybook messaging unsend MESSAGE`
struct UnsendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unsend",
    abstract: "Remove a message of yours, for everybody.",
    discussion: """
      People who have already read it have seen its text.

      Examples:
        daybook messaging unsend 0193b2c4
      """)

  @Argument(help: "The message: the beginning of its id.")
  var message: String

  @OptionGroup var options: MailboxOptions

  func run() async throws {
    let mailbox = try await options.open()
    let id = try await options.message(message, in: mailbox)
    try await mailbox.delete(id)
    try options.output.show([
      ("_kind", .string(Message.kind)), ("_id", .string(id.rawValue)), ("deleted", true),
    ])
    try await options.messages.waiting(mailbox)
  }
}
