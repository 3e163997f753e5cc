import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Messaging
import Testing

@testable import DaybookChat

private func run(
  _ network: ChatNetwork, _ paths: [String], into ledger: Ledger, me: [String] = [], user: String? = nil
) async throws -> SyncReceipt {
  var options = ChatImporter.Options(zone: FixedZone())
  (options.ownNames, options.user) = (me, user)
  return try await ledger.importAll(try ChatImporter(network, paths, options))
}

/// Files of these names with these texts.
private func folder(_ files: [String: String]) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for (name, text) in files {
    let path = folder.path + "/" + name
    let parent = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }
  return folder
}

private func rows(_ kind: String, _ ledger: Ledger) async throws -> [Row] {
  try await ledger.query(Query(kind)).rows
}

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

/// What one run tells of a message twice: in one file, or in exports that overlap.
struct ChatTellingTests {
  /// A message of each network, with `%` for its words.
  private static let messages: [(network: ChatNetwork, message: String)] = [
    (
      .slack, #"{"type":"message","user":"U1","text":"%","ts":"1547978400.000100"}"#
    ),
    (
      .matrix,
      #"{"type":"m.room.message","event_id":"$1","room_id":"!r","sender":"@a:x","origin_server_ts":1000,"content":{"body":"%"}}"#
    ),
    (
      .telegram,
      #"{"id":1,"type":"message","date":"2019-01-20T10:00:00","from":"Ann","from_id":"user1","text":"%"}"#
    ),
    (
      .signal,
      #"{"conversationId":"c","type":"incoming","sourceServiceId":"s","sent_at":1547978400000,"body":"%"}"#
    ),
  ]

  private static func document(_ network: ChatNetwork, _ messages: [String]) -> String {
    let array = "[\(messages.joined(separator: ","))]"
    return network == .telegram
      ? #"{"name":"Ann","type":"personal_chat","id":7,"messages":\#(array)}"# : array
  }

  /// Imports the files twice, and gives the words of the first messages and what was skipped.
  private func twice(
    _ network: ChatNetwork, _ files: [String: String]
  ) async throws -> (texts: [String?], skipped: [String]) {
    let folder = try folder(files)
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let first = try await run(network, [folder.path], into: ledger)
    let texts = try await rows(Message.kind, ledger).map { $0["text"]?.string }
    let second = try await run(network, [folder.path], into: ledger)
    #expect(second.events == 0, "\(network)")
    #expect(second.plan.skipped == first.plan.skipped)
    #expect(try await rows(Message.kind, ledger).map { $0["text"]?.string } == texts)
    return (texts, first.plan.skipped.map(\.reason))
  }

