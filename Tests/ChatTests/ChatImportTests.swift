import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookChats
@testable import Messaging

struct ChatImportTests {
  private static let chat = """
    20/01/2019, 10:00 - Ann: Hello
    20/01/2019, 10:00 - Ann: Hello
    20/01/2019, 10:01 - Bob: See https://a.example/?token=abc&x=1
    20/01/2019, 10:02 - Bob: IMG-20190120-WA0001.jpg (file attached)

    """

  @Test func aChatWithItsPictures() async throws {
    let folder = try folder([
      "Ann/WhatsApp Chat with Ann.txt": Self.chat, "Ann/IMG-20190120-WA0001.jpg": "picture",
      "Ann/other.jpg": "no",
    ])
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let receipt = try await run(.whatsapp, [folder.path], into: ledger, me: ["Bob"], user: "bob")
    #expect(receipt.plan.summary.skipped == 0)
    let messages = try await rows(Message.kind, ledger)
    #expect(messages.count == 4)
    let texts = messages.compactMap { $0["text"]?.string }
    #expect(texts.contains("See https://a.example/?x=1"))
    let files = try await rows(Attachment.kind, ledger)
    #expect(files.count == 1)
    #expect(files.first?["data"] == .string(Data("picture".utf8).base64EncodedString()))
    #expect(files.first?["fileSize"]?.int == 7)
    #expect(files.first?["mimeType"]?.string == "image/jpeg")
    #expect(files.first?["uploadStatus"]?.string == "uploaded")
    #expect(try await run(.whatsapp, [folder.path], into: ledger, me: ["Bob"], user: "bob").events == 0)

    // It is the user's to read, and nobody's to send.
    let mailbox = try await Mailbox.open(ledger, of: nil)
    #expect(mailbox.user.rawValue == "bob")
    let inbox = try await mailbox.inbox()
    #expect(inbox.map(\.title) == ["Ann"])
    #expect(inbox.map(\.unreadCount) == [0])
    #expect(inbox.map(\.waitingCount) == [0])
    // But for the user, who is made here.
    #expect(try await mailbox.outbox().map(\.kind) == [User.kind])
    await #expect(throws: LedgerError.self) { try await mailbox.send("No way", to: inbox[0].conversation) }
  }

