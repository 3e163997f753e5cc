import DaybookLog
import DaybookRecords
import DaybookReplication
import DaybookTestSupport
import Testing

@testable import Daybook

/// A file that the disk does not give is no reason to show its absence as the truth.
@Suite struct UnreadableFileTests {
  private let files: OwnFilesTests

  init() throws { files = try OwnFilesTests() }

  /// By a machine that never wrote here.
  private func open(_ control: FaultControl) throws -> Ledger {
    try Ledger.open(
      FaultFileStore(files.folder, control), path: "/l", [], .inMemory(), LedgerOptions.prompt)
  }

  @Test func whatCannotBeReadIsNamed() async throws {
    let writer = try files.open()
    _ = try await writer.append(files.note("a"))
    _ = try await writer.maintenance.seal()
    await writer.close()
    let path = try #require(try files.files().first)
    let traced = FaultControl(tracing: true)
    let whole = try open(traced)
    #expect(try await files.notes(whole) == ["a"])
    #expect(await whole.maintenance.unreadableNotices().isEmpty)
    let number = try #require(traced.trace.firstIndex { $0.name == .read && $0.path == path })
    let control = FaultControl(FaultPlan(.fail(.system(5)), at: number + 1, isLasting: true))
    let ledger = try open(control)
    #expect(try await ledger.withRecords { $0.eventCount } == 0)
    let notices = await ledger.maintenance.unreadableNotices()
    #expect(notices.map(\.code) == ["unreadable"] && notices[0].text.contains(path))
    // The thread that answers at once says the same.
    let failing = FaultControl(FaultPlan(.fail(.system(5)), at: number + 1, isLasting: true))
    let opened = try SynchronousLedger(
      FaultFileStore(files.folder, failing), path: "/l", SchemaRegistry([.daybook]), .inMemory(),
      LedgerOptions.prompt)
    let atOnce = opened.unreadableNotices
    #expect(atOnce == notices)
    control.heal()
    let again = try open(control)
    #expect(try await files.notes(again) == ["a"])
    #expect(try await ledger.refresh())
    #expect(try await files.notes(ledger) == ["a"])
    #expect(await ledger.maintenance.unreadableNotices().isEmpty)
  }

  /// Opening has read the whole log: a replay need not do so again, unless something came since.
  @Test func aReplayIsTheReadingThatOpeningDid() async throws {
    let writer = try files.open()
    _ = try await writer.append(files.note("a"))
    await writer.close()
    let traced = FaultControl(tracing: true)
    let ledger = try open(traced)
    func reads() -> Int { traced.trace.count { $0.name == .read && $0.path.hasSuffix(".jsonl.zst") } }
    let before = reads()
    let first = try await ledger.audit.replay()
    #expect(reads() == before && first.events == 2)
    #expect(first.entities.map(\.kind) == ["daybook.replica", "planner.note"])
    _ = try await writer.append(files.note("b"))
    await writer.close()
    let second = try await ledger.audit.replay()
    #expect(reads() > before && second.events == 3)
    #expect(try await second.digest == writer.audit.replay().digest)
    try await ledger.refresh()
    let third = try await ledger.audit.replay()
    #expect(third.events == 3 && third.digest == second.digest)
  }

  /// The records were read whole, and an answer reads the files again.
  @Test func whatCannotBeReadAgainIsNamed() async throws {
    let writer = try files.open()
    _ = try await writer.append(files.note("a"))
    _ = try await writer.maintenance.seal()
    await writer.close()
    let path = try #require(try files.files().first)
    let answers: [@Sendable (Ledger) async throws -> Void] = [
      { try await $0.history.log { _ in true } },
      { _ = try await $0.conflicts.settled() },
      { _ = try await $0.history.steps(kind: "planner.note", id: "a") },
      // Of now, opening has read them.
      { _ = try await $0.audit.replay(at: .asOf(Instant(milliseconds: 4_102_444_800_000))) },
    ]
    for (number, answer) in answers.enumerated() {
      let traced = FaultControl(tracing: true)
      let whole = try open(traced)
      let before = traced.trace.count
      try await answer(whole)
      let read = try #require(
        traced.trace.indices.last {
          $0 >= before && traced.trace[$0].name == .read && traced.trace[$0].path == path
        },
        "answer \(number)")
      let ledger = try open(FaultControl(FaultPlan(.fail(.system(5)), at: read + 1, isLasting: true)))
      #expect(await ledger.maintenance.unreadableNotices().isEmpty)
      try? await answer(ledger)
      let notices = await ledger.maintenance.unreadableNotices()
      #expect(notices.map(\.code) == ["unreadable"] && notices[0].text.contains(path), "answer \(number)")
    }
  }
}
