import Daybook
import Messaging
import Planner
import SAM

/// The cost of queries on an open ledger with the reference workload, in a folder that is only read.
enum QueryBench {
  static func run(_ path: String) async throws -> Report {
    var report = Report()
    let ledger = try await Ledger.open(at: path, systems: [.sam, .messaging, .planner])
    for (name, query) in try queries(ledger) {
      // Including the work of the first query of its sort.
      let first = try await Measurement.of("\(name), first", count: 1, warms: false) { _ in
        _ = try await ledger.query(query)
      }
      report.add(first.name, first.median, "ms")
      report.add(Measurement(name: name, milliseconds: try await times(query, ledger)))
      report.add(name, Double(try await ledger.query(query).count), "found")
    }
    report.add("memory at most", Folder.peakMemoryMegabytes, "MB")
    return report
  }

  private static func times(_ query: Query, _ ledger: Ledger) async throws -> [Double] {
    try await Measurement.of("", count: 21) { _ in _ = try await ledger.query(query) }.milliseconds
  }

  private static func queries(_ ledger: Ledger) throws -> [(String, Query)] {
    var all: [(String, Query)] = []
    func add(_ name: String, _ kind: String, _ text: String? = nil, _ change: (inout Query) -> Void) throws {
      var query = Query(kind)
      query.condition = try text.map {
        try WhereParser.parse(
          $0, kind: kind, registry: ledger.schemas, zone: .utc, now: Instant(milliseconds: 0))
      }
      change(&query)
      all.append((name, query))
    }
    try add("evidence by state", "sam.evidenceItem") { $0.groupBy = "state" }
    try add("evidence by title", "sam.evidenceItem") { $0.groupBy = "title" }
    try add("text contains", "sam.evidenceItem", "snippet contains 'renewal'") { $0.isCount = true }
    try add("message contains", "messaging.message", "text contains 'renewal'") { $0.isCount = true }
    try add("note contains", "planner.note", "plainText contains 'renewal'") { $0.isCount = true }
    try add("needs review, newest 20", "sam.evidenceItem", "state = 'needsReview'") {
      ($0.sort, $0.limit) = ([SortKey("occurredAt", descending: true)], 20)
    }
    try add("since a day, counted", "sam.evidenceItem", "occurredAt >= 2026-03-01T00:00:00Z") {
      $0.isCount = true
    }
    try add("by a name, first 20", "sam.person") { ($0.sort, $0.limit) = ([SortKey("displayNameCache")], 20) }
    try add("one owner's, counted", "sam.contextParticipation", "person is null") { $0.isCount = true }
    return all
  }
}