  /// The text says no zone: the machine's own must not make other messages of it.
  @Test func anotherZoneMakesNoOtherMessages() async throws {
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let folder = try folder(["WhatsApp Chat with Ann.txt": Self.chat])
    func run(hours: Int64) async throws -> SyncReceipt {
      let options = ChatImporter.Options(zone: FixedZone(seconds: hours * 3600))
      return try await ledger.importAll(
        ChatImporter(.whatsapp, [folder.path + "/WhatsApp Chat with Ann.txt"], options))
    }
    #expect(try await run(hours: 1).plan.summary.created == 4)
    let times = try await rows(Message.kind, ledger).map { $0["createdAt"] }
    for hours in [1, -8, 12] as [Int64] { #expect(try await run(hours: hours).events == 0) }
    #expect(try await rows(Message.kind, ledger).map { $0["createdAt"] } == times)
  }

  /// Ledgers were made when ids went by the moment in the zone of the import.
  @Test func formerIDsAreKept() async throws {
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let folder = try folder(["WhatsApp Chat with Ann.txt": "20/01/2019, 10:00 - Ann: Hello\n"])
    let zone = FixedZone(seconds: 3600)
    let identity = ChatIdentity(network: .whatsapp, own: nil, source: SyncSource(.chat, name: "whatsapp"))
    let message = ChatMessage(
      Chat(key: "ann"), from: ChatPerson(key: "ann", name: "Ann"), "Hello",
      at: try #require(Instant("2019-01-20T09:00:00.000Z")))
    let former = identity.message(message, ordinal: 0)
    var held = Mutation(.sync, kind: Message.kind, id: former, set: ["text": "Hello"])
    held.present = true
    try await ledger.append([held])
    _ = try await ledger.importAll(
      ChatImporter(
        .whatsapp, [folder.path + "/WhatsApp Chat with Ann.txt"], ChatImporter.Options(zone: zone)))
    #expect(try await rows(Message.kind, ledger).map(\.id) == [former])
  }

  @Test func aLongerExportAddsWhatIsNew() async throws {
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let before = try folder(["WhatsApp Chat with Ann.txt": Self.chat])
    _ = try await run(.whatsapp, [before.path + "/WhatsApp Chat with Ann.txt"], into: ledger)
    let after = try folder(["WhatsApp Chat with Ann (1).txt": Self.chat + "21/01/2019, 09:00 - Carl: New\n"])
    let receipt = try await run(.whatsapp, [after.path + "/WhatsApp Chat with Ann (1).txt"], into: ledger)
    #expect(receipt.plan.summary.created == 1)
    #expect(receipt.plan.summary.unchanged == 4)
    #expect(try await rows(Conversation.kind, ledger).count == 1)
    #expect(try await rows(User.kind, ledger).count == 3)
    #expect(try await rows(Message.kind, ledger).count == 5)
  }

  @Test func whatWasDeletedStaysDeleted() async throws {
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let folder = try folder(["Ann.txt": Self.chat])
    _ = try await run(.whatsapp, [folder.path], into: ledger)
    let first = try #require(try await rows(Message.kind, ledger).first)
    try await ledger.append([Mutation(.delete, kind: Message.kind, id: first.id)])
    #expect(try await run(.whatsapp, [folder.path], into: ledger).events == 0)
    #expect(try await rows(Message.kind, ledger).count == 3)
  }

  @Test func aWorkspaceOfSlackAndOnePersonOfTwoNetworks() async throws {
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let user = #"{"id":"%","name":"ann","real_name":"Ann","profile":{"email":"Ann@x.example"}}"#
    func export(_ id: String, _ channel: String) throws -> TemporaryFolder {
      try folder([
        "users.json": "[\(user.replacingOccurrences(of: "%", with: id))]",
        "channels.json": #"[{"id":"\#(channel)","name":"general","members":["\#(id)"]}]"#,
        "general/2019-01-20.json":
          #"[{"type":"message","user":"\#(id)","text":"Hi","ts":"1547978400.000100"}]"#,
      ])
    }
    for (id, channel) in [("U1", "C1"), ("U2", "C2")] {
      let folder = try export(id, channel)
      _ = try await run(.slack, [folder.path], into: ledger)
      #expect(try await run(.slack, [folder.path], into: ledger).events == 0)
    }
    #expect(try await rows(User.kind, ledger).map { $0["email"]?.string } == ["Ann@x.example"])
    #expect(try await rows(Conversation.kind, ledger).count == 2)
    #expect(try await rows(Participant.kind, ledger).count == 2)
    #expect(try await rows(Message.kind, ledger).count == 2)
  }

  @Test(arguments: [false, true])
  func editsAndRemovalsInBothOrders(_ isReversed: Bool) async throws {
    var events = [
      #"{"type":"m.room.message","event_id":"$1","room_id":"!r","sender":"@a:x","origin_server_ts":1000,"content":{"msgtype":"m.text","body":"Hi"}}"#,
      #"{"type":"m.room.message","event_id":"$2","room_id":"!r","sender":"@a:x","origin_server_ts":2000,"content":{"msgtype":"m.text","body":"Gone"}}"#,
      #"{"type":"m.room.message","event_id":"$3","room_id":"!r","sender":"@a:x","origin_server_ts":3000,"content":{"body":"* Hello","m.new_content":{"body":"Hello"},"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}}}"#,
      #"{"type":"m.room.redaction","event_id":"$4","room_id":"!r","sender":"@a:x","redacts":"$2","origin_server_ts":4000,"content":{}}"#,
    ]
    if isReversed { events.reverse() }
    let folder = try folder(["room.jsonl": events.joined(separator: "\n")])
    let ledger = try Ledger.inMemory(systems: [.messaging])
    _ = try await run(.matrix, [folder.path], into: ledger)
    #expect(try await rows(Message.kind, ledger).map { $0["text"]?.string } == ["Hello"])
    #expect(try await run(.matrix, [folder.path], into: ledger).events == 0)
    #expect(try await rows(Message.kind, ledger).map { $0["text"]?.string } == ["Hello"])
  }

  /// A line that is torn costs itself alone, whatever the file is called.
  @Test(arguments: ["a.jsonl", "a.log"])
  func tornLines(_ name: String) async throws {
    let line =
      #"{"type":"m.room.message","event_id":"$%","room_id":"!r","sender":"@a:x","origin_server_ts":1000,"content":{"body":"Hi"}}"#
    let lines = (1...4).map { line.replacing("%", with: "\($0)") }
    let torn = [lines[0], String(lines[1].prefix(60)), lines[2], "no", lines[3]]
    let folder = try folder([name: torn.joined(separator: "\n")])
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let receipt = try await run(.matrix, [folder.path + "/" + name], into: ledger)
    #expect(receipt.plan.summary.skipped == 2)
    #expect(try await rows(Message.kind, ledger).count == 3)
  }

  /// What the user names is read or told of; what lies in a folder may be anything.
  @Test(arguments: ChatNetwork.allCases, ["", "{\"foo\":1}"])
  func nothingOfIt(_ network: ChatNetwork, _ text: String) async throws {
    let folder = try folder(["x/a.bak": text])
    let ledger = try Ledger.inMemory(systems: [.messaging])
    #expect(try await run(network, [folder.path + "/x/a.bak"], into: ledger).plan.summary.skipped == 1)
    let receipt = try await run(network, [folder.path + "/x", folder.path], into: ledger)
    #expect(receipt.plan.skipped.map(\.file) == [folder.path + "/x", folder.path])
    #expect(
      receipt.plan.skipped.allSatisfy { $0.reason.hasPrefix("it holds no messages of \(network.rawValue)") })
  }

  /// A pipe can be read once, and a chat is read twice.
  @Test func aPipe() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let text = Self.chat
    Thread.detachNewThread {
      let file = fopen(path, "w")!
      fputs(text, file)
      fclose(file)
    }
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let receipt = try await run(.whatsapp, [path], into: ledger)
    #expect(receipt.plan.summary.skipped == 0)
    #expect(try await rows(Message.kind, ledger).count == 4)
  }

