import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// Erasing in a locked ledger.
@Suite struct ErasedLockedTests {
  private let machine = MemoryMachine(0, clock: TestClock(1_790_000_000_000))

  private func made() async throws -> Ledger {
    let descriptor = LedgerDescriptor(
      ledger: "0193aaaa-0000-4000-8000-000000000026", createdAt: Instant(milliseconds: 1_790_000_000_000))
    try descriptor.found(in: "", of: machine.folder)
    try await Ledger.lock(machine.place, recovery: RecoverySecret(), options: machine.options)
    return try machine.running()
  }

  @Test func valuesAreFoundInSegmentsAndBlobs() async throws {
    let ledger = try await made()
    let picture = Data("Ann Secret at sea".utf8) + Data(count: 40_000)
    try await ledger.commit {
      try $0.upsert(Member(id: "ann") { ($0.name, $0.picture) = ("Ann Kept", picture) })
    }
    let found = try await ledger.erasures.find(values: ["Ann Kept", "Secret at sea"]).filter {
      $0.place == "ledger"
    }
    #expect(found.map(\.number).sorted() == [1, 2])
    #expect(found.allSatisfy { $0.file.hasSuffix(".age") })
  }

  /// What was moved aside, and what tools made of a segment, is encrypted as the segment is.
  @Test func copiesBesideTheSegmentsAreOpened() async throws {
    let ledger = try await made()
    try await ledger.commit { try $0.upsert(Member(id: "ann") { $0.name = "Ann Secret" }) }
    let path = try #require(
      try await ledger.erasures.find(values: ["Ann Secret"]).first { $0.place == "ledger" }?.file)
    let bytes = try machine.folder.readAll(path)
    let copy = path.replacing(".jsonl.zst.age", with: ".sync-conflict-1.jsonl.zst.age")
    let name = try #require(path.split(separator: "/").last)
    let aside = "\(StateLayout.folder(ledger: ledger.info.id))/aside/0123456789abcdef-\(name)"
    try machine.folder.replaceFile(copy, with: bytes)
    try machine.state.createFolderDurably(machine.state.folder(of: aside))
    try machine.state.replaceFile(aside, with: bytes)
    #expect(try await ledger.erasures.find(values: ["Ann Secret"]).map(\.file).contains(aside))
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
    let report = try await ledger.erasures.removeTexts(now: true)
    #expect(report.removed.contains("state: \(aside)") && report.unreadable == [copy] && report.done == [])
    #expect(try await ledger.erasures.find(values: ["Ann Secret"]).map(\.file) == [copy])
    try machine.folder.remove(copy)
    #expect(try await ledger.erasures.removeTexts(now: true).done.count == 1)
  }
}
