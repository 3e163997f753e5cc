import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookChats
@testable import Messaging

/// What people answered messages with, from every network that says it.
struct ReactionTests {
  private func reactions(
    _ network: ChatNetwork, _ name: String, _ texts: [String], me: [String] = [], user: String? = nil
  ) async throws -> [String: [String]] {
    let ledger = try Ledger.inMemory(systems: [.messaging])
    var found: [String: [String]] = [:]
    for text in texts {
      let folder = try folder([name: text])
      let receipt = try await run(network, [folder.path], into: ledger, me: me, user: user)
      #expect(receipt.plan.summary.addsUp(), "\(receipt.plan.summary)")
      found = try await shown(ledger)
      #expect(try await run(network, [folder.path], into: ledger, me: me, user: user).events == 0)
    }
    return found
  }

  /// By the words of a message: each emoji, how many chose it, and the names of those who did.
  private func shown(_ ledger: Ledger) async throws -> [String: [String]] {
    var names: [String: String] = [:]
    for user in try await ledger.fetch(User.self) { names[user.id.rawValue] = user.displayName }
    var found: [String: [String]] = [:]
    for message in try await ledger.fetch(Message.self) {
      found[message.text] = message.reactions.map { reaction in
        "\(reaction.emoji) \(reaction.count) \(reaction.users.map { names[$0] ?? "?" }.joined(separator: ","))"
      }
    }
    return found
  }

