import DaybookLog
import DaybookReplication
import DaybookTestSupport
import Testing

@testable import Daybook

/// What a machine says of the others: their names, when it last heard of them, what it lacks of them.
@Suite struct ReplicasTests {
  private static let yearMilliseconds: Int64 = 365 * 24 * 3600 * 1000
  private let family: FamilyOfLedgers

  init() throws { family = try FamilyOfLedgers(count: 3) }

  private func write(_ machine: Int, _ name: String) async throws {
    try await family.ledgers[machine].append([
      Mutation(.upsert, kind: "house.member", id: "m", set: ["name": .string(name)])
    ])
  }

  private func own(_ machine: Int) async throws -> StatusReport.Replica {
    try await family.ledgers[machine].replicas.replica(matching: "own")
  }

  @Test func whatOthersHaveSeenAndIsNotHereIsMissed() async throws {
    try await write(0, "Ann")
    try family.copyAll(from: 0, to: 1)
    _ = try await family.ledgers[1].refresh()
    try await write(1, "Bo")
    // The third machine hears of the first by the second alone.
    let (first, second) = (try await own(0).id, try await own(1).id)
    for path in try family.files(of: 1) where path.contains(second.description) {
      try family.copyFile(path, from: 1, to: 2)
    }
    let status = try await family.ledgers[2].replicas.status()
    #expect(status.replicas.map(\.id) == [first, second].sorted())
    let missing = try #require(status.replicas.first { $0.id == first })
    #expect(missing.linesBehind == 4 && missing.events == 0 && missing.findings == [.missing])
    #expect(status.findings.allSatisfy { $0.kind == .missing })
    try family.copyAll(from: 0, to: 2)
    let healed = try await family.ledgers[2].replicas.status()
    #expect(healed.replicas.allSatisfy { $0.linesBehind == 0 && $0.findings.isEmpty })
  }

  @Test func itIsKnownWhenAMachineWasLastHeardOf() async throws {
    try await write(0, "Ann")
    try await write(1, "Bo")
    try family.copyAll(from: 1, to: 0)
    let other = try await own(1).id
    let seen = try #require(
      try await family.ledgers[0].replicas.replica(matching: other.description).lastSeenAt)
    family.clocks[0].advance(60_000)
    #expect(try await family.ledgers[0].replicas.replica(matching: other.description).lastSeenAt == seen)
    try await write(1, "Bob")
    try family.copyAll(from: 1, to: 0)
    let later = try #require(
      try await family.ledgers[0].replicas.replica(matching: other.description).lastSeenAt)
    #expect(later.milliseconds - seen.milliseconds >= 60_000)
  }

  /// A clock that is years ahead neither stops its machine nor spoils the others'; it is named.
  @Test(arguments: [5, -5]) func aClockThatIsYearsOffIsNamed(years: Int64) async throws {
    family.clocks[0].advance(years * Self.yearMilliseconds)
    try await write(0, "Ann")
    try await write(0, "Anna")
    try family.copyAll(from: 0, to: 1)
    _ = try await family.ledgers[1].refresh()
    try await write(1, "Bo")
    #expect(try await family.ledgers[1].get(kind: "house.member", id: "m")?["name"] == "Bo")
    let stamp = try #require(try await own(1).lastStamp)
    #expect(abs(stamp.milliseconds - family.clocks[1].now.milliseconds) < 60_000)
    let status = try await family.ledgers[1].replicas.status()
    #expect(status.findings.map(\.kind) == (years > 0 ? [.clockSkew] : []))
    // The other machine sees what was written after it, although its own clock is far away.
    try family.copyAll(from: 1, to: 0)
    _ = try await family.ledgers[0].refresh()
    #expect(try await family.ledgers[0].get(kind: "house.member", id: "m")?["name"] == "Bo")
    try await write(0, "Cy")
    try family.copyAll(from: 0, to: 1)
    _ = try await family.ledgers[1].refresh()
    for machine in 0...1 {
      #expect(try await family.ledgers[machine].get(kind: "house.member", id: "m")?["name"] == "Cy")
    }
  }

  @Test func aRewrittenHistoryIsNamedByWhoRemembersTheOther() async throws {
    try await write(0, "Ann")
    await family.ledgers[0].close()
    let twin = try family.twin(of: 0)
    try await write(0, "Anna")
    try await write(1, "Bo")
    try family.copyAll(from: 0, to: 1)
    #expect(try await family.ledgers[1].replicas.status().findings.isEmpty)
    // In the place of what it remembers there is now another history of the same replica.
    try await twin.append([Mutation(.upsert, kind: "house.member", id: "m", set: ["name": "Eve"])])
    await twin.close()
    let replaced = try family.files(of: 0)
    for path in replaced { try family.stores[1].remove(path) }
    try family.copyAll(from: family.stores.count - 1, to: 1)
    let status = try await family.ledgers[1].replicas.status()
    #expect(status.findings.map(\.kind) == [.fork], "\(status.findings)")
  }

  @Test func aRetiredReplicaWritesNoMore() async throws {
    try await write(0, "Ann")
    try await write(1, "Bo")
    let (first, second) = (try await own(0).id, try await own(1).id)
    try family.copyAll(from: 1, to: 0)
    _ = try await family.ledgers[0].refresh()
    try await family.ledgers[0].replicas.retire(second)
    await #expect(throws: LedgerError.self) { try await family.ledgers[0].replicas.retire(second) }
    try family.copyAll(from: 0, to: 1)
    _ = try await family.ledgers[1].refresh()
    await family.ledgers[1].close()
    let receipt = try await family.ledgers[1].append([
      Mutation(.upsert, kind: "house.member", id: "n")
    ])
    #expect(receipt.notices.map(\.code) == ["new-replica"])
    let now = try await own(1)
    #expect(now.id != second && now.forkedFrom == second.description)
    // Its own, too: sealed, and never gone on with.
    try await family.ledgers[0].replicas.retire(first)
    #expect(try family.files(of: 0).allSatisfy { !$0.contains(first.description) || !$0.contains(".open.") })
    try await write(0, "Ann")
    #expect(try await own(0).id != first)
  }

  @Test func aMachinesStateIsNeverCopiedWithTheLedger() async throws {
    let place = try TemporaryFolder()
    var options = LedgerOptions.prompt
    options.stateDirectory = place.path + "/l/state/deep"
    try await Ledger.create(at: place.path + "/l", options: options)
    let ledger = try await Ledger.open(at: place.path + "/l", systems: [.house], options: options)
    await #expect { try await ledger.commit { try $0.upsert(Member { $0.name = "Ann" }) } } throws: { error in
      (error as? LedgerError)?.code == .refused
    }
    #expect(try await ledger.replicas.status().strangers == [])
  }

  @Test func namesAreForAll() async throws {
    try await write(0, "Ann")
    try await family.ledgers[0].replicas.rename(try await own(0).id, to: "laptop")
    try family.copyAll(from: 0, to: 1)
    _ = try await family.ledgers[1].refresh()
    #expect(try await family.ledgers[1].replicas.replica(matching: "laptop").isOwn == false)
    try await write(1, "Bo")
    let other = try await own(1).id
    await #expect(throws: LedgerError.self) {
      try await family.ledgers[1].replicas.rename(other, to: "laptop")
    }
    await #expect(throws: LedgerError.self) {
      try await family.ledgers[1].replicas.replica(matching: "nobody")
    }
    await #expect(throws: LedgerError.self) { try await family.ledgers[1].replicas.replica(matching: "") }
  }
}
