import DaybookModel
import Testing

@testable import DaybookChats

private func steps(_ reader: some ChatReader) throws -> [ChatStep] {
  var reader = reader
  var found: [ChatStep] = []
  while let step = try reader.nextStep() { found.append(step) }
  return found
}

private func messages(_ steps: [ChatStep]) -> [ChatMessage] {
  steps.compactMap { if case .event(.message(let message), _) = $0 { message } else { nil } }
}

private func once(_ text: String) -> () -> [UInt8] {
  var rest = Array(text.utf8)
  return {
    defer { rest = [] }
    return rest
  }
}

struct SlackReaderTests {
  @Test(arguments: [
    ("Hi <@U1>, see <#C1|general> &amp; <#C2>", "Hi @Ann, see #general & #garden"),
    (
      "<https://a.example/?x=1|here> and <https://b.example>",
      "here (https://a.example/?x=1) and https://b.example"
    ),
    ("<https://a.example|a.example> <mailto:a@b.example|a@b.example>", "https://a.example a@b.example"),
    ("<!here> <!subteam^S1|@team> <!date^1^{date}|today>", "@here @team today"),
    ("1 &lt; 2 &gt; 0 &amp;lt;", "1 < 2 > 0 &lt;"), ("<@U9|bob> <@U8>", "@bob @U8"), ("a < b", "a < b"),
    ("<", "<"), ("<>", ""),
  ])
  func slackMarkupBecomesPlainText(_ marked: String, _ plain: String) {
    #expect(SlackText(names: ["U1": "Ann", "C2": "garden"]).plain(marked) == plain)
  }

  @Test func messagesOfADay() throws {
    var directory = SlackDirectory()
    directory.add(
      "users.json",
      ["id": "U1", "name": "ann", "profile": ["real_name": "Ann Lee", "email": "ann@x.example"]])
    directory.add("channels.json", ["id": "C1", "name": "general", "members": ["U1"]])
    let found = try steps(
      SlackReader(
        "2019-01-20.json", folder: "general", directory: directory,
        read: once(
          """
          [{"type":"message","user":"U1","text":"Hello &amp; <@U1>","ts":"1547978400.000100","edited":{"user":"U1","ts":"1547978500.000000"}},
           {"type":"message","subtype":"channel_join","user":"U1","text":"<@U1> has joined","ts":"1547978401.000100"},
           {"type":"message","user":"U2","user_profile":{"real_name":"Bob"},"text":"","ts":"1547978402.000100","thread_ts":"1547978400.000100",
            "files":[{"id":"F1","name":"a.png","mimetype":"image/png","size":12,"url_private":"https://files.slack.com/a.png?t=xoxe-1234567890"}]},
           {"type":"message","subtype":"bot_message","bot_id":"B1","username":"deploy","text":"","attachments":[{"fallback":"done"}],"ts":"1547978403.000100"},
           {"type":"message","text":"no time"}, 7]
          """)))
    let said = messages(found)
    #expect(said.map(\.text) == ["Hello & @Ann Lee", "@Ann Lee has joined", "", "done"])
    #expect(said.map(\.sender?.name) == ["Ann Lee", nil, "Bob", "deploy"])
    #expect(said[0].chat == Chat(key: "C1", title: "#general"))
    #expect(said[0].editedAt?.description == "2019-01-20T10:01:40.000Z")
    #expect(said[2].replyTo == "1547978400.000100")
    #expect(said[2].files.first?.sizeBytes == 12)
    #expect(found.count == 6)
  }
}

