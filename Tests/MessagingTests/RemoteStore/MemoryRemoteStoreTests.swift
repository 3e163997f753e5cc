import Daybook
import DaybookTestSupport
import MessagingTestSupport
import Testing

@testable import Messaging

struct MemoryRemoteStoreTests {
  private static func server() -> MemoryServer {
    let server = MemoryServer { ServerTime(seconds: 1_700_000_000) }
    server.pageSize = 7
    return server
  }

  @Test(arguments: RemoteStoreContract.Check.allCases)
  func keepsTheContract(_ check: RemoteStoreContract.Check) async throws {
    try await RemoteStoreContract(side: MemoryRemoteStore(Self.server())).run(check)
  }

  /// A clock that stands still or goes back does not.
  @Test func itsTimeOnlyGrows() async throws {
    let clock = TestClock(1_700_000_000_000)
    let server = MemoryServer { ServerTime(seconds: clock.now.milliseconds / 1000) }
    let side = MemoryRemoteStore(server)
    let path = try #require(RemotePath("users/ann"))
    var last: ServerTime?
    for step in [0, 0, -5000, 0, 9000, -20_000] as [Int64] {
      clock.advance(step)
      let time = try await side.write(RemoteWrite(path, set: ["displayName": .string("\(step)")]), by: "ann")
        .revision
      if let last { #expect(last < time) }
      last = time
    }
    #expect(ServerTime(seconds: 5, nanoseconds: 999_999_999).next == ServerTime(seconds: 6))
  }

  @Test func faultsAreWhatTheySay() async throws {
    let server = Self.server()
    let path = try #require(RemotePath("users/ann"))
    func write(_ faults: [RemoteFault?], _ text: String) async -> RemoteStoreError? {
      await RemoteStoreContract(side: MemoryRemoteStore(server)).failure {
        try await MemoryRemoteStore(server, faults: RemoteFaults(faults))
          .write(RemoteWrite(path, set: ["displayName": .string(text)]), by: "ann")
      }
    }
    func name() -> JSONValue? { server.documents.first?.fields["displayName"] }
    #expect(await write([.lostRequest], "a")?.mayPass == true)
    #expect(name() == nil)
    #expect(await write([.lostAnswer], "b")?.mayPass == true)
    #expect(name() == "b")
    #expect(await write([.refusal], "c") == .refused("the server says no"))
    #expect(name() == "b")
    // Late, it comes after what was asked meanwhile.
    #expect(await write([.delay(after: 2)], "d")?.mayPass == true)
    #expect(await write([], "e") == nil)
    #expect(name() == "e")
    #expect(await write([.lostRequest], "f")?.mayPass == true)
    #expect(name() == "d")
    #expect(await write([.duplicate(after: 2)], "g") == nil)
    #expect(await write([], "h") == nil)
    server.deliverLate()
    #expect(name() == "g")
    #expect(await write([.unavailable(requests: 1)], "i")?.mayPass == true)
    #expect(await write([], "i")?.mayPass == true)
    #expect(await write([], "i") == nil)
  }

  /// Whatever goes wrong: who repeats until there is an answer has written everything once.
  @Test(.seeded, arguments: 0..<200)
  func whoRepeatsWritesOnce(run: UInt64) async throws {
    let seed = TestSeed.current &+ run
    let server = Self.server()
    var rates = RemoteFaults.Rates()
    (rates.lostRequest, rates.lostAnswer, rates.duplicate, rates.delay) = (0.1, 0.1, 0.1, 0.1)
    rates.unavailable = 0.05
    let contract = RemoteStoreContract(
      side: MemoryRemoteStore(server, faults: RemoteFaults(rates, random: SeededRandom(seed: seed))))
    let expected = try await contract.sendInsisting(count: 20, takingBackEvery: 5)
    server.deliverLate()
    let ids = server.documents.filter { $0.path.collection == "messages" }
      .sorted { $0.created < $1.created }.map(\.path.id)
    #expect(ids == expected, "DAYBOOK_SEED=\(seed)")
    #expect(try await contract.messagesInsisting(toldTo: "ben") == expected, "DAYBOOK_SEED=\(seed)")
  }
}
