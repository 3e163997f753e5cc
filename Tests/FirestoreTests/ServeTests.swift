import DaybookModel
import DaybookTestSupport
import Foundation
import MessagingTestSupport
import Testing

@testable import DaybookFirestore
@testable import DaybookFirestoreServer
@testable import Messaging

/// The server that a person starts to try.
struct ServeTests {
  private static func clients(_ server: LoopbackServer) -> FirestoreClients {
    FirestoreClients(url: server.url, token: { server.token(of: $0) })
  }

  @Test(arguments: RemoteStoreContract.Check.allCases)
  func keepsTheContract(_ check: RemoteStoreContract.Check) async throws {
    let server = try await LoopbackServer(folder: nil, port: 0)
    try await RemoteStoreContract(side: Self.clients(server)).run(check)
    try await server.close()
  }

  /// What was answered is there when it is started again, and tokens stay good.
  @Test func whatWasAnsweredStays() async throws {
    let folder = try TemporaryFolder()
    let bytes: [UInt8] = Array("a file".utf8)
    let object = try #require(RemoteObject(conversation: "c", bytes: bytes))
    let path = try #require(RemotePath.message("m", in: "c"))
    var server = try await LoopbackServer(folder: folder.path, port: 0)
    let token = server.token(of: "ann")
    let inUse = await #expect(throws: LedgerError.self) {
      try await LoopbackServer(folder: folder.path, port: 0)
    }
    #expect(inUse?.code == .busy && inUse?.what.contains("server") == true)
    let far = Self.clients(server)
    _ = try await far.write(
      .create(try #require(.conversation("c")), ["participantIDs": ["ann", "bob"]]), by: "ann")
    let receipt = try await far.write(.create(path, ["senderID": "ann", "text": "one"]), by: "ann")
    try await far.upload(bytes, as: object, mimeType: "text/plain", by: "ann")
    try await server.close()

    // The power went while a line was written: nobody was answered.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/documents.jsonl"))
    try file.seekToEnd()
    try file.write(contentsOf: Data("{\"name\":\"proj".utf8))
    try file.close()
    server = try await LoopbackServer(folder: folder.path, port: 0)
    #expect(server.token(of: "ann") == token)
    let document = try #require(try await Self.clients(server).document(path, for: "bob"))
    #expect(document.fields["text"] == "one")
    #expect(document.revision == receipt.revision)
    #expect(try await Self.clients(server).download(object, for: "bob") == bytes)
    let next = try await Self.clients(server).write(.update(path, ["text": "two"]), by: "ann")
    #expect(next.revision > receipt.revision)
    try await server.close()
  }

  @Test func withoutTheSecretNobodyIsAnybody() async throws {
    let server = try await LoopbackServer(folder: nil, port: 0)
    for token in ["ann", ".ann", "wrong.ann", String(server.token(of: "").dropLast()) + "ann"] {
      let far = FirestoreClients(url: server.url, token: { _ in token })
      await #expect(throws: RemoteStoreError.self) { try await far.changes(for: "ann", since: nil) }
    }
    try await server.close()
  }

  @Test func aForeignFolderIsLeftAlone() async throws {
    let folder = try TemporaryFolder()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.path + "/mine.txt"))
    let error = await #expect(throws: LedgerError.self) {
      try await LoopbackServer(folder: folder.path, port: 0)
    }
    #expect(error?.code == .usage)
  }

  /// As a person starts it.
  @Test func theCommandServes() async throws {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(
      atPath: sandbox.work + "/server", withIntermediateDirectories: false)
    let outcome = try sandbox.shell(
      #"""
      daybook init ann >/dev/null && daybook messaging me ann --ledger ann >/dev/null
      daybook init bob >/dev/null && daybook messaging me bob --ledger bob >/dev/null
      daybook messaging new bob=Bob --text hello --ledger ann >/dev/null 2>&1
      daybook messaging serve --folder server --user ann --user bob --format jsonl >served 2>/dev/null &
      server=$!
      until [ "$(wc -l <served)" -ge 2 ] || ! kill -0 $server 2>/dev/null; do sleep 0.05; done
      token() { grep "\"user\":\"$1\"" served | awk -F'"' '{ print $12 }'; }
      url=$(head -n 1 served | awk -F'"' '{ print $4 }')
      DAYBOOK_MESSAGING_TOKEN=$(token ann) daybook messaging sync --server "$url" --ledger ann >/dev/null
      DAYBOOK_MESSAGING_TOKEN=$(token bob) daybook messaging sync --server "$url" --ledger bob >/dev/null
      kill $server; wait $server 2>/dev/null
      daybook messaging read ann --ledger bob --format jsonl
      """#)
    #expect(outcome.output.contains(#""text":"hello""#), "\(outcome)")
  }
}
