import Daybook
import Foundation
import Planner
import SAM

/// The mutations for the measurements.
enum Workload {
  static let systems: [System] = [.sam, .planner]

  static func lines() throws -> [[UInt8]] {
    guard let path = ProcessInfo.processInfo.environment["DAYBOOK_BENCH_MUTATIONS"] else {
      throw LedgerError(.usage, "$DAYBOOK_BENCH_MUTATIONS names no file")
    }
    return try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: 0x0a).map(Array.init)
  }

  static func mutation(_ line: [UInt8]) throws -> Mutation {
    guard let object = try JSONParser.parse(line).object else {
      throw LedgerError(.badData, "a line is not an object")
    }
    return try Mutation(object)
  }

  /// Made once, for all benchmarks that read.
  static let ledger = Task {
    let ledger = try Ledger.inMemory(systems: systems)
    var pending: [Mutation] = []
    for line in try lines() {
      pending.append(try mutation(line))
      if pending.count == 1000 {
        try await ledger.append(pending)
        pending = []
      }
    }
    try await ledger.append(pending)
    return ledger
  }

  static var queries: [(String, Query)] {
    var grouped = Query(EvidenceItem.kind)
    (grouped.isCount, grouped.groupBy) = (true, "state")
    var containing = Query(Note.kind, where: .contains("plainText", "renewal"))
    containing.isCount = true
    let newest = Query(
      EvidenceItem.kind, where: .compare("state", .equal, "needsReview"),
      sort: [SortKey("occurredAt", descending: true)], limit: 20)
    return [("query newest 20", newest), ("count grouped", grouped), ("count containing a word", containing)]
  }
}
