import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookChats
@testable import Messaging

/// Messenger and Instagram.
struct MetaTests {
  private static let conversation = """
    {"participants":[{"name":"Zo\\u00c3\\u00ab Lee"},{"name":"Bob"}],
     "messages":[
      {"sender_name":"Bob","timestamp_ms":1547978403000,"photos":[{"uri":"your_activity/messages/inbox/zoelee_17/photos/a.jpg","creation_timestamp":1547978402}]},
      {"sender_name":"Zo\\u00c3\\u00ab Lee","timestamp_ms":1547978402000,"content":"Look","share":{"link":"https://a.example/?token=abc&x=1","share_text":"A caf\\u00c3\\u00a9"}},
      {"sender_name":"Bob","timestamp_ms":1547978401000,"is_unsent":true},
      {"sender_name":"Zo\\u00c3\\u00ab Lee","timestamp_ms":1547978400000,"content":"Caf\\u00c3\\u00a9 \\u00f0\\u009f\\u0098\\u0082?",
       "reactions":[{"reaction":"\\u00f0\\u009f\\u0091\\u008d","actor":"Bob"}]}],
     "title":"Zo\\u00c3\\u00ab Lee","thread_path":"inbox/zoelee_17"}
    """
  private static let path = "your_activity/messages/inbox/zoelee_17/"

  @Test(arguments: [ChatNetwork.messenger, .instagram])
  func aFolderOfAConversation(_ network: ChatNetwork) async throws {
    let older =
      #"{"participants":[],"messages":[{"sender_name":"Bob","timestamp_ms":1547978300000,"content":"First"}],"title":"Zo\u00c3\u00ab Lee"}"#
    let folder = try folder([
      Self.path + "message_1.json": Self.conversation, Self.path + "message_2.json": older,
      Self.path + "photos/a.jpg": "picture", "your_activity/other.json": "{}",
    ])
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let receipt = try await run(network, [folder.path], into: ledger, me: ["Bob"], user: "bob")
    #expect(receipt.plan.summary.addsUp(), "\(receipt.plan.summary)")
    let mailbox = try await Mailbox.open(ledger, of: nil)
    let inbox = try await mailbox.inbox()
    #expect(inbox.map(\.title) == ["Zoë Lee"])
    #expect(inbox.map(\.unreadCount) == [0])
    let items = try await mailbox.messages(in: try #require(inbox.first).conversation)
    #expect(
      items.map(\.text) == [
        "First", "Café 😂?", "(message taken back)", "Look\nA café\nhttps://a.example/?x=1", "",
      ])
    #expect(items.map { $0.reactions.map(\.emoji) } == [[], ["👍"], [], [], []])
    let files = try await rows(Attachment.kind, ledger)
    #expect(files.map { $0["mimeType"]?.string } == ["image/jpeg"])
    #expect(files.first?["data"] == .string(Data("picture".utf8).base64EncodedString()))
    #expect(try await run(network, [folder.path], into: ledger, me: ["Bob"], user: "bob").events == 0)
    // One file of it is of the same conversation.
    let file = folder.path + "/" + Self.path + "message_2.json"
    #expect(try await run(network, [file], into: ledger, me: ["Bob"], user: "bob").events == 0)
  }

  /// As Messenger writes what was encrypted from end to end.
  @Test func aFileOfItsOwn() async throws {
    let folder = try folder([
      "messages/Zoë_1.json": """
      {"participants":["Zoë","Bob"],"threadName":"Zoë_1",
       "messages":[
        {"isUnsent":false,"media":[],"reactions":[],"senderName":"Bob","text":"Yes","timestamp":1547978401000,"type":"text"},
        {"isUnsent":false,"media":[{"uri":"./media/a.png"}],"reactions":[{"actor":"Bob","reaction":"❤"}],"senderName":"Zoë","text":"Café?","timestamp":1547978400000,"type":"media"}]}
      """, "messages/media/a.png": "picture",
    ])
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let receipt = try await run(.messenger, [folder.path], into: ledger)
    #expect(receipt.plan.summary.skipped == 0)
    let messages = try await ledger.fetch(Message.self).sorted { $0.acceptedAt ?? "" < $1.acceptedAt ?? "" }
    #expect(messages.map(\.text) == ["Café?", "Yes"])
    #expect(messages.map { $0.reactions.map(\.emoji) } == [["❤"], []])
    #expect(try await rows(Attachment.kind, ledger).first?["data"] != nil)
    #expect(try await run(.messenger, [folder.path], into: ledger).events == 0)
  }

  @Test(arguments: [
    ("Caf\u{c3}\u{a9}", "Café"), ("plain", "plain"), ("Café", "Café"), ("日本", "日本"), ("", ""),
    ("\u{f0}\u{9f}\u{98}\u{82}", "😂"), ("\u{c3}", "\u{c3}"),
  ])
  func wronglyDecodedTextIsMended(_ written: String, _ meant: String) {
    #expect(MetaText.text(written) == meant)
  }

  /// Each bad message is skipped by itself.
  @Test func badMessages() async throws {
    let folder = try folder([
      "ann_1/message_1.json": """
      {"messages":[7,{"sender_name":"Ann"},{"sender_name":"Ann","timestamp_ms":1e99,"content":"x"},
        {"timestamp_ms":1547978400000,"content":"no name"},{"sender_name":"Ann","timestamp_ms":1547978400000,"content":"Hi"}]}
      """
    ])
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let summary = try await run(.messenger, [folder.path], into: ledger).plan.summary
    #expect(summary.skipped == 3 && summary.addsUp())
    #expect(Set(try await ledger.fetch(Message.self).map(\.text)) == ["no name", "Hi"])
  }
}
