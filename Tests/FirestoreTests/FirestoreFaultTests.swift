import DaybookModel
import DaybookTestSupport
import MessagingTestSupport
import Synchronization
import Testing

@testable import DaybookFirestore
@testable import DaybookFirestoreServer
@testable import Messaging

/// One thing goes wrong: what the client says, and what was done.
struct FirestoreFaultTests {
  private struct World {
    let server: EmulatorServer
    let contract: RemoteStoreContract

    init(timeout: Duration = .seconds(20)) async throws {
      server = try await EmulatorServer()
      contract = RemoteStoreContract(side: FirestoreClients(url: server.url, timeout: timeout))
      try await contract.converse()
    }

    var commits: Int { server.emulator.state.withLock { $0.commits } }

    /// What a write comes to while this goes wrong, and how often it was done.
    func write(_ fault: HTTPFault) async throws -> (error: RemoteStoreError?, done: Int) {
      let before = commits
      server.faults.play(fault)
      let message = try RemoteStoreContract.message("m1", "hello")
      let error = await contract.failure { try await contract.side.write(message, by: "ann") }
      return (error, commits - before)
    }
  }

  @Test(
    arguments: [
      (.cutBefore, 0), (.cutAfter, 1), (.truncated, 1), (.body("<html>"), 1), (.late(after: 9), 0),
      (.status(500, retryAfter: nil), 0), (.status(504, retryAfter: nil), 0),
      (.status(408, retryAfter: nil), 0),
      (.status(409, retryAfter: nil), 0),
    ] as [(HTTPFault, Int)])
  func whatMayPassIsUnreachable(fault: HTTPFault, done: Int) async throws {
    let world = try await World()
    let (error, count) = try await world.write(fault)
    #expect(error?.mayPass == true)
    #expect(count == done)
    // The same again is answered, and is done once.
    let receipt = try await world.contract.side.write(
      try RemoteStoreContract.message("m1", "hello"), by: "ann")
    #expect((receipt.existing == nil) == (done == 0))
    world.server.deliverLate()
    #expect(try await world.contract.all("ben").changes.count == 2)
  }

  @Test func aSlowServerIsGivenUp() async throws {
    let world = try await World(timeout: .seconds(5))
    let (error, done) = try await world.write(.silence)
    #expect(error == .unreachable("no answer in time"))
    #expect(done == 1)
  }

  @Test(
    arguments: [
      (503, "7", .seconds(7)), (429, "0", .zero), (503, "1e400", .seconds(1)), (503, "-5", .zero),
      (503, "soon", nil),
      (429, nil, nil), (503, "999999", .seconds(3600)), (503, "nan", .seconds(1)),
    ] as [(Int, String?, Duration?)])
  func aServerMaySayWhen(status: Int, retryAfter: String?, pause: Duration?) async throws {
    let world = try await World()
    let (error, done) = try await world.write(.status(status, retryAfter: retryAfter))
    #expect(error == .unreachable("the server answers with status \(status)", retryAfter: pause))
    #expect(done == 0)
  }

