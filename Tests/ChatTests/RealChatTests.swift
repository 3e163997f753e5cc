import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookChats
@testable import Messaging

/// Real files of other people's programs under `$DAYBOOK_REALDATA`, with what a program of two lines counts in them.
@Suite(.realData("chat")) struct RealChatTests {
  private static let whatsapp = [
    "test_mmddyy_24hrs", "test_ddmmyy_24hrs", "test_[mmddyy]_24hrs", "test_yyyymmdd_24hrs",
    "test_mmddyyyy_12hrs",
  ]

  private func twice(
    _ network: ChatNetwork, _ path: String
  ) async throws -> (ledger: Ledger, summary: SyncSummary) {
    let path = RealData.path("chat/" + path)
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let first = try await run(network, [path], into: ledger)
    let again = try await run(network, [path], into: ledger)
    #expect(again.events == 0 && again.plan.summary.addsUp(), "\(path) again: \(again.plan.summary)")
    #expect(first.plan.summary.addsUp(), "\(path): \(first.plan.summary)")
    return (ledger, first.plan.summary)
  }

  /// Nine lines begin with a date: six are messages of somebody, in the order and at the times of `target.json`.
  @Test(arguments: whatsapp)
  func everyMessageOfWhatsAppIsRead(_ name: String) async throws {
    let (ledger, summary) = try await twice(.whatsapp, "chat-miner/whatsapp/\(name).txt")
    #expect(summary.read == 9 && summary.skipped == 0)
    let target = RealData.path("chat/chat-miner/whatsapp/target.json")
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
  func everyMessageOfTelegramIsRead(_ name: String) async throws {
    let (ledger, summary) = try await twice(.telegram, "chat-miner/telegram/\(name).json")
    #expect(summary.read == 2 && summary.skipped == 0)
    let texts = try await rows(Message.kind, ledger).map { $0["text"]?.string }
    #expect(Set(texts) == ["Minimal Message", "Link:https://telegram.org/"])
  }

  /// Signal's old exports are texts of the same form as WhatsApp's.
  @Test func everyMessageOfSignalsTextIsRead() async throws {
    let (ledger, summary) = try await twice(.whatsapp, "chat-miner/signal/test_export.txt")
    #expect(summary.read == 2 && summary.skipped == 0)
    let texts = try await rows(Message.kind, ledger).map { $0["text"]?.string }
    #expect(Set(texts) == ["Hello John!", "Hello\nJane!"])
  }

  @Test func everyMessageOfInstagramIsRead() async throws {
    let (ledger, summary) = try await twice(.instagram, "chat-miner/instagram/test_export.json")
    #expect(summary.read == 2 && summary.skipped == 0)
    let texts = try await rows(Message.kind, ledger).map { $0["text"]?.string }
    #expect(Set(texts) == ["Hello Jane!", "Hello John!"])
  }

  /// Four messages of one channel by two of the three users.
  @Test func messagesUsersAndThreadsOfSlackAreRead() async throws {
    let (ledger, summary) = try await twice(.slack, "zulip-slack-fixtures")
    #expect(summary.skipped == 0)
    #expect(try await rows(Message.kind, ledger).count == 4)
    #expect(try await rows(User.kind, ledger).count == 3)
    #expect(try await rows(User.kind, ledger).contains { $0["email"]?.string == "jon@example.com" })
    let threads = try await rows(Message.kind, ledger).compactMap { $0["replyTo"]?.string }
    #expect(threads.count == 2)
  }

  /// The examples of the specification, each with what its `$ref`s lead to: whatever an event is, it is read or named.
  @Test func everyEventOfMatrixIsReadOrNamed() async throws {
    let folder = RealData.path("chat/matrix-spec-events/")
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
