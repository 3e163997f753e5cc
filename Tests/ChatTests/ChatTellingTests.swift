import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookChats
@testable import Messaging

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
      skipped.allSatisfy { $0.hasSuffix("occurs twice, and neither is marked as newer: the first counts") })
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