  @Test func reactionsOfSlackAreThoseOfTheLastExport() async throws {
    func day(_ reactions: String) -> String {
      """
      [{"type":"message","user":"U1","user_profile":{"real_name":"Ann"},"text":"Hello","ts":"1547978400.000100"\(reactions)},
       {"type":"message","user":"U2","user_profile":{"real_name":"Bob"},"text":"Yes","ts":"1547978401.000100"}]
      """
    }
    let first =
      #","reactions":[{"name":"+1","users":["U2","U3"],"count":3},{"name":"eyes","users":["U2"],"count":1}]"#
    #expect(
      try await reactions(.slack, "team/general/2019-01-20.json", [day(first)])
        == ["Hello": [":+1: 3 Bob,U3", ":eyes: 1 Bob"], "Yes": []])
    #expect(
      try await reactions(.slack, "team/general/2019-01-20.json", [day(first), day("")])
        == ["Hello": [], "Yes": []])
  }

  @Test func reactionsOfTelegramNameWhoReacted() async throws {
    let text = """
      {"name":"Ann","type":"personal_chat","id":6,"messages":[
        {"id":1,"type":"message","date":"2019-01-20T10:00:00","from":"Ann","from_id":"user1","text":"Hello",
         "reactions":[{"type":"emoji","count":2,"emoji":"👍","recent":[{"from":"Bob","from_id":"user2","date":"2019-01-20T10:01:00"}]},
                      {"type":"custom_emoji","count":1,"document_id":"stickers/a.tgs"}]}]}
      """
    #expect(
      try await reactions(.telegram, "result.json", [text]) == ["Hello": ["👍 2 Bob", "(custom_emoji) 1 "]])
  }

  private static func event(_ id: String, _ sender: String, _ type: String, _ content: String) -> String {
    "{\"type\":\"\(type)\",\"event_id\":\"\(id)\",\"room_id\":\"!r:x\",\"sender\":\"\(sender)\",\"origin_server_ts\":1547978400000,\(content)}"
  }

  private static func reaction(_ id: String, _ sender: String, _ emoji: String) -> String {
    event(
      id, sender, "m.reaction",
      "\"content\":{\"m.relates_to\":{\"rel_type\":\"m.annotation\",\"event_id\":\"$1\",\"key\":\"\(emoji)\"}}"
    )
  }

  /// They are events of their own: before their message too, and redacted like messages.
  @Test func reactionsOfMatrixCountInAnyOrder() async throws {
    let message = Self.event(
      "$1", "@a:x", "m.room.message", #""content":{"msgtype":"m.text","body":"Hello"}"#)
    let (yes, also) = (Self.reaction("$2", "@b:x", "👍"), Self.reaction("$3", "@c:x", "👍"))
    let redaction = Self.event("$4", "@b:x", "m.room.redaction", #""redacts":"$2","content":{}"#)
    let other = Self.reaction("$5", "@b:x", "🎉")
    let all = ["👍 2 @b:x,@c:x"]
    #expect(try await reactions(.matrix, "a.json", ["[\(message),\(yes),\(also),\(yes)]"]) == ["Hello": all])
    #expect(try await reactions(.matrix, "a.json", ["[\(yes),\(also),\(message)]"]) == ["Hello": all])
    #expect(
      try await reactions(
        .matrix, "a.json",
        ["[\(message),\(yes),\(also)]", "[\(message),\(yes),\(also),\(redaction),\(other)]"])
        == ["Hello": ["👍 1 @c:x", "🎉 1 @b:x"]])
    #expect(try await reactions(.matrix, "a.json", ["[\(message)]", "[\(also)]"]) == ["Hello": ["👍 1 @c:x"]])
  }

  /// Without its message a reaction makes nothing, and brings no message back.
  @Test func withoutTheirMessage() async throws {
    let message = Self.event(
      "$1", "@a:x", "m.room.message", #""content":{"msgtype":"m.text","body":"Hello"}"#)
    let redaction = Self.event("$4", "@a:x", "m.room.redaction", #""redacts":"$1","content":{}"#)
    let yes = Self.reaction("$2", "@b:x", "👍")
    #expect(try await reactions(.matrix, "a.json", ["[\(yes)]"]) == [:])
    #expect(try await reactions(.matrix, "a.json", ["[\(message),\(redaction)]", "[\(yes)]"]) == [:])
    #expect(try await reactions(.matrix, "a.json", ["[\(message),\(redaction),\(yes)]"]) == [:])
  }

  /// Of one person the newest alone counts, as Signal shows it.
  @Test func theNewestReactionOfAPersonCounts() async throws {
    func envelope(_ who: String, _ time: Int, _ data: String) -> String {
      """
      {"envelope":{"sourceUuid":"u-\(who)","sourceName":"\(who)","timestamp":\(time),"dataMessage":{"timestamp":\(time),"groupInfo":{"groupId":"g"},\(data)}}}
      """
    }
    func reaction(_ who: String, _ time: Int, _ emoji: String, isRemove: Bool = false) -> String {
      envelope(
        who, time,
        "\"reaction\":{\"emoji\":\"\(emoji)\",\"targetAuthorUuid\":\"u-Ann\",\"targetSentTimestamp\":1000,\"isRemove\":\(isRemove)}"
      )
    }
    let hello = envelope("Ann", 1000, #""message":"Hello""#)
    let lines = [hello, reaction("Bob", 1001, "👍"), reaction("Carl", 1002, "👍")]
    let changed = lines + [reaction("Bob", 1003, "❤️"), reaction("Carl", 1004, "👍", isRemove: true)]
    let back =
      changed + [reaction("Carl", 1005, "❤️"), reaction("Bob", 1006, "👍"), reaction("Bob", 1007, "❤️")]
    let steps = [lines, changed, back].map { $0.joined(separator: "\n") }
    #expect(try await reactions(.signal, "s.jsonl", [steps[0]]) == ["Hello": ["👍 2 Bob,Carl"]])
    #expect(try await reactions(.signal, "s.jsonl", Array(steps[...1])) == ["Hello": ["❤️ 1 Bob"]])
    #expect(try await reactions(.signal, "s.jsonl", steps) == ["Hello": ["❤️ 2 Bob,Carl"]])
  }

  @Test func signalDesktop() async throws {
    let text = """
      [{"id":"1","conversationId":"c1","type":"incoming","sourceServiceId":"u-1","sent_at":1547978400000,"body":"Hello",
        "reactions":[{"emoji":"👍","fromId":"c1","targetTimestamp":1547978400000},{"emoji":"👍","fromId":"c2"}]}]
      """
    #expect(try await reactions(.signal, "messages.json", [text]) == ["Hello": ["👍 2 "]])
  }

  /// They stand behind the words, and go where the words go.
  @Test func inAMailbox() async throws {
    let text = """
      {"name":"Ann","type":"personal_chat","id":6,"messages":[
        {"id":1,"type":"message","date":"2019-01-20T10:00:00","from":"Ann","from_id":"user1","text":"Hello",
         "reactions":[{"type":"emoji","count":1,"emoji":"👍","recent":[{"from":"Bob","from_id":"user2"}]}]}]}
      """
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let folder = try folder(["result.json": text])
    _ = try await run(.telegram, [folder.path], into: ledger, me: ["Bob"], user: "bob")
    let mailbox = try await Mailbox.open(ledger, of: nil)
    let conversation = try #require(try await mailbox.inbox().first?.conversation)
    let items = try await mailbox.messages(in: conversation)
    #expect(items.map(\.reactions) == [[MessageReaction("👍", users: ["bob"])]])
  }
}
