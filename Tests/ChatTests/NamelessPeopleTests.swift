import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookChats
@testable import Messaging

struct NamelessPeopleTests {
  private func names(_ ledger: Ledger, _ kind: String = User.kind) async throws -> Set<String> {
    Set(try await rows(kind, ledger).compactMap { $0["displayName"]?.string })
  }

  @Test(
    arguments: [
      (
        ChatNetwork.matrix,
        #"{"type":"m.room.message","event_id":"$1","room_id":"!r:e.org","sender":"@bob:e.org","origin_server_ts":1432735824653,"content":{"msgtype":"m.text","body":"Hello"}}"#,
        ["@bob:e.org"]
      ),
      (
        .signal,
        #"{"envelope":{"sourceUuid":"u-9","sourceName":"Me","timestamp":1704445290000,"syncMessage":{"sentMessage":{"destinationUuid":"u-1","timestamp":1704445290000,"message":"from me"}}}}"#,
        ["Me", "u-1"]
      ),
      (
        .signal,
        #"[{"type":"incoming","sent_at":1704445290000,"conversationId":"c","sourceServiceId":"aci-7","body":"hi"}]"#,
        ["aci-7"]
      ),
    ] as [(ChatNetwork, String, Set<String>)])
  func theirIdIsShown(_ test: (network: ChatNetwork, text: String, names: Set<String>)) async throws {
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let folder = try folder(["chat.json": test.text])
    _ = try await run(test.network, [folder.path + "/chat.json"], into: ledger)
    #expect(try await names(ledger) == test.names)
    #expect(try await names(ledger, Participant.kind) == test.names)
    let again = try await run(test.network, [folder.path + "/chat.json"], into: ledger)
    #expect(again.events == 0)
  }

  /// Whom a message went to is in the conversation, by their number until a name is known; the id stays.
  @Test func aRecipientTakesPart() async throws {
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let sent =
      #"{"envelope":{"sourceUuid":"u-9","sourceName":"Me","timestamp":1704445290000,"syncMessage":{"sentMessage":{"destinationUuid":"u-1","destinationNumber":"+491701","timestamp":1704445290000,"message":"from me"}}}}"#
    let answer =
      #"{"envelope":{"sourceUuid":"u-1","sourceNumber":"+491701","sourceName":"Ann","timestamp":1704445291000,"dataMessage":{"timestamp":1704445291000,"message":"yes"}}}"#
    let folder = try folder(["a.json": sent, "b.json": sent + "\n" + answer])
    _ = try await run(.signal, [folder.path + "/a.json"], into: ledger)
    #expect(try await names(ledger, Participant.kind) == ["Me", "+491701"])
    _ = try await run(.signal, [folder.path + "/b.json"], into: ledger)
    #expect(try await names(ledger) == ["Me", "Ann"])
    #expect(try await names(ledger, Participant.kind) == ["Me", "Ann"])
    let ids = try await rows(User.kind, ledger).compactMap { $0["networkID"]?.string }
    #expect(Set(ids) == ["u-9", "u-1"])
    #expect(try await rows(Conversation.kind, ledger).count == 1)
  }

  /// What the network calls them takes the id's place.
  @Test func aNameThatComesLater() async throws {
    let ledger = try Ledger.inMemory(systems: [.messaging])
    let hello =
      #"{"type":"m.room.message","event_id":"$1","room_id":"!r:e.org","sender":"@bob:e.org","origin_server_ts":1432735824653,"content":{"msgtype":"m.text","body":"Hello"}}"#
    let member =
      #"{"type":"m.room.member","event_id":"$2","room_id":"!r:e.org","sender":"@bob:e.org","state_key":"@bob:e.org","origin_server_ts":1432735824654,"content":{"membership":"join","displayname":"Bob"}}"#
    let folder = try folder(["a.json": hello, "b.json": hello + "\n" + member])
    _ = try await run(.matrix, [folder.path + "/a.json"], into: ledger)
    #expect(try await names(ledger) == ["@bob:e.org"])
    _ = try await run(.matrix, [folder.path + "/b.json"], into: ledger)
    #expect(try await names(ledger) == ["Bob"])
    _ = try await run(.matrix, [folder.path + "/a.json"], into: ledger)
    #expect(try await names(ledger) == ["Bob"])
  }
}
