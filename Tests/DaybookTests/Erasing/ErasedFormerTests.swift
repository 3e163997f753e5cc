import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

@testable import Daybook

/// What a machine wrote as a former replica is erased as what it writes now.
@Suite struct ErasedFormerTests {
  private let machine = MemoryMachine(1, clock: TestClock(1_790_000_000_000))
  private static let tenYears: Int64 = 3650 * 86_400_000

  /// A machine whose clock ran ahead for a while, so that it writes as a new replica since.
  private func written() async throws -> Ledger {
    let descriptor = LedgerDescriptor(
      ledger: "0193aaaa-0000-4000-8000-000000000028", createdAt: Instant(milliseconds: 1_790_000_000_000))
    try descriptor.found(in: "", of: machine.folder)
    machine.clock.advance(Self.tenYears)
    try await machine.running().commit { try $0.upsert(Member(id: "ann") { $0.name = "Ann Secret" }) }
    try await machine.running().commit { try $0.upsert(Member(id: "ben") { $0.name = "Ben Kept" }) }
    await machine.stop()
    machine.clock.advance(-Self.tenYears)
    let ledger = try machine.running()
    try await ledger.commit { try $0.upsert(Member(id: "cleo") { $0.name = "Cleo Kept" }) }
    #expect(try await ledger.ownReplicas().count == 2)
    return ledger
  }

  @Test func itsJournalLosesTheTexts() async throws {
    let ledger = try await written()
    let digest = { await ledger.state.digest }
    try await ledger.erase(ErasureRequest(kind: "house.member", id: "ann"))
    let erased = await digest()
    let report = try await ledger.eraseTexts(now: true)
    #expect(report.unreadable == [] && report.done.count == 1, "\(report)")
    #expect(try await ledger.find(values: ["Ann Secret"]) == [])
    #expect(Set(try await ledger.find(values: ["Ben Kept", "Cleo Kept"]).map(\.number)) == [1, 2])
    #expect(try await ledger.erasures().map(\.open) == [[]])
    #expect(await digest() == erased)
    #expect(try await ledger.verify().findings.filter(\.isFailure) == [])
    // It goes on as before.
    await machine.stop()
    let again = try machine.running()
    try await again.commit { try $0.upsert(Member(id: "ben") { $0.name = "Ben Lee" }) }
    #expect(try await again.ownReplicas().count == 2)
    #expect(try await again.get(kind: "house.member", id: "cleo")?["name"] == "Cleo Kept")
    #expect(try await again.verify().findings.filter(\.isFailure) == [])
  }
}
