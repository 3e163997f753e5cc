import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// Processes of one machine that write to one ledger in turn; here each is a ledger that was opened for itself.
@Suite struct TurnTests {
  let place: TemporaryFolder

  init() throws { place = try TemporaryFolder() }

  private func open(
    clock: TestClock? = nil, _ change: (inout TurnPolicy) -> Void = { _ in }
  ) async throws -> Ledger {
    var options = LedgerOptions()
    if let clock { options.now = { clock.now } }
    options.stateDirectory = place.path + "/state"
    options.wait = .seconds(300)
    options.replicaName = "machine"
    var policy = TurnPolicy()
    change(&policy)
    options.turns = policy
    if !FileManager.default.fileExists(atPath: place.path + "/l") {
      try await Ledger.create(at: place.path + "/l", name: "house", options: options)
    }
    return try await Ledger.open(at: place.path + "/l", systems: [.house], options: options)
  }

  private func name(_ ledger: Ledger, _ id: String, _ name: String) async throws {
    try await ledger.commit { try $0.upsert(Member(id: Ref(id)) { $0.name = name }) }
  }

  @Test func twoProcessesWriteInTurnAndSeeEachOther() async throws {
    let (first, second) = (try await open(), try await open())
    for round in 0..<10 {
      try await name(first, "a", "first \(round)")
      try await name(second, "a", "second \(round)")
      // Who writes has read what was written before.
      #expect(try await second.get(Ref<Member>("a"))?.name == "second \(round)")
    }
    #expect(try await first.withRecords { $0.eventCount } == 20)
    await first.close()
    await second.close()
    let third = try await open()
    #expect(try await third.replicas.status().replicas.count == 1)
    #expect(try await third.replicas.status().findings.isEmpty)
    #expect(try await third.withRecords { $0.eventCount } == 21)
    #expect(try await third.get(Ref<Member>("a"))?.name == "second 9")
    #expect(try await third.audit.replay().digest == first.audit.replay().digest)
  }

  @Test func busyProcessesLoseNothingAndNoneIsKeptWaiting() async throws {
    let ledgers = [try await open(), try await open(), try await open()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, ledger) in ledgers.enumerated() {
        group.addTask {
          for index in 0..<60 {
            try await ledger.commit(key: "\(number)-\(index)") {
              try $0.upsert(Member(id: Ref("\(number)-\(index)")) { $0.name = "n" })
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for ledger in ledgers { await ledger.close() }
    let reader = try await open()
    #expect(try await reader.count(Member.self) == 180)
    #expect(try await reader.audit.verify().findings.isEmpty)
    #expect(try await reader.replicas.status().replicas.count == 1)
    // Keys of the others count, too.
    let again = try await ledgers[0].commit(key: "2-5") {
      try $0.upsert(Member(id: "2-5") { $0.name = "n" })
    }
    #expect(again.isRepeat)
  }

  @Test func anIdleProcessLetsGo() async throws {
    let ledger = try await open { $0.idleDuration = .milliseconds(30) }
    try await name(ledger, "a", "Ann")
    for _ in 0..<500 where await ledger.isWriting { try await Task.sleep(for: .milliseconds(10)) }
    #expect(await !ledger.isWriting)
    try await name(ledger, "a", "Ben")
    #expect(await ledger.isWriting)
  }

  @Test func aSessionGoesOnWithoutReadingItsJournalAgain() async throws {
    let ledger = try await open()
    try await name(ledger, "a", "Ann")
    await ledger.close()
    let writer = try #require(await ledger.writer)
    try await name(ledger, "a", "Ben")
    #expect(await ledger.writer == writer)
    // Another writer's commits are added to it.
    await ledger.close()
    let other = try await open()
    try await name(other, "b", "Cid")
    await other.close()
    try await name(ledger, "a", "Dee")
    #expect(await ledger.writer == writer)
    #expect(await ledger.lastCommit == 5)
    #expect(try await ledger.get(Ref<Member>("b"))?.name == "Cid")
  }

  @Test func aJournalThatIsNotAsItWasLeftIsReadFromItsBeginning() async throws {
    let ledger = try await open()
    try await name(ledger, "a", "Ann")
    await ledger.close()
    // Sealing begins a new journal.
    let other = try await open()
    try await name(other, "b", "Cid")
    _ = try await other.maintenance.seal()
    await other.close()
    try await name(ledger, "a", "Dee")
    #expect(await ledger.lastCommit == 4)
    #expect(try await ledger.withRecords { $0.eventCount } == 4)
    #expect(try await ledger.audit.verify().findings.isEmpty)
  }

  /// The other process ended without closing: its journal has bytes that nobody vouched for.
  @Test func aProcessThatWasKilledBlocksNobody() async throws {
    let ledger = try await open()
    try await name(ledger, "a", "Ann")
    await ledger.close()
    do {
      let killed = try await open()
      try await name(killed, "b", "Ben")
    }
    try await name(ledger, "c", "Cid")
    #expect(try await ledger.count(Member.self) == 3)
    #expect(try await ledger.audit.verify().findings.isEmpty)
  }

  @Test func anIdentityThatIsNotThisFoldersAnyMoreIsNotUsed() async throws {
    let ledger = try await open()
    try await name(ledger, "a", "Ann")
    await ledger.close()
    let replica = try #require(await ledger.ownReplica)
    // As a restored backup of the state would be: the same bytes in another file.
    let path =
      place.path + "/state/" + StateLayout.folder(ledger: ledger.info.id, replica: replica) + "/identity.json"
    let bytes = try Data(contentsOf: URL(filePath: path))
    try FileManager.default.removeItem(atPath: path)
    try Data("x".utf8).write(to: URL(filePath: path + ".other"))
    try bytes.write(to: URL(filePath: path))
    try await name(ledger, "a", "Ben")
    #expect(await ledger.ownReplica != replica)
  }
}

extension TurnTests {
  /// Between two sessions the clock was set back, so that this machine writes as a new replica.
  @Test func aNewReplicaHasSeenWhatTheFormerOneWrote() async throws {
    let clock = TestClock(1_790_000_000_000)
    let ledger = try await open(clock: clock)
    try await name(ledger, "a", "Ann")
    try await ledger.refresh()
    await ledger.close()
    let former = try #require(await ledger.ownReplica)
    clock.advance(-4 * 31_557_600_000)
    try await name(ledger, "a", "Ben")
    #expect(await ledger.ownReplica != former)
    #expect(try await ledger.get(Ref<Member>("a"))?.name == "Ben")
    #expect(try await ledger.conflicts.list().isEmpty)
  }
}

extension Ledger {
  /// That of the session, or of the last one.
  fileprivate var writer: ObjectIdentifier? { (session ?? suspended).map { ObjectIdentifier($0.writer) } }
  fileprivate var lastCommit: UInt64? { (session ?? suspended)?.writer.lastCommit }
  fileprivate var ownReplica: ReplicaID? { (session ?? suspended)?.replica }
}
