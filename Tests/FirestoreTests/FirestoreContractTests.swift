import DaybookTestSupport
import MessagingTestSupport
import Testing

@testable import DaybookFirestore
@testable import DaybookFirestoreServer
@testable import Messaging

struct FirestoreContractTests {
  @Test(arguments: RemoteStoreContract.Check.allCases, [false, true])
  func keepsTheContract(_ check: RemoteStoreContract.Check, asksRulesFirst: Bool) async throws {
    let server = try await EmulatorServer(FirestoreEmulator(asksRulesFirst: asksRulesFirst))
    try await RemoteStoreContract(side: FirestoreClients(url: server.url)).run(check)
  }

  /// Whatever goes wrong on the way: who repeats until there is an answer has written everything once, in order.
  @Test(.seeded, arguments: 0..<20)
  func whoRepeatsWritesOnce(run: UInt64) async throws {
    let seed = TestSeed.current &+ run
    let faults = HTTPFaults(rate: 0.3, random: SeededRandom(seed: seed))
    let server = try await EmulatorServer(faults: faults)
    let contract = RemoteStoreContract(side: FirestoreClients(url: server.url))
    let expected = try await contract.sendInsisting(count: 12, takingBackEvery: 4)
    server.deliverLate()
    #expect(try await contract.messagesInsisting(toldTo: "ben") == expected, "DAYBOOK_SEED=\(seed)")
  }
}
