import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// Reports on random ledgers, held against plain counts of what `log` lists.
@Suite struct CountingPropertyTests {
  @Test(.seeded, arguments: 0..<6) func whatIsCountedIsWhatTheLogLists(round: Int) async throws {
    var random = SeededRandom(seed: TestSeed.current &+ UInt64(round))
    let family = try await AuditedFamily(["desk", "laptop"])
    try await write(family, &random)
    let ledger = family.ledgers[0]
    var entries: [LogEntry] = []
    try await ledger.history.log { entry in
      entries.append(entry)
      return true
    }
    var options = AuditReportOptions()
    if round % 2 == 1 {
      let stamps = entries.map(\.event.stamp.instant).sorted()
      options.from = stamps[Int.random(in: 0..<stamps.count / 2, using: &random)]
      options.to = stamps[Int.random(in: stamps.count / 2..<stamps.count, using: &random)]
      entries.removeAll { !options.holds($0.event.stamp.instant) }
    }
    let report = try await ledger.audit.report(options)
    let mutations = entries.map(\.event.mutation)

    #expect(report.changes.events == entries.count)
    let commits = Set(entries.map { "\($0.replica) \($0.commit)" })
    #expect(report.changes.commits == commits.count)
    let kinds = report.changes.byKind.items.map { ($0.kind, $0.events) }
    #expect(Self.counted(kinds) == Self.counts(mutations.map(\.kind)))
    let authors = report.changes.byAuthor.items.map { ($0.author ?? "-", $0.events) }
    #expect(Self.counted(authors) == Self.counts(mutations.map { $0.by ?? "-" }))
    #expect(report.changes.byOperation == Self.counts(mutations.map(\.op.rawValue)))
    let days = entries.map { String($0.event.stamp.description.prefix(10)) }
    let byDay = report.changes.byDay.map { ($0.day, $0.events) }
    #expect(Self.counted(byDay) == Self.counts(days))
    for day in report.changes.byDay {
      let kinds = zip(days, mutations).filter { $0.0 == day.day }.map(\.1.kind)
      #expect(day.kinds == Self.counts(kinds))
    }
    let removals = entries.filter { [.delete, .dismiss].contains($0.event.mutation.op) }
    #expect(report.removals.items.map(\.stamp) == removals.map(\.event.stamp.description).sorted())
    for removal in report.removals.items where removal.operation == "delete" {
      let isThere = try await ledger.get(kind: removal.entity.kind, id: removal.entity.id) != nil
      #expect(removal.stands == !isThere, "\(removal)")
    }
    for count in report.entities {
      let found = try await ledger.query(Query(count.kind)).rows.count
      #expect(count.shown == found, "\(count.kind)")
    }
    let open = try await ledger.conflicts.list().map(\.id)
    #expect(report.conflicts.open.items.map(\.id) == open)
  }

  /// Two machines with the same files say the same, but for what each remembers.
  @Test(.seeded) func twoPeopleGetTheSame() async throws {
    var random = SeededRandom(seed: TestSeed.current)
    let family = try await AuditedFamily(["desk", "laptop"])
    try await write(family, &random)
    for ledger in family.ledgers { await ledger.close() }
    var reports: [AuditReport] = []
    for machine in 0..<2 {
      let copy = family.folder.path + "/copy-\(machine)"
      try FileManager.default.copyItem(atPath: family.path(0), toPath: copy)
      var options = LedgerOptions.prompt
      options.stateDirectory = family.folder.path + "/nobody-\(machine)"
      options.now = { Instant(milliseconds: 1_780_000_000_000) }
      let ledger = try await Ledger.open(at: copy, systems: AuditedFamily.systems, options: options)
      reports.append(try await ledger.audit.report())
    }
    #expect(reports[0] == reports[1])
    #expect(reports[0].verdict.usesMemory == false)
    let text = try JSONEncoder().encode(reports[0])
    #expect(try JSONDecoder().decode(AuditReport.self, from: text) == reports[0])
  }

  private func write(_ family: AuditedFamily, _ random: inout SeededRandom) async throws {
    // Nobody deletes what it never heard of.
    var samples = family.ledgers.map { _ in SampleMutations(seed: random.next(), count: 400) }
    for _ in 0..<Int.random(in: 10...25, using: &random) {
      family.wait(Int64.random(in: 0...40, using: &random) * AuditedFamily.hour / 4)
      let count = Int.random(in: 1...9, using: &random)
      let machine = Int.random(in: 0...1, using: &random)
      var mutations = (0..<count).compactMap { _ in samples[machine].next() }
      // Both write one and the same now and then.
      mutations.append(
        Mutation(.upsert, kind: "x.shared", id: "\(random.next() % 3)", set: ["a": .int(Int64(count))]))
      try await family.ledgers[machine].append(mutations)
      if Int.random(in: 0..<4, using: &random) == 0 { try await family.meet() }
    }
    try await family.meet()
  }

  private static func counts(_ names: [String]) -> [String: Int] {
    Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
  }

  private static func counted(_ pairs: [(String, Int)]) -> [String: Int] {
    Dictionary(pairs) { first, _ in first }
  }
}