  /// A day or a channel of a workspace is of the same conversation as in the whole export.
  @Test(arguments: ["general/2019-01-20.json", "general", ""])
  func partOfAWorkspace(_ part: String) async throws {
    let folder = try folder([
      "export/users.json": #"[{"id":"U1","name":"ann","real_name":"Ann"}]"#,
      "export/channels.json": #"[{"id":"C1","name":"general","members":["U1"]}]"#,
      "export/general/2019-01-20.json":
        #"[{"type":"message","user":"U1","text":"Hi","ts":"1547978400.000100"}]"#,
    ])
    let ledger = try Ledger.inMemory(systems: [.messaging])
    _ = try await run(.slack, [folder.path + "/export/" + part], into: ledger)
    #expect(try await rows(Conversation.kind, ledger).map { $0["title"]?.string } == ["#general"])
    #expect(try await run(.slack, [folder.path + "/export"], into: ledger).events == 0)
  }

  /// Names and titles are texts of others too.
  @Test func secretsOutsideOfTexts() async throws {
    let folder = try folder([
      "a.json":
        #"{"room_name":"T https://a.example/?token=abc","messages":[{"type":"m.room.member","state_key":"@a:x","sender":"@a:x","origin_server_ts":1,"content":{"membership":"join","displayname":"N https://a.example/?token=abc","avatar_url":"https://a.example/?token=abc"}},{"type":"m.room.message","event_id":"$2","sender":"@a:x","origin_server_ts":2,"content":{"msgtype":"m.image","body":"https://f.example/x?sig=abc","url":"https://h/?sig=abc"}}]}"#
    ])
    let ledger = try Ledger.inMemory(systems: [.messaging])
    _ = try await run(.matrix, [folder.path], into: ledger)
    for kind in [User.kind, Participant.kind, Conversation.kind, Attachment.kind] {
      let found = try await rows(kind, ledger)
      #expect(!found.isEmpty)
      for row in found {
        #expect(!row.fields.contains { $0.value.string?.contains("abc") == true }, "\(kind) \(row.fields)")
      }
    }
  }

