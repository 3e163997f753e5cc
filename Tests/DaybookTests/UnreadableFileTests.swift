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
      FaultFileStore(files.folder, control), path: "/l", [], .inMemory(), LedgerOptions())
  }

  @Test func whatCannotBeReadIsNamed() async throws {
    let writer = try files.open()
    _ = try await writer.append(files.note("a"))
    await writer.close()
    let path = try #require(try files.files().first)
    let traced = FaultControl(tracing: true)
    let whole = try open(traced)
    #expect(try await files.notes(whole) == ["a"])
    #expect(await whole.unreadableNotices().isEmpty)
    let number = try #require(traced.trace.firstIndex { $0.name == .read && $0.path == path })
    let control = FaultControl(FaultPlan(.fail(.system(5)), at: number + 1, isLasting: true))
    let ledger = try open(control)
    #expect(try await ledger.withRecords { $0.eventCount } == 0)
    let notices = await ledger.unreadableNotices()
    #expect(notices.map(\.code) == ["unreadable"] && notices[0].text.contains(path))
    control.heal()
    let again = try open(control)
    #expect(try await files.notes(again) == ["a"])
  }
}
