import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import SAM

/// A hundred thousand mutations on a real disk: what a query answers and what a replay comes to, before and
/// after sealing, and in a ledger that is opened anew.
@Suite struct WorkloadTests {
  @Test(.seeded) func aHundredThousandMutations() async throws {
    let place = try TemporaryFolder()
    var options = LedgerOptions.prompt
    options.stateDirectory = place.path + "/state"
    let path = place.path + "/l"
    try await Ledger.create(at: path, name: "here", options: options)
    let seed = TestSeed.current
    let mutations = Array(SampleMutations(seed: seed, count: 100_000))

    let ledger = try await Ledger.open(at: path, systems: [.sam], options: options)
    var rawKinds: Set<String> = []
    for start in stride(from: 0, to: mutations.count, by: 1000) {
      let receipt = try await ledger.append(Array(mutations[start..<start + 1000]))
      #expect(receipt.events.count == 1000)
      for notice in receipt.notices where notice.code == "raw-kind" {
        #expect(rawKinds.insert(notice.text).inserted, "told twice: \(notice.text)")
      }
    }
    #expect(rawKinds.count == 2)
    let first = try await ledger.audit.replay()
    #expect(first.events == 100_001)
    let inbox = Query(
      "sam.evidenceItem", where: .compare("state", .equal, "needsReview"),
      sort: [SortKey("occurredAt", descending: true)], limit: 20)
    let answer = try await ledger.query(inbox)
    #expect(answer.rows.count == 20)
    #expect(try await ledger.audit.replay().digest == first.digest)
    _ = try await ledger.maintenance.seal()
    #expect(try await ledger.audit.replay().digest == first.digest)
    await ledger.close()

    // Nothing of this machine's but the folder.
    var stranger = LedgerOptions.prompt
    stranger.stateDirectory = place.path + "/none"
    let reader = try await Ledger.open(at: path, systems: [.sam], options: stranger)
    #expect(try await reader.audit.replay().digest == first.digest)
    #expect(try await reader.query(inbox) == answer)
    let report = try await reader.audit.verify()
    #expect(report.isSound, "\(report.findings)")
    #expect(report.events == 100_001)
  }
}
