import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// Reports on small ledgers of which everything was counted by hand.
@Suite struct HandCountedTests {
  @Test func oneMachine() async throws {
    let family = try await AuditedFamily(["desk"])
    let clock = family.clocks[0]
    try await family.write(
      0, by: "ann", Mutation(.upsert, kind: "sam.person", id: "p", set: ["displayNameCache": "P"]),
      Mutation(.upsert, kind: "sam.person", id: "q", set: ["displayNameCache": "Q"]))
    clock.advance(24 * AuditedFamily.hour)
    try await family.write(0, by: "ben", Mutation(.upsert, kind: "x.y", id: "1", set: ["a": 1]))
    try await family.write(0, by: "ben", why: "a slip", Mutation(.delete, kind: "sam.person", id: "q"))
    try await family.write(0, Mutation(.upsert, kind: "x.y", id: "1", set: ["a": 2]))

    let report = try await family.ledgers[0].audit.report()
    #expect(report.verdict.isSound)
    #expect(report.verdict.findings.isEmpty)
    // The machine's own first event is one of them.
    #expect(report.verdict.events == 6)
    #expect(report.changes.events == 6)
    #expect(report.changes.commits == report.verdict.commits)
    let kinds = report.changes.byKind.items.map { "\($0.kind) \($0.events)" }
    #expect(kinds == ["sam.person 3", "x.y 2", "daybook.replica 1"])
    let authors = report.changes.byAuthor.items.map { "\($0.author ?? "-") \($0.events)" }
    #expect(authors == ["ann 2", "ben 2", "- 2"])
    #expect(report.changes.byOperation == ["upsert": 5, "delete": 1])
    #expect(report.changes.byDay.map(\.day) == ["2026-02-02", "2026-02-03"])
    #expect(report.changes.byDay[1].kinds == ["x.y": 2, "sam.person": 1])
    #expect(
      report.entities == [
        .init(kind: "daybook.replica", shown: 1, gone: 0), .init(kind: "sam.person", shown: 1, gone: 1),
        .init(kind: "x.y", shown: 1, gone: 0),
      ])
    let removal = try #require(report.removals.items.first)
    #expect(report.removals.total == 1)
    #expect(removal.entity == .init(kind: "sam.person", id: "q"))
    let told = [removal.operation, removal.by ?? "", removal.why ?? "", removal.replicaName ?? ""]
    #expect(told == ["delete", "ben", "a slip", "desk"])
    #expect(removal.stands == true)
    #expect(report.conflicts == .init())
    let replica = try #require(report.replicas.first)
    #expect(report.replicas.count == 1)
    #expect(replica.events == 6 && replica.gaps.isEmpty && replica.forks == 0)
    #expect(replica.name == "desk")
    #expect(replica.heads.map(\.lastSeq) == [6])
  }

  /// The same, bounded: from the second day on.
  @Test func aPeriod() async throws {
    let family = try await AuditedFamily(["desk"])
    try await family.write(0, by: "ann", Mutation(.upsert, kind: "x.y", id: "1", set: ["a": 1]))
    family.wait(24 * AuditedFamily.hour)
    let second = family.clocks[0].now
    let receipt = try await family.write(0, by: "ben", Mutation(.delete, kind: "x.y", id: "1"))
    family.wait(24 * AuditedFamily.hour)
    try await family.write(0, by: "cleo", Mutation(.restore, kind: "x.y", id: "1"))

    var options = AuditReportOptions()
    options.from = second
    options.to = try #require(receipt.lastStamp).instant
    let report = try await family.ledgers[0].audit.report(options)
    #expect(report.changes.byAuthor.items == [.init(author: "ben", events: 1)])
    #expect(report.changes.byDay.map(\.events) == [1])
    #expect(report.removals.items.map(\.stands) == [false], "restored since")
    // What is there now is not of the period.
    #expect(report.entities.contains(.init(kind: "x.y", shown: 1, gone: 0)))
    options.from = Instant(milliseconds: 0)
    options.to = Instant(milliseconds: 1)
    let nothing = try await family.ledgers[0].audit.report(options)
    #expect(nothing.changes == .init())
    #expect(nothing.removals.total == 0)
  }

  @Test func conflictsOpenAndSettled() async throws {
    let family = try await AuditedFamily(["desk", "laptop"])
    for id in ["a", "b"] {
      try await family.write(
        0, by: "ann", Mutation(.upsert, kind: "sam.person", id: id, set: ["displayNameCache": "first"]))
    }
    try await family.meet()
    for machine in 0..<2 {
      for id in ["a", "b"] {
        try await family.write(
          machine, by: "author \(machine)",
          Mutation(
            .upsert, kind: "sam.person", id: id, set: ["displayNameCache": .string("by \(machine) \(id)")]))
      }
    }
    try await family.meet()
    let ledger = family.ledgers[0]
    let both = try await ledger.audit.report()
    #expect(both.conflicts.open.items.map(\.entity.id) == ["a", "b"])
    #expect(both.conflicts.settled.total == 0)
    let first = try #require(both.conflicts.open.items.first)
    #expect(first.cause == "field" && first.field == "displayNameCache" && first.settledBy == nil)
    #expect(Set(first.sides.compactMap(\.value.string)) == ["by 0 a", "by 1 a"])
    #expect(Set(first.sides.compactMap(\.replicaName)) == ["desk", "laptop"])
    try await ledger.conflicts.resolve(first.id, keep: .winner, options: AppendOptions(by: "cleo"))
    let one = try await ledger.audit.report()
    #expect(one.conflicts.open.items.map(\.entity.id) == ["b"])
    #expect(one.conflicts.settled.items.map(\.id) == [first.id])
    #expect(one.conflicts.settled.items.first?.settledBy?.by == "cleo")
  }

  /// A sealed file in the middle is taken away, and one machine's clock runs two hours ahead.
  @Test func gapsAndClocks() async throws {
    let family = try await AuditedFamily(["desk", "laptop"])
    family.clocks[1].advance(2 * AuditedFamily.hour)
    for round in 0..<3 {
      try await family.write(1, Mutation(.upsert, kind: "x.y", id: "1", set: ["a": .int(Int64(round))]))
      _ = try await family.ledgers[1].maintenance.seal()
    }
    try await family.meet()
    // What is replaced was stamped later.
    try await family.write(0, Mutation(.upsert, kind: "x.y", id: "1", set: ["a": 9]))
    try FileManager.default.removeItem(atPath: try await family.segments(of: 1, on: 0)[1])
    let report = try await family.ledgers[0].audit.report()
    #expect(!report.verdict.isSound)
    #expect(
      report.verdict.findings.contains { $0.finding == "gap" && $0.isFailure && $0.replicaName == "laptop" })
    #expect(report.verdict.findings.contains { $0.finding == "clock-skew" && !$0.isFailure })
    let laptop = try #require(report.replicas.first { $0.name == "laptop" })
    #expect(laptop.gaps == [.init(firstSeq: 3, lastSeq: 3)])
    #expect((7100...7200).contains(laptop.clock.aheadSeconds))
    let desk = try #require(report.replicas.first { $0.name == "desk" })
    #expect(desk.clock == .init(aheadSeconds: 0, correctedWrites: 1))
  }

  /// Days are those of the zone, and times say so.
  @Test(.enabled(if: ZoneDirectory.zone(named: "Europe/Berlin") != nil, "this machine has no zones"))
  func daysAreThoseOfTheZone() async throws {
    let family = try await AuditedFamily(["desk"])
    // 23:30 in UTC, which is the next day in Berlin.
    family.wait(23 * AuditedFamily.hour + AuditedFamily.hour / 2)
    try await family.write(0, by: "ann", Mutation(.upsert, kind: "x.y", id: "1", set: ["a": 1]))
    var options = AuditReportOptions()
    let plain = try await family.ledgers[0].audit.report(options)
    #expect(Set(plain.changes.byDay.map(\.day)) == ["2026-02-02"])
    options.zone = "Europe/Berlin"
    let report = try await family.ledgers[0].audit.report(options)
    #expect(Set(report.changes.byDay.map(\.day)) == ["2026-02-03"])
    #expect(report.changes.last?.description.hasSuffix("+01:00") == true)
    #expect(report.changes.last?.instant == plain.changes.last?.instant)
    options.zone = "Mars/Olympus"
    await #expect(throws: LedgerError.self) { try await family.ledgers[0].audit.report(options) }
  }

  @Test func longListsAreCountedBeyondTheirEnd() async throws {
    let family = try await AuditedFamily(["desk"])
    for number in 0..<5 {
      let id = "\(number)"
      try await family.write(
        0, by: "author \(number)", Mutation(.upsert, kind: "k.n\(number)", id: id, set: ["a": 1]))
      try await family.write(0, by: "author \(number)", Mutation(.delete, kind: "k.n\(number)", id: id))
    }
    var options = AuditReportOptions()
    options.rowsMax = 3
    let report = try await family.ledgers[0].audit.report(options)
    #expect(report.removals.total == 5 && report.removals.items.count == 3)
    #expect(report.changes.byKind.total == 6 && report.changes.byKind.items.count == 3)
    #expect(report.changes.byAuthor.total == 6 && report.changes.byAuthor.items.count == 3)
  }
}