struct TelegramReaderTests {
  @Test func aFullExport() throws {
    let found = try steps(
      TelegramReader(
        "result.json", zone: FixedZone(seconds: 3600),
        read: once(
          """
          {"about":"x","chats":{"list":[
            {"name":"Garden","type":"private_group","id":5,"messages":[
              {"id":1,"type":"service","date":"2019-01-20T10:00:00","actor":"Ann","actor_id":"user1","action":"invite_members","members":["Bob"],"text":""},
              {"id":2,"type":"message","date":"2019-01-20T10:01:00","date_unixtime":"1547978460","edited_unixtime":"1547978470","from":"Ann","from_id":"user1",
               "reply_to_message_id":1,"text":["See ",{"type":"text_link","text":"this","href":"https://a.example"},"!"]},
              {"id":3,"type":"message","date":"2019-01-20T10:02:00","from":"Bob","from_id":"user2","forwarded_from":"Carl","text":"News",
               "file":"files/a.pdf","mime_type":"application/pdf","file_size":9},
              {"id":4,"type":"message","date":"2019-01-20T10:03:00","from":null,"from_id":"user3","photo":"(File not included.)","text":""},
              {"id":5,"type":"message","text":"when?"}]},
            {"name":"Ann","type":"personal_chat","id":6,"messages":[{"id":1,"type":"message","date":"2019-01-20T10:00:00","from":"Ann","from_id":"user1","text":"Hi"}]}]}}
          """)))
    let said = messages(found)
    #expect(
      said.map(\.text) == [
        "Ann: invite members: Bob", "See this (https://a.example)!", "(forwarded from Carl)\nNews", "", "Hi",
      ])
    #expect(said.map(\.chat.key) == ["5", "5", "5", "5", "6"])
    #expect(said.map(\.chat.title) == ["Garden", "Garden", "Garden", "Garden", nil])
    #expect(said[0].sentAt.description == "2019-01-20T09:00:00.000Z")
    #expect(said[1].sentAt.description == "2019-01-20T10:01:00.000Z")
    #expect(said[1].replyTo == "1" && said[1].editedAt != nil)
    #expect(
      said[2].files == [
        ChatFile(name: "a.pdf", path: "files/a.pdf", sizeBytes: 9, mimeType: "application/pdf")
      ])
    #expect(found.count == 6)
  }

  /// A whole number that a double would round keeps its digits.
  @Test(arguments: [
    ("52.5", "13.4", "geo:52.5,13.4"), ("52", "13", "geo:52.0,13.0"),
    ("9007199254740993", "12345678901234567890", "geo:9007199254740993,12345678901234567890"),
  ])
  func aPlaceBecomesAGeoURI(_ latitude: String, _ longitude: String, _ text: String) throws {
    let place = "{\"latitude\":\(latitude),\"longitude\":\(longitude)}"
    let message =
      "{\"id\":1,\"type\":\"message\",\"date\":\"2019-01-20T10:00:00\",\"from\":\"Ann\",\"text\":\"\",\"location_information\":\(place)}"
    let chat = "{\"name\":\"Ann\",\"type\":\"personal_chat\",\"id\":6,\"messages\":[\(message)]}"
    let found = try steps(TelegramReader("result.json", zone: FixedZone(), read: once(chat)))
    #expect(messages(found).map(\.text) == [text])
  }
}

struct MatrixReaderTests {
  private static let events = [
    #"{"type":"m.room.name","room_id":"!r:x","sender":"@a:x","state_key":"","content":{"name":"Garden"}}"#,
    #"{"type":"m.room.member","room_id":"!r:x","sender":"@a:x","state_key":"@a:x","origin_server_ts":1547978400000,"content":{"membership":"join","displayname":"Ann"}}"#,
    #"{"type":"m.room.message","event_id":"$1","room_id":"!r:x","sender":"@a:x","origin_server_ts":1547978401000,"content":{"msgtype":"m.text","body":"Hi"}}"#,
    #"{"type":"m.room.message","event_id":"$2","room_id":"!r:x","sender":"@b:x","origin_server_ts":1547978402000,"content":{"msgtype":"m.text","body":"> <@a:x> Hi\n\nYes","m.relates_to":{"m.in_reply_to":{"event_id":"$1"}}}}"#,
    #"{"type":"m.room.message","event_id":"$3","room_id":"!r:x","sender":"@a:x","origin_server_ts":1547978403000,"content":{"msgtype":"m.text","body":"* Hello","m.new_content":{"msgtype":"m.text","body":"Hello"},"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}}}"#,
    #"{"type":"m.room.message","event_id":"$4","room_id":"!r:x","sender":"@a:x","origin_server_ts":1547978404000,"content":{"msgtype":"m.image","body":"a.jpg","url":"mxc://x/y","info":{"size":3,"mimetype":"image/jpeg"}}}"#,
    #"{"type":"m.room.redaction","event_id":"$5","room_id":"!r:x","sender":"@a:x","redacts":"$2","origin_server_ts":1547978405000,"content":{}}"#,
    #"{"type":"m.room.encrypted","event_id":"$6","room_id":"!r:x","sender":"@a:x","origin_server_ts":1547978406000,"content":{"algorithm":"m.megolm.v1.aes-sha2"}}"#,
  ]

