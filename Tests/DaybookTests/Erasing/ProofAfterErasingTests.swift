import Daybook
import DaybookTestSupport
import Testing

/// A program that was there before the erasure proves no text of what it erases.
@Suite struct ProofAfterErasingTests {
  @Test func aProgramThatErasedProvesNoText() async throws {
    let place = try RepairTests.Place()
    let ledger = try await place.family()
    let request = ProofRequest(.entity(kind: "house.member", id: "ann"))
    let before = try await ledger.audit.prove(request, as: nil)
    let written = ProofReport(before).lines
    #expect(written.allSatisfy { $0.event != nil })
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
    let report = ProofReport(try await ledger.audit.prove(request, as: nil))
    #expect(report.isProved)
    for line in written {
      let now = try #require(report.lines.first { $0.leaf == line.leaf })
      #expect(now.event == nil)
    }
  }
}