  private static let telegram = """
    {"name":"Ann","type":"personal_chat","id":7,"messages":[
     {"id":1,"type":"message","date":"2019-01-20T10:00:00","from":"Ann","from_id":"user1","text":"",
      "photo":"photos/photo_1.jpg","photo_file_size":9},
     {"id":2,"type":"message","date":"2019-01-20T10:01:00","from":"Ann","from_id":"user1","text":"See",
      "file":"files/list.json","mime_type":"application/json"},
     {"id":3,"type":"message","date":"2019-01-20T10:02:00","from":"Ann","from_id":"user1","text":"",
      "file":"files/list.json","file_size":3},
     {"id":4,"type":"message","date":"2019-01-20T10:03:00","from":"Ann","from_id":"user1","text":"",
      "file":"../outside.txt"},
     {"id":5,"type":"message","date":"2019-01-20T10:04:00","from":"Ann","from_id":"user1","text":"",
      "file":"files/link.txt"},
     {"id":6,"type":"message","date":"2019-01-20T10:05:00","from":"Ann","from_id":"user1","text":"",
      "photo":"photos/gone.jpg"}]}
    """

  /// Pictures and documents that lie beside the messages come with them, and nothing else does.
  @Test(arguments: ["x", "x/result.json", "x.zip", "x.tar.gz"])
  func whatLiesBesideTheMessages(_ named: String) async throws {
    let folder = try folder([
      "x/result.json": Self.telegram, "x/photos/photo_1.jpg": "picture", "x/photos/other.jpg": "no",
      "x/files/list.json": "[{}]", "x/files/notes.txt": "no", "outside.txt": "secret",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/x/files/link.txt", withDestinationPath: "../../outside.txt")
    if named.hasPrefix("x.") {
      try FileManager.default.removeItem(atPath: folder.path + "/x/files/link.txt")
      let form = named == "x.zip" ? "zip" : "gztar"
      try await folder.run(
        "python3", "-c", "import shutil; shutil.make_archive('x', '\(form)', '.', 'x')")
    }
    let path = folder.path + "/" + named
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let receipt = try await run(.telegram, [path], into: ledger)
    #expect(receipt.plan.skipped == [])
    let files = try await rows(Attachment.kind, ledger).sorted {
      "\($0["message"] ?? "")" < "\($1["message"] ?? "")"
    }
    #expect(files.count == 6)
    let held = files.compactMap { file in
      file["data"]?.string.flatMap { Data(base64Encoded: $0) }.map {
        "\(file["fileName"]?.string ?? "") \(file["fileSize"]?.int ?? 0) \(String(decoding: $0, as: UTF8.self))"
      }
    }
    #expect(held.sorted() == ["list.json 3 [{}]", "list.json 4 [{}]", "photo_1.jpg 9 picture"])
    #expect(try await run(.telegram, [path], into: ledger).events == 0)
  }

  @Test func aTornFileIsOneRemarkAndTheRestIsIn() async throws {
    let folder = try folder([
      "a.json":
        #"{"messages":[{"id":1,"type":"message","date":"2019-01-20T10:00:00","from":"Ann","text":"Hi"},"#
    ])
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let receipt = try await run(.telegram, [folder.path], into: ledger)
    #expect(receipt.plan.summary.skipped == 1)
    #expect(try await rows(Message.kind, ledger).count == 1)
  }
}