  @Test(arguments: messages.indices, [false, true])
  func theFirstCounts(_ index: Int, _ isOneFile: Bool) async throws {
    let (network, message) = Self.messages[index]
    let tellings = ["One", "Two", "One"].map { message.replacing("%", with: $0) }
    let files =
      isOneFile
      ? ["general/2019-01-20.json": Self.document(network, tellings)]
      : [
        "general/2019-01-20.json": Self.document(network, [tellings[0]]),
        "general/2019-01-21.json": Self.document(network, [tellings[1], tellings[2]]),
      ]
    let (texts, skipped) = try await twice(network, files)
    #expect(texts == ["One"])
    #expect(skipped.count == 1)
    #expect(
      skipped.allSatisfy { $0.hasSuffix("is told twice, and nothing says which is newer: the first counts") })
  }

  @Test(arguments: messages.indices)
  func theSameIsNoNews(_ index: Int) async throws {
    let (network, message) = Self.messages[index]
    let telling = message.replacing("%", with: "One https://a.example/?token=")
    // Each export has an address of its own for a door.
    let files = ["1", "2"].map { Self.document(network, [telling.replacing("token=", with: "token=\($0)")]) }
    let (texts, skipped) = try await twice(
      network, ["general/2019-01-20.json": files[0], "general/2019-01-21.json": files[1]])
    #expect(texts == ["One https://a.example/"])
    #expect(skipped.isEmpty)
  }

  /// An export that is older does not bring the old words back, nor one that comes first.
  @Test(arguments: [[0, 1], [1, 0], [0, 1, 0], [1, 0, 2], [0, 2, 1]])
  func theNewestEditCounts(_ order: [Int]) async throws {
    let tellings = [
      #"{"type":"message","user":"U1","text":"Old","ts":"1547978400.000100"}"#,
      #"{"type":"message","user":"U1","text":"New","ts":"1547978400.000100","edited":{"ts":"1547978500.000000"}}"#,
      #"{"type":"message","user":"U2","text":"Older","thread_ts":"1547970000.000100","ts":"1547978400.000100","edited":{"ts":"1547978450.000000"}}"#,
    ]
    var files: [String: String] = [:]
    for (index, telling) in order.enumerated() {
      files["general/2019-01-2\(index).json"] = "[\(tellings[telling])]"
    }
    let (texts, skipped) = try await twice(.slack, files)
    #expect(texts == ["New"])
    #expect(skipped.isEmpty)
  }

  /// What Slack tells as a change is newer, also where the message does not say that it was edited.
  @Test func aChangeWithoutATime() async throws {
    let message = { (text: String) in
      #"{"type":"message","user":"U1","text":"\#(text)","ts":"1547978400.000100"}"#
    }
    let change =
      #"{"type":"message","subtype":"message_changed","ts":"1547978500.000000","message":\#(message("New"))}"#
    let (texts, skipped) = try await twice(
      .slack, ["general/2019-01-20.json": "[\(message("Old")),\(change),\(message("Old"))]"])
    #expect(texts == ["New"])
    #expect(skipped.isEmpty)
  }

  /// In whatever order, with what was said meanwhile, and also where an edit says it was before what it edits.
  @Test(arguments: [3000, 500])
  func editsOfOneMoment(_ time: Int) async throws {
    let event = { (id: Int, time: Int, content: String) in
      #"{"type":"m.room.message","event_id":"$\#(id)","room_id":"!r","sender":"@a:x","origin_server_ts":\#(time),"content":{\#(content)}}"#
    }
    let edit = { (id: Int, time: Int, words: String) in
      event(
        id, time,
        #""body":"*","m.new_content":{"body":"\#(words)"},"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}"#
      )
    }
    let (message, other) = (event(1, 1000, #""body":"Hi""#), event(9, 2000, #""body":"Other""#))
    let edits = [
      edit(2, time, "One"), edit(3, time, "Two"), edit(4, time - 100, "Old"), edit(2, time, "One"),
    ]
    for events in [
      [message] + edits + [other], [message, other] + edits, edits + [message, other, message],
    ] {
      let (texts, skipped) = try await twice(.matrix, ["room.json": "[\(events.joined(separator: ","))]"])
      #expect(Set(texts) == ["One", "Other"])
      #expect(skipped.count == 1)
    }
  }

  /// Two exports with one picture of each name.
  @Test func filesOfOneName() async throws {
    let text = "20/01/2019, 10:00 - Ann: a.jpg (file attached)\n"
    let files = { (second: String) in
      [
        "1/WhatsApp Chat with Ann.txt": text, "1/a.jpg": "first", "2/WhatsApp Chat with Ann.txt": text,
        "2/a.jpg": second,
      ]
    }
    for (second, count) in [("first", 0), ("other", 1)] {
      let (texts, skipped) = try await twice(.whatsapp, files(second))
      #expect(texts.count == 1)
      #expect(skipped.count == count)
    }
  }
}

/// Real files of other people's programs under `$DAYBOOK_REALDATA`, with what a program of two lines counts in them.
struct RealChatTests {
  private static let root = ProcessInfo.processInfo.environment["DAYBOOK_REALDATA"].map { $0 + "/chat/" }

  private static let whatsapp = [
    "test_mmddyy_24hrs", "test_ddmmyy_24hrs", "test_[mmddyy]_24hrs", "test_yyyymmdd_24hrs",
    "test_mmddyyyy_12hrs",
  ]

  private func twice(
    _ network: ChatNetwork, _ path: String
  ) async throws -> (ledger: Ledger, summary: SyncSummary)? {
    guard let root = Self.root else {
      print("skipped: DAYBOOK_REALDATA is not set, so no real chats were read")
      return nil
    }
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let first = try await run(network, [root + path], into: ledger)
    #expect(try await run(network, [root + path], into: ledger).events == 0, "\(path) again")
    return (ledger, first.plan.summary)
  }

  /// Nine lines begin with a date: six are messages of somebody, in the order and at the times of `target.json`.
  @Test(arguments: whatsapp)
  func whatsApp(_ name: String) async throws {
    guard let (ledger, summary) = try await twice(.whatsapp, "chat-miner/whatsapp/\(name).txt") else {
      return
    }
    #expect(summary.read == 9 && summary.skipped == 0)
    let target = try #require(Self.root) + "chat-miner/whatsapp/target.json"
    let wanted = try #require(JSONParser.parse(Array(Data(contentsOf: URL(fileURLWithPath: target)))).array)
    var names: [String: String] = [:]
    for user in try await rows(User.kind, ledger) { names[user.id] = user["displayName"]?.string }
    let found = try await rows(Message.kind, ledger).filter { $0["sender"]?.string != nil }.map { row in
      [
        String(row["createdAt"]?.string?.prefix(19) ?? ""), row["sender"]?.string.flatMap { names[$0] } ?? "",
        (row["text"]?.string ?? "").split(separator: "\n").joined(separator: " "),
      ]
    }
    let targets = wanted.map { message in
      ["timestamp", "author", "message"].map { message.object?[$0]?.string ?? "" }
    }
    #expect(Set(found) == Set(targets))
    #expect(found.count == targets.count)
  }

  @Test(arguments: ["test_single_export", "test_batch_export"])
  func telegram(_ name: String) async throws {
    guard let (ledger, summary) = try await twice(.telegram, "chat-miner/telegram/\(name).json") else {
      return
    }
    #expect(summary.read == 2 && summary.skipped == 0)
    let texts = try await rows(Message.kind, ledger).map { $0["text"]?.string }
    #expect(Set(texts) == ["Minimal Message", "Link:https://telegram.org/"])
  }

  /// Signal's old exports are texts of the same form as WhatsApp's.
  @Test func signalText() async throws {
    guard let (ledger, summary) = try await twice(.whatsapp, "chat-miner/signal/test_export.txt") else {
      return
    }
    #expect(summary.read == 2 && summary.skipped == 0)
    let texts = try await rows(Message.kind, ledger).map { $0["text"]?.string }
    #expect(Set(texts) == ["Hello John!", "Hello\nJane!"])
  }

  /// Four messages of one channel by two of the three users.
  @Test func slack() async throws {
    guard let (ledger, summary) = try await twice(.slack, "zulip-slack-fixtures") else { return }
    #expect(summary.skipped == 0)
    #expect(try await rows(Message.kind, ledger).count == 4)
    #expect(try await rows(User.kind, ledger).count == 3)
    #expect(try await rows(User.kind, ledger).contains { $0["email"]?.string == "jon@example.com" })
    let threads = try await rows(Message.kind, ledger).compactMap { $0["replyTo"]?.string }
    #expect(threads.count == 2)
  }

  /// The examples of the specification, each with what its `$ref`s lead to: whatever an event is, it is read or named.
  @Test func matrixEvents() async throws {
    guard let root = Self.root else {
      print("skipped: DAYBOOK_REALDATA is not set, so no events of the specification were read")
      return
    }
    let folder = root + "matrix-spec-events/"
    var events: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where name.hasSuffix("yaml") {
      guard var object = try whole(folder + name) else { continue }
      // They are all the same event there.
      object["event_id"] = .string("$\(events.count)")
      events.append(JSONValue.object(object).description)
    }
    #expect(events.count == 83)
    let file = try TemporaryFolder()
    let path = file.path + "/events.jsonl"
    try Data(events.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let receipt = try await run(.matrix, [path], into: ledger)
    #expect(try await run(.matrix, [path], into: ledger).events == 0)
    // Ten of `m.room.message` and a sticker; what is encrypted cannot be read.
    #expect(try await rows(Message.kind, ledger).count == 11)
    #expect(receipt.plan.skipped.count { $0.reason.contains("encrypted") } == 2)
    #expect(receipt.plan.summary.skipped == 2)
  }

  private func whole(_ path: String) throws -> JSONObject? {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    guard var object = try? JSONParser.parse(bytes).object else { return nil }
    guard let reference = object["$ref"]?.string else { return object }
    object["$ref"] = nil
    let parent = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    for member in try whole(parent + "/" + reference) ?? [:] where object[member.key] == nil {
      object[member.key] = member.value
    }
    return object
  }
}
