import DaybookModel
import DaybookRecords
import DaybookView
import Foundation
import Testing

/// Prints what queries cost. Not a test of anything: run it in release with DAYBOOK_BENCH set.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["DAYBOOK_BENCH"] != nil), .serialized)
struct QueryBenchmark {
  static let people = 100_000

  @Test func queries() throws {
    var story = Story()
    for number in 0..<1000 {
      story.add(.upsert("club.group", "g\(number)", ["name": .string("group \(number)")]))
    }
    for number in 0..<Self.people {
      story.add(
        .upsert(
          "club.person", GeneratedID.next(),
          [
            "name": .string("Person number \(number &* 7919 % Self.people)"), "age": .int(Int64(number % 90)),
            "email": .string("person.\(number)@example.org"), "isActive": .bool(number % 3 != 0),
            "joinedAt": .string(Instant(milliseconds: Story.start + Int64(number) * 1000).description),
          ]))
      story.add(
        .upsert("club.membership", "m\(number)", ["person": "nobody", "group": .string("g\(number % 1000)")]))
    }
    let records = try story.records()
    let view = try clubView()
    try time("first count (plans, presence)") {
      _ = try view.fetch(counting("club.person", nil), in: records)
    }
    let expressions: [(String, String?)] = [
      ("club.person", nil), ("club.person", "name = 'Person number 5'"), ("club.person", "age > 45"),
      ("club.person", "isActive and age < 30"), ("club.person", "joinedAt >= 2026-11-21T20:00:00Z"),
      ("club.person", "name contains 'NUMBER 77'"), ("club.person", "email in ('a', 'person.5@example.org')"),
      ("club.membership", "group = 'g5'"), ("club.membership", "group.name = 'group 5'"),
      ("club.group", "any memberships (isPrimary)"), ("club.group", "memberships.count > 99"),
    ]
    for (kind, expression) in expressions {
      let condition = try expression.map {
        try WhereParser.parse(
          $0, kind: kind, registry: view.registry, zone: .utc, now: Instant(milliseconds: 0))
      }
      try time("count \(kind) \(expression ?? "")") {
        _ = try view.fetch(counting(kind, condition), in: records)
      }
    }
    for sort in [[], [SortKey("name")], [SortKey("joinedAt", descending: true)]] {
      try time("first 20 by \(sort.map(\.path))") {
        _ = try view.fetch(Query("club.person", sort: sort, limit: 20), in: records)
      }
    }
    try time("all rows") { _ = try view.fetch(Query("club.person"), in: records) }
    try time("register the club") { _ = try SchemaRegistry([.club]) }
    time("fingerprint") { _ = view.registry.fingerprint }
    time("new view, one row") {
      _ = View(registry: view.registry).row("club.membership", "m5", in: records)
    }
  }

  private func counting(_ kind: String, _ condition: Condition?) -> Query {
    var query = Query(kind, where: condition)
    query.isCount = true
    return query
  }

  private func time(_ name: String, _ body: () throws -> Void) rethrows {
    var best = Duration.seconds(1000)
    let clock = ContinuousClock()
    for _ in 0..<5 {
      let start = clock.now
      try body()
      best = min(best, clock.now - start)
    }
    print("\(name): \(best)")
  }
}
