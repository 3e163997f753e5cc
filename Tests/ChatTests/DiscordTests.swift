import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookChats
@testable import Messaging

struct DiscordTests {
  private static let channel = """
    {"guild":{"id":"1","name":"Garden","iconUrl":"https://cdn.example/i.png"},
     "channel":{"id":"22","type":"GuildTextChat","categoryId":"3","category":"Text","name":"general","topic":null},
     "dateRange":{"after":null,"before":null},"exportedAt":"2026-01-02T03:04:05.678+00:00",
     "messages":[
      {"id":"100","type":"Default","timestamp":"2019-01-20T12:00:00.5+02:00","timestampEdited":"2019-01-20T12:05:00+02:00","isPinned":false,"content":"Hello",
       "author":{"id":"7","name":"ann","discriminator":"0000","nickname":"Ann","isBot":false,"avatarUrl":"https://cdn.example/a.png?ex=1"},
       "attachments":[{"id":"9","url":"https://cdn.example/b.png","fileName":"b.png","fileSizeBytes":12}],
       "embeds":[],"stickers":[],
       "reactions":[{"emoji":{"id":null,"name":"👍","code":"thumbsup","isAnimated":false},"count":2,"users":[{"id":"8","name":"bob","nickname":"Bob"}]},
                    {"emoji":{"id":"55","name":"leaf","code":"leaf"},"count":1}],
       "mentions":[]},
      {"id":"101","type":"Reply","timestamp":"2019-01-20T12:01:00+02:00","timestampEdited":null,"content":"Yes",
       "author":{"id":"8","name":"bob","nickname":"Bob"},"attachments":[{"id":"10","url":"general_Files/c.txt","fileName":"c.txt","fileSizeBytes":7}],"reference":{"messageId":"100","channelId":"22","guildId":"1"}},
      {"id":"102","type":"GuildMemberJoin","timestamp":"2019-01-20T12:02:00+02:00","content":"Joined the server.","author":{"id":"9","name":"carl"}},
      {"id":"103","type":"Default","timestamp":"2019-01-20T12:03:00+02:00","content":"","author":{"id":"5","name":"bot","isBot":true},
       "embeds":[{"title":"Done","url":"https://a.example","description":"All of it"}],"stickers":[{"name":"Wave"}]},
      {"id":"104","type":"Default","content":"when?","author":{"id":"7","name":"ann"}}],
     "messageCount":5}
    """

  @Test func aChannelOfTheExporter() async throws {
    let folder = try folder([
      "Garden - general [22].json": Self.channel, "general_Files/c.txt": "content",
    ])
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let receipt = try await run(.discord, [folder.path], into: ledger, me: ["Bob"], user: "bob")
    #expect(receipt.plan.summary.skipped == 1 && receipt.plan.summary.addsUp())
    let mailbox = try await Mailbox.open(ledger, of: nil)
    let inbox = try await mailbox.inbox()
    #expect(inbox.map(\.title) == ["#general (Garden)"])
    let items = try await mailbox.messages(in: try #require(inbox.first).conversation)
    #expect(
      items.map(\.text) == [
        "Hello", "Yes", "carl: Joined the server.", "Done\nAll of it\nhttps://a.example\n(Wave)",
      ])
    #expect(
      items[0].reactions.map { "\($0.emoji) \($0.count) \($0.users)" } == ["👍 2 [\"bob\"]", ":leaf: 1 []"])
    let messages = try await ledger.fetch(Message.self)
    let hello = try #require(messages.first { $0.text == "Hello" })
    #expect(hello.createdAt.timeIntervalSince1970 == 1_547_978_400.5)
    #expect(messages.first { $0.text == "Yes" }?.replyTo == hello.id)
    let files = try await rows(Attachment.kind, ledger)
    #expect(Set(files.compactMap { $0["fileName"]?.string }) == ["b.png", "c.txt"])
    #expect(files.first { $0["fileName"]?.string == "c.txt" }?["data"] != nil)
    #expect(try await run(.discord, [folder.path], into: ledger, me: ["Bob"], user: "bob").events == 0)
  }

  /// Of two people the chat is named by who takes part.
  @Test func twoPeople() async throws {
    let folder = try folder([
      "Direct.json": """
      {"guild":{"id":"0","name":"Direct Messages"},"channel":{"id":"33","type":"DirectTextChat","name":"Ann"},
       "messages":[{"id":"1","type":"Default","timestamp":"2019-01-20T10:00:00+00:00","content":"Hi","author":{"id":"7","name":"ann","nickname":"Ann"}},
                     {"id":"2","type":"Default","timestamp":"2019-01-20T10:01:00+00:00","content":"Yes","author":{"id":"8","name":"bob","nickname":"Bob"}}]}
      """
    ])
    let ledger = try Ledger.inMemory(systems: [.messaging])
    _ = try await run(.discord, [folder.path], into: ledger, me: ["Bob"], user: "bob")
    #expect(try await Mailbox.open(ledger, of: nil).inbox().map(\.title) == ["Ann"])
  }

  /// What Discord sends of one's own: only what one wrote oneself.
  @Test func thePackage() async throws {
    let folder = try folder([
      "package/messages/c22/channel.json":
        #"{"id":"22","type":"GUILD_TEXT","name":"general","guild":{"id":"1","name":"Garden"}}"#,
      "package/messages/c22/messages.json": """
      [{"ID":1001,"Timestamp":"2019-01-20 10:00:00","Contents":"Hello","Attachments":""},
       {"ID":1002,"Timestamp":"2019-01-20 10:01:00.250","Contents":"","Attachments":"https://cdn.example/a/b.png?ex=1 https://cdn.example/c.txt"}]
      """,
      "package/messages/c33/channel.json": #"{"id":"33","type":"DM","recipients":["7","8"]}"#,
      "package/messages/c33/messages.json":
        #"[{"ID":1003,"Timestamp":"2019-01-20 10:02:00","Contents":"Hi","Attachments":""}]"#,
      "package/messages/index.json": #"{"22":"general in Garden","33":"Direct Message with ann"}"#,
      "package/account/user.json": #"{"id":"8","username":"bob"}"#,
    ])
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let receipt = try await run(.discord, [folder.path], into: ledger, user: "bob")
    #expect(receipt.plan.summary.addsUp())
    let messages = try await ledger.fetch(Message.self).sorted { $0.createdAt < $1.createdAt }
    #expect(messages.map(\.text) == ["Hello", "", "Hi"])
    #expect(messages.allSatisfy { $0.sender?.rawValue == "bob" })
    #expect(messages[0].createdAt.timeIntervalSince1970 == 1_547_978_400)
    let inbox = try await Mailbox.open(ledger, of: nil).inbox()
    #expect(inbox.map(\.title).contains("#general (Garden)") && inbox.count == 2)
    #expect(try await rows(Attachment.kind, ledger).count == 2)
    #expect(try await run(.discord, [folder.path], into: ledger, user: "bob").events == 0)
  }
}