  private static let forms: [String] = [
    "[\(events.joined(separator: ","))]", events.joined(separator: "\n"),
    "{\"room_name\":\"Garden\",\"messages\":[\(events.joined(separator: ","))]}",
    "{\"chunk\":[\(events.joined(separator: ","))]}",
  ]

  @Test(arguments: forms)
  func eventsInEveryForm(_ text: String) throws {
    let found = try steps(MatrixReader("room.json", read: once(text)))
    let said = messages(found)
    #expect(said.map(\.text) == ["Hi", "Yes", ""])
    #expect(said.map(\.sender?.name) == ["Ann", "", "Ann"])
    #expect(said[1].replyTo == "$1")
    #expect(said[2].files.first?.name == "a.jpg")
    #expect(said.allSatisfy { $0.chat == Chat(key: "!r:x", title: "Garden") })
    let edits = found.contains { if case .event(.edit("$1", _, "Hello", _), _) = $0 { true } else { false } }
    let removals = found.contains { if case .event(.removal("$2", _), _) = $0 { true } else { false } }
    let skipped = found.count { if case .skipped = $0 { true } else { false } }
    #expect(edits && removals && skipped == 1)
  }

  @Test func markupAsText() {
    #expect(
      MatrixText.words(["formatted_body": "<p>One &amp; <b>two</b><br/>three</p>"]) == "One & two\nthree")
    #expect(MatrixText.words(["formatted_body": "a < b"]) == "a < b")
  }
}

struct SignalReaderTests {
  @Test func envelopesOfSignalCLI() throws {
    let found = try steps(
      SignalReader(
        "s.jsonl",
        read: once(
          """
          {"envelope":{"source":"+491","sourceNumber":"+491","sourceUuid":"u-1","sourceName":"Ann","timestamp":1547978400000,"dataMessage":{"timestamp":1547978400000,"message":"Hi","attachments":[{"contentType":"image/jpeg","filename":"a.jpg","size":4}]}},"account":"+492"}
          {"envelope":{"source":"+492","sourceUuid":"u-2","timestamp":1547978401000,"syncMessage":{"sentMessage":{"destination":"+491","destinationUuid":"u-1","timestamp":1547978401000,"message":"Yes","quote":{"id":1547978400000,"authorUuid":"u-1","text":"Hi"}}}},"account":"+492"}
          {"envelope":{"sourceUuid":"u-1","timestamp":1547978402000,"editMessage":{"targetSentTimestamp":1547978400000,"dataMessage":{"timestamp":1547978402000,"message":"Hello"}}}}
          {"envelope":{"sourceUuid":"u-1","timestamp":1547978403000,"dataMessage":{"timestamp":1547978403000,"remoteDelete":{"timestamp":1547978400000}}}}
          {"envelope":{"sourceUuid":"u-1","timestamp":1547978404000,"typingMessage":{"action":"STARTED"}}}
          """)))
    let said = messages(found)
    #expect(said.map(\.text) == ["Hi", "Yes"])
    #expect(said.map(\.chat.key) == ["u-1", "u-1"])
    #expect(said.map(\.sender?.key) == ["u-1", "u-2"])
    #expect(said[1].replyTo == said[0].key)
    #expect(found.count == 6)
    guard case .event(.member(let other, _, nil), _) = found[1], other.key == "u-1", other.shownID == "u-1",
      case .event(.edit(said[0].key!, _, "Hello", _), _) = found[3],
      case .event(.removal(said[0].key!, _), _) = found[4]
    else {
      Issue.record("\(found)")
      return
    }
  }

