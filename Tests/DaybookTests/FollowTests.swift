import DaybookLog
import DaybookTestSupport
import Testing

@testable import Daybook

/// Whoever follows a ledger on a disk hears of what others put into its folder.
@Suite struct FollowTests {
  private let place: TemporaryFolder
  private let path: String

  init() throws {
    place = try TemporaryFolder()
    path = place.path + "/l"
  }

  private func options(_ state: String) -> LedgerOptions {
    var options = LedgerOptions.prompt
    options.stateDirectory = place.path + "/" + state
    // What comes within the test's time comes by the system's word, not by looking.
    #if os(Linux)
      options.pollInterval = .seconds(3600)
    #else
      options.pollInterval = .milliseconds(50)
    #endif
    return options
  }

  private func open(_ state: String) async throws -> Ledger {
    try await Ledger.open(at: path, systems: [.house], options: options(state))
  }

  @Test(.timeLimit(.minutes(10))) func foreignEventsAreTold() async throws {
    try await Ledger.create(at: path, name: "own", options: options("own"))
    let follower = try await open("own")
    let members = await follower.changes(to: Member.self)
    let other = try await open("other")
    let ann = Member { $0.name = "Ann" }
    try await other.commit { try $0.upsert(ann) }
    // A folder that was not there when the watch began.
    var iterator = members.makeAsyncIterator()
    let first = await iterator.next()
    #expect(first?.ref == ann.id && first?.operation == .upsert)
    #expect(try await follower.get(ann.id)?.name == "Ann")
    // The same file, grown; and own events among them.
    try await follower.commit { try $0.upsert(Member { $0.name = "Own" }) }
    try await other.commit { $0.delete(ann.id) }
    let next = [await iterator.next(), await iterator.next()]
    #expect(Set(next.map { $0?.operation }) == [.upsert, .delete])
  }

  @Test(.timeLimit(.minutes(10))) func aFolderThatCannotBeReadEndsIt() async throws {
    let store = MemoryFileStore()
    let descriptor = LedgerDescriptor(
      ledger: "0193aaaa-0000-4000-8000-000000000001", createdAt: Instant(milliseconds: 1_790_000_000_000))
    try store.replaceFile(LedgerLayout.descriptor, with: descriptor.bytes)
    let control = FaultControl()
    var machine = Machine.inMemory()
    let (notices, notice) = AsyncStream.makeStream(of: Void.self)
    machine.notices = { _ in notices }
    let ledger = try Ledger.open(
      FaultFileStore(store, control), path: "memory:", [.house], machine, LedgerOptions.prompt)
    let events = await ledger.history.follow()
    control.plan(FaultPlan(.fail(.system(5)), at: 0, isLasting: true))
    notice.yield()
    await #expect(throws: (any Error).self) {
      for try await _ in events {}
    }
  }

  @Test func everyClassOfFindingIsExplained() throws {
    let article = try Article("Replication")
    let explained = article.lines.filter { $0.hasPrefix("| `") }.compactMap {
      $0.split(separator: "`").dropFirst().first
    }
    #expect(explained.map(String.init) == Finding.Kind.allCases.map(\.rawValue))
  }
}