  @Test(arguments: [400, 402, 405, 418])
  func whatCannotPassIsInvalid(status: Int) async throws {
    let error = try await World().write(.status(status, retryAfter: nil)).error
    guard case .invalid? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aRequestThatComesTwiceIsOne() async throws {
    let world = try await World()
    let (error, done) = try await world.write(.duplicate)
    #expect(error == nil)
    #expect(done == 1)
  }

  @Test func onlyTheSameHostIsFollowed() async throws {
    let world = try await World()
    let other = try await EmulatorServer()
    for place in [other.url + ":commit", "https://127.0.0.1:\(world.server.port)/", "//example.org/", ""] {
      let (error, done) = try await world.write(.redirect(place))
      #expect(error == .invalid("the server redirects elsewhere; check its URL"), "\(place)")
      #expect(done == 0)
    }
    #expect(other.requests.isEmpty)
    let around = "/v1/\(FirestoreEmulator.database):commit"
    world.server.faults.play(.redirect(around), .redirect(around), .redirect(around), .redirect(around))
    let message = try RemoteStoreContract.message("m1", "hello")
    guard
      case .invalid? = await world.contract.failure({
        try await world.contract.side.write(message, by: "ann")
      })
    else {
      Issue.record("went around and around")
      return
    }
    let (error, done) = try await world.write(.redirect(around))
    #expect(error == nil)
    #expect(done == 1)
  }

  private static let answers: [String] = [
    "", " ", "null", "{}", "[]", "5", "\"\"", "[null]", "[{}]", "[[]]", #"[{"found":{}}]"#,
    #"[{"document":5}]"#,
    #"[{"found":{"name":"x","fields":{},"createTime":"y","updateTime":"z"}}]"#, #"{"writeResults":[]}"#,
    #"{"writeResults":[{"updateTime":"never"}],"commitTime":7}"#, #"{"error":{"status":5}}"#, "\u{0}",
    "{\"a\":1,\"a\":2}",
    #"[{"document":{"name":"projects/demo/databases/(default)/documents/conversations/../x","fields":{"a":{}},"createTime":"2026-01-01T00:00:00Z","updateTime":"2026-01-01T00:00:00Z"}}]"#,
    String(repeating: "[", count: 100_000), String(repeating: #"{"a":"#, count: 1000),
    "[" + String(repeating: "9", count: 5000) + "]",
  ]

  /// Nothing that a server says traps, and nothing of it is believed.
  @Test(arguments: answers)
  func nonsenseIsNoAnswer(body: String) async throws {
    let world = try await World()
    let side = world.contract.side
    let path = try RemoteStoreContract.path("conversations/c1")
    #expect(try await world.write(.body(body)).error?.mayPass == true)
    world.server.faults.play(.body(body))
    #expect(await world.contract.failure { try await side.document(path, for: "ann") }?.mayPass == true)
    let before = try await world.contract.all("ben")
    for position in 0..<6 {
      let script = [HTTPFault?](repeating: nil, count: position) + [.body(body)]
      world.server.faults.play(script)
      // A page without documents is one that has none.
      if let told = try? await side.changes(for: "ben", since: nil) {
        #expect(told.changes.allSatisfy { before.changes.contains($0) })
      }
    }
    let object = try #require(RemoteObject(conversation: "c1", bytes: [1, 2, 3]))
    world.server.faults.play(.body(body))
    #expect(await world.contract.failure { try await side.download(object, for: "ann") }?.mayPass == true)
    world.server.faults.play()
    #expect(try await world.contract.all("ben").changes.count >= before.changes.count)
  }

  /// A right answer with any byte changed.
  @Test(.seeded) func aDamagedAnswerNeverTraps() async throws {
    let world = try await World()
    _ = try await world.write(.duplicate)
    var random = SeededRandom(seed: TestSeed.current)
    let path = try RemoteStoreContract.path("conversations/c1/messages/m1")
    let whole = try world.server.emulator.batchGet(
      ["documents": [.string("\(FirestoreEmulator.database)/\(path)")]], by: "ann"
    ).body
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0x20...0x7e, using: &random)
      }
      world.server.faults.play(.body(String(decoding: bytes, as: UTF8.self)))
      if let document = try? await world.contract.side.document(path, for: "ann") {
        #expect(document.path == path)
      }
    }
  }

  @Test func anAnswerThatIsTooLargeIsRefused() async throws {
    let world = try await World()
    let object = try #require(RemoteObject(conversation: "c1", bytes: [1]))
    world.server.faults.play(.body(String(repeating: "x", count: 2 << 20)))
    let error = await world.contract.failure {
      try await world.contract.side.upload([1], as: object, mimeType: "image/png", by: "ann")
    }
    #expect(error == .invalid("the server answers with more than \(1 << 20) bytes"))
  }

  @Test func nobodyListens() async throws {
    let url: String
    do { url = try await EmulatorServer().url }
    let side = try FirestoreRemoteStore(FirestoreEndpoint(url), token: nil)
    let path = try RemoteStoreContract.path("users/ann")
    let error = await RemoteStoreContract(side: side).failure { try await side.document(path, for: "ann") }
    #expect(error?.mayPass == true)
  }

  @Test(arguments: [nil, "", "wrong"])
  func withoutATokenNothingIsPermitted(token: String?) async throws {
    let server = try await EmulatorServer()
    let side = try FirestoreRemoteStore(FirestoreEndpoint(server.url), token: token)
    let path = try RemoteStoreContract.path("users/ann")
    let error = await RemoteStoreContract(side: side).failure { try await side.document(path, for: "ann") }
    #expect(
      error == .refused("the server does not accept the token; check the one in $DAYBOOK_MESSAGING_TOKEN"))
  }
}
