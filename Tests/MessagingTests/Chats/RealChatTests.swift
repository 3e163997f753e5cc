import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import Messaging

/// Conversations made from files of other programs read as those files do.
@Suite(.realData("chat")) struct RealChatTests {
  private static func mailbox(_ user: String) async throws -> Mailbox {
    let ledger = try Ledger.inMemory(systems: [.messaging])
    try await ledger.commit { batch in try batch.upsert(User(id: Ref(user)) { $0.displayName = user }) }
    return Mailbox(ledger, of: Ref(user))
  }

  private static func check(_ lines: [ChatFiles.Line], as user: String) async throws {
    let mailbox = try await mailbox(user)
    let documents = try ChatFiles.documents("chat", lines)
    // In any order.
    #expect(try await mailbox.take(documents.reversed()) == documents.count)
    let read = try await mailbox.messages(in: "chat")
    #expect(read.map(\.sender) == lines.map(\.author))
    #expect(read.map(\.text) == lines.map(\.text))
    #expect(
      read.map { Instant(milliseconds: Int64($0.createdAt.timeIntervalSince1970 * 1000)) }
        == lines.map(\.time))
    #expect(read.allSatisfy { $0.syncStatus == .synced })
    let item = try #require(try await mailbox.inbox().first)
    #expect(item.unreadCount == lines.count { $0.author != user })
    #expect(item.lastMessage?.text == lines.last?.text)
    #expect(Set(item.participants.map(\.name)) == Set(lines.map(\.author)))
    #expect(try await mailbox.outbox().allSatisfy { $0.kind == User.kind }, "nothing of it is sent")
    let before = try await mailbox.ledger.audit.replay().events
    #expect(try await mailbox.take(documents) == 0)
    #expect(try await mailbox.ledger.audit.replay().events == before)
    #expect(try await mailbox.markRead("chat") == item.unreadCount)
    #expect(try await mailbox.inbox().first?.unreadCount == 0)
  }

  @Test func linesOfWhatsAppComeBackInOrder() async throws {
    let lines = try ChatFiles.lines("chat-miner/whatsapp/test_yyyymmdd_24hrs.txt")
    let target = try ChatFiles.target("whatsapp")
    #expect(lines.map(\.author) == target.map(\.author))
    #expect(lines.map { $0.text.replacing("\n", with: " ") } == target.map(\.text))
    try await Self.check(lines, as: "John Doe")
    try await Self.check(lines, as: "🤓")
  }

  @Test func linesOfSignalComeBackInOrder() async throws {
    let lines = try ChatFiles.lines("chat-miner/signal/test_export.txt")
    #expect(lines.map { $0.text.replacing("\n", with: " ") } == (try ChatFiles.target("signal")).map(\.text))
    try await Self.check(lines, as: "Jane Doe")
  }

  @Test func linesOfTelegramComeBackInOrder() async throws {
    let one = try ChatFiles.json("chat-miner/telegram/test_single_export.json")
    let all = try ChatFiles.json("chat-miner/telegram/test_batch_export.json")
    let lines = ChatFiles.telegram(one.object?["messages"])
    #expect(lines == (try ChatFiles.target("telegram")))
    #expect(
      lines == ChatFiles.telegram(all.object?["chats"]?.object?["list"]?.array?.first?.object?["messages"]))
    try await Self.check(lines, as: "Author 2")
  }

  @Test func linesOfInstagramComeBackInOrder() async throws {
    let messages = try ChatFiles.json("chat-miner/instagram/test_export.json").object?["messages"]?.array
    let lines = (messages ?? []).compactMap { entry -> ChatFiles.Line? in
      guard let time = entry.object?["timestamp_ms"]?.int, let author = entry.object?["sender_name"]?.string,
        let text = entry.object?["content"]?.string
      else { return nil }
      return .init(time: Instant(milliseconds: time), author: author, text: text)
    }.sorted { $0.time < $1.time }
    #expect(lines.map(\.text) == (try ChatFiles.target("instagram")).map(\.text))
    try await Self.check(lines, as: "John Doe")
  }

  /// Slack's times have microseconds, which decide the order.
  @Test func microsecondsOfSlackDecideTheOrder() async throws {
    let users = try ChatFiles.json("zulip-slack-fixtures/users.json").array ?? []
    let thread = try ChatFiles.json("zulip-slack-fixtures/normal_thread.json").array ?? []
    let lines = thread.compactMap { entry -> ChatFiles.Line? in
      guard let seconds = entry.object?["ts"]?.string.flatMap({ Double($0) }),
        let author = entry.object?["user"]?.string, let text = entry.object?["text"]?.string,
        users.contains(where: { $0.object?["id"]?.string == author })
      else { return nil }
      return .init(time: Instant(milliseconds: Int64(seconds * 1000)), author: author, text: text)
    }.sorted { $0.time < $1.time }
    #expect(lines.count == 4)
    try await Self.check(lines, as: "U061A5N1G")
  }

  /// Every kind of message that Matrix describes: words are text, files are attachments.
  @Test func everyKindOfMatrixMessageIsRead() async throws {
    let folder = RealData.path("chat/matrix-spec-events")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("m.room.message$m.") }.sorted()
    #expect(names.count >= 9)
    let mailbox = try await Self.mailbox("@ann:example.org")
    var documents = try ChatFiles.documents(
      "room", [.init(time: Instant(milliseconds: 1_000), author: "@ann:example.org", text: "first")])
    var files = 0
    for (number, name) in names.enumerated() {
      let content = try ChatFiles.json("matrix-spec-events/" + name).object?["content"]?.object ?? [:]
      var fields: JSONObject = [
        "senderID": "@bob:example.org", "text": .string(content["body"]?.string ?? ""),
      ]
      if let url = content["url"]?.string, let type = content["msgtype"]?.string?.dropFirst(2) {
        files += 1
        let info = content["info"]?.object ?? [:]
        fields["text"] = ""
        fields["attachments"] = [
          [
            "id": .string("file-\(number)"), "type": .string(type == "file" ? "document" : String(type)),
            "url": .string(url), "mimeType": info["mimetype"] ?? .null, "fileSize": info["size"] ?? .null,
            "fileName": content["body"] ?? .null,
          ]
        ]
      }
      let time = ServerTime(seconds: Int64(10 + number))
      documents.append(
        RemoteDocument(
          path: try #require(.message("m\(number)", in: "room")), fields: fields, created: time,
          revision: time))
    }
    try await mailbox.take(documents)
    let read = try await mailbox.messages(in: "room")
    #expect(read.count == names.count + 1)
    #expect(read.count { !$0.attachments.isEmpty } == files)
    #expect(files >= 4)
    let image = try #require(read.flatMap(\.attachments).first { $0.type == .image })
    #expect(image.mimeType == "image/jpeg")
    #expect(image.sizeBytes > 0)
    #expect(image.uploadStatus == .uploaded)
    #expect(Set(read.flatMap(\.attachments).map(\.type)) == Set(AttachmentType.known))
  }
}
