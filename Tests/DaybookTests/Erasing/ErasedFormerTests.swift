import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

@testable import Daybook

/// What a machine wrote as a former replica is erased as what it writes now.
@Suite struct ErasedFormerTests {
  private let machine = MemoryMachine(1, clock: TestClock(1_790_000_000_000))
  private static let descriptor = LedgerDescriptor(
    ledger: "0193aaaa-0000-4000-8000-000000000028", createdAt: Instant(milliseconds: 1_790_000_000_000))
  private static let tenYears: Int64 = 3650 * 86_400_000

  /// A machine whose clock ran ahead for a while, so that it writes as a new replica since.
  private func written() async throws -> Ledger {
    try Self.descriptor.found(in: "", of: machine.folder)
    machine.clock.advance(Self.tenYears)
    try await machine.running().commit {
      try $0.upsert(Member(id: "ann") { ($0.name, $0.email) = ("Ann Secret", "ann@secret.example") })
    }
    try await machine.running().commit { try $0.upsert(Member(id: "ben") { $0.name = "Ben Kept" }) }
    await machine.stop()
    machine.clock.advance(-Self.tenYears)
    let ledger = try machine.running()
    try await ledger.commit { try $0.upsert(Member(id: "cleo") { $0.name = "Cleo Kept" }) }
    #expect(try await ledger.replicas.own().count == 2)
    return ledger
  }

  @Test func itsJournalLosesTheTexts() async throws {
    let ledger = try await written()
    let digest = { await ledger.state.digest }
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
    let erased = await digest()
    let report = try await ledger.erasures.removeTexts(now: true)
    #expect(report.unreadable == [] && report.done.count == 1, "\(report)")
    #expect(try await ledger.erasures.find(values: ["Ann Secret"]) == [])
    #expect(Set(try await ledger.erasures.find(values: ["Ben Kept", "Cleo Kept"]).map(\.number)) == [1, 2])
    #expect(try await ledger.erasures.list().map(\.open) == [[]])
    #expect(await digest() == erased)
    #expect(try await ledger.audit.verify().findings.filter(\.isFailure) == [])
    // It goes on as before.
    await machine.stop()
    let again = try machine.running()
    try await again.commit { try $0.upsert(Member(id: "ben") { $0.name = "Ben Lee" }) }
    #expect(try await again.replicas.own().count == 2)
    #expect(try await again.get(kind: "house.member", id: "cleo")?["name"] == "Cleo Kept")
    #expect(try await again.audit.verify().findings.filter(\.isFailure) == [])
  }

  private static let email: ErasureRequest = {
    var request = ErasureRequest(kind: "house.member", id: "ann")
    request.fields = ["email"]
    return request
  }()

  private func expectEmailIsGone(_ ledger: Ledger) async throws {
    #expect(try await ledger.erasures.find(values: ["ann@secret.example"]) == [])
    #expect(try await ledger.erasures.find(values: ["Ann Secret"]) != [])
    let row = try #require(try await ledger.get(kind: "house.member", id: "ann"))
    #expect(row["name"] == "Ann Secret" && row["email"] == .null, "\(row)")
    #expect(try await ledger.audit.verify().findings.filter(\.isFailure) == [])
  }

  @Test func ofALineItErasesOneFieldAlone() async throws {
    let ledger = try await written()
    let preview = try await ledger.erasures.preview(Self.email)
    #expect(preview.parts.map(\.wholeLines) == [0])
    try await ledger.erasures.erase(Self.email)
    let report = try await ledger.erasures.removeTexts(now: true)
    #expect(report.staying == 0 && report.done.count == 1, "\(report)")
    try await expectEmailIsGone(ledger)
    await machine.stop()
    try await expectEmailIsGone(try machine.running())
  }

  @Test func itVouchesForWhatAnotherMachineErases() async throws {
    let ledger = try await written()
    let other = MemoryMachine(2, clock: TestClock(1_790_000_000_000))
    try Self.descriptor.found(in: "", of: other.folder)
    try other.take(machine.files())
    try await other.running().erasures.erase(Self.email)
    // Nobody but the machine that wrote the line says what is left of it.
    #expect(try await other.running().erasures.removeTexts(now: true).done == [])
    try machine.take(other.files())
    try await ledger.refresh()
    #expect(try await ledger.erasures.removeTexts().waiting == 1)
    for machine in [machine, other] { machine.clock.advance(8 * 86_400_000) }
    let report = try await ledger.erasures.removeTexts()
    #expect(report.staying == 0 && report.done.count == 1, "\(report)")
    try await expectEmailIsGone(ledger)
    try other.take(machine.files())
    for _ in 0..<2 {
      try await other.running().refresh()
      for machine in [machine, other] { machine.clock.advance(31 * 86_400_000) }
      try await other.running().erasures.removeTexts()
    }
    try await expectEmailIsGone(try other.running())
    let digests = [await ledger.state.digest, try await other.running().state.digest]
    #expect(digests[0] == digests[1])
  }
}