  @Test func messagesOfSignalDesktop() throws {
    let found = try steps(
      SignalReader(
        "messages.json",
        read: once(
          """
          [{"id":"1","conversationId":"c1","type":"incoming","sourceServiceId":"u-1","sent_at":1547978400000,"body":"Hi"},
           {"id":"2","conversationId":"c1","type":"outgoing","sent_at":1547978401000,"body":"","attachments":[{"contentType":"image/png","fileName":"b.png","size":5}]},
           {"id":"3","conversationId":"c1","type":"group-v2-change","sent_at":1547978402000},
           {"id":"4","conversationId":"c1","type":"incoming","body":"when?"}]
          """)))
    let said = messages(found)
    #expect(said.map(\.text) == ["Hi", "", "(group-v2-change)"])
    #expect(said.map(\.sender?.key) == ["u-1", "me", nil])
    #expect(found.count == 4)
  }
}

/// Whatever bytes a reader meets, it says something or ends; it never traps.
struct HostileChatTests {
  private static let samples = [
    #"[{"type":"message","user":"U1","text":"a <b|c> &amp;","ts":"1547978400.000100","files":[{"name":"x/../y"}]}]"#,
    #"{"name":"G","id":1,"messages":[{"id":1,"type":"message","date":"2019-01-20T10:00:00","text":[{"text":"a"}]}]}"#,
    #"{"envelope":{"sourceUuid":"u","dataMessage":{"timestamp":9223372036854775807,"message":"x"}}}"#,
    #"{"type":"m.room.message","event_id":"$1","sender":"@a:x","origin_server_ts":-1,"content":{"body":"> x"}}"#,
    #"{"participants":[{"name":"A"}],"messages":[{"sender_name":"Zo\u00c3\u00ab","timestamp_ms":-1,"photos":[{"uri":"a/ann_1/b"}],"reactions":[{"reaction":"x"}]}],"title":"T"}"#,
    #"{"channel":{"id":"1","type":"DirectTextChat"},"messages":[{"id":"2","type":"Reply","timestamp":"2019-01-20T10:00:00Z","author":{"id":"3"},"reactions":[{"emoji":{"name":"x"},"count":-9223372036854775808}]}]}"#,
    "20/01/19, 23:05 - Ann: Hi\n\u{200e}[1/1/2019, 12:00 AM] Bob: <attached: a.jpg>",
  ]

  @Test func everyFlippedByte() throws {
    for sample in Self.samples {
      let bytes = Array(sample.utf8)
      for index in bytes.indices {
        for mask: UInt8 in [0x01, 0x20, 0x80] {
          var changed = bytes
          changed[index] ^= mask
          readAll(changed)
        }
        readAll(Array(bytes[..<index]))
      }
    }
  }

  private func readAll(_ bytes: [UInt8]) {
    func read() -> () -> [UInt8] {
      var rest = bytes
      return {
        defer { rest = [] }
        return rest
      }
    }
    let zone = FixedZone()
    let readers: [any ChatReader] = [
      SlackReader("s", folder: nil, read: read()), TelegramReader("t", zone: zone, read: read()),
      MatrixReader("m", read: read()), SignalReader("s", read: read()),
      MetaReader("m", folder: "ann_1", read: read()), DiscordReader("d", folder: "c1", read: read()),
      WhatsAppReader("w", chat: Chat(key: "w"), order: .dayMonthYear, zone: zone, read: read()),
    ]
    for var reader in readers {
      var count = 0
      while count < 1000, let step = try? reader.nextStep() {
        if case .event(.message(let message), _) = step { _ = SecretURLs.stripped(message.text) }
        count += 1
      }
      #expect(count < 1000)
    }
  }
}
