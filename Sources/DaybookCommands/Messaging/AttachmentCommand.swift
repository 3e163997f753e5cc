import ArgumentParser
import Daybook
import Messaging

/// `daybook messaging attachment ID -o FILE`
struct AttachmentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attachment",
    abstract: "Write an attachment to a file, and fetch it first if necessary.",
    discussion: """
      'read --format jsonl' shows the ids of attachments. With a remote store the bytes are fetched from there and stay in \
      the ledger.

      Examples:
        daybook messaging attachment 0193b2c4 -o photo.jpg
        daybook messaging attachment 0193b2c4 -o photo.jpg --folder /media/share/chat
        daybook messaging attachment 0193b2c4 -o - | wc -c
        daybook messaging attachment 0193b2c4 --thumbnail -o small.jpg
      """)

  @Argument(help: "The attachment: the beginning of its id.")
  var attachment: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; - is the standard output.", valueName: "file"),
    completion: .file(), transform: OutputPlace.read)
  var output: OutputPlace?

  @Flag(help: "Write the thumbnail that came with the message; nothing is fetched.")
  var thumbnail = false

  @Flag(help: "Replace an existing file.")
  var force = false

  @Option(help: ArgumentHelp("The folder that all share.", valueName: "dir"), completion: .directory)
  var folder: String?

  @Option(help: ArgumentHelp("The key of an encrypted folder.", valueName: "file"), completion: .file())
  var folderKey: String?

  @Option(help: ArgumentHelp("A server that speaks Firestore's protocol.", valueName: "url"))
  var server: String?

  @OptionGroup var options: MailboxOptions

  func run() async throws {
    if output == .standardOutput { try options.output.checkTakesBytes("an attachment") }
    if let path = output?.path { try WrittenFile.check(path, replaces: force) }
    let mailbox = try await options.open()
    let found = try await mailbox.ledger.withView(as: mailbox.viewer) { view in
      try view.entity(attachment, among: [Attachment.kind], noun: "attachment")
    }
    if !thumbnail, folder != nil || server != nil {
      var place = RemoteStoreOptions()
      (place.folder, place.folderKey, place.server) = (folder, folderKey, server)
      let (far, name) = try place.open()
      try await RemoteSync(mailbox.ledger, with: far, named: name, as: mailbox.user).download(Ref(found.id))
    }
    guard let row = try await mailbox.ledger.get(kind: found.kind, id: found.id, as: mailbox.viewer) else {
      return
    }
    var data = row["data"] ?? .null
    if thumbnail {
      guard let small = row["thumbnailURL"]?.string.flatMap({ Thumbnail.base64(ofURL: $0) }) else {
        throw LedgerError(.notFound, "this attachment has no thumbnail")
      }
      data = .string(small)
    }
    guard !data.isNull else {
      throw LedgerError(
        .notFound, "the attachment's bytes are not here yet", advice: "fetch them with --folder or --server")
    }
    var members: [(name: String, value: JSONValue)] = [
      ("_kind", .string(found.kind)), ("_id", .string(found.id)),
      ("fileName", row["fileName"] ?? .null), ("fileSize", row["fileSize"] ?? .null),
    ]
    let isHere: Bool
    switch output {
    case nil: isHere = true
    case .standardOutput: isHere = try mailbox.ledger.readData(data) { try options.output.write($0) }
    case .file(let path):
      isHere = try mailbox.ledger.copyBlob(data, to: path) != nil
      members.append(("file", .string(path)))
    }
    guard isHere else {
      throw LedgerError(.notFound, "the attachment's bytes are not in this copy of the ledger")
    }
    if output != .standardOutput { try options.output.show(members) }
  }
}
