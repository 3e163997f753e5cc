import Daybook
import Planner
import SAM

/// Queries on an open ledger: each once, and then the median of many.
enum QueryMeasure {
  static func run(_ folder: String) async throws {
    let options = WorkloadLedger.options(folder)
    let path = folder + "/ledger"
    let ledger = try await Ledger.open(at: path, systems: WorkloadLedger.systems, options: options)
    let ids = try await ledger.query(Query(WorkloadKind.message.name, limit: 1000)).rows.map(\.id)
    try await measure("get", count: 1000) { number in
      _ = try await ledger.get(kind: WorkloadKind.message.name, id: ids[abs(number) % ids.count])
    }
    try await measure("filter") { _ in _ = try await ledger.query(newest) }
    try await measure("count") { _ in _ = try await ledger.query(grouped) }
    try await measure("contains") { _ in
      for query in containing { _ = try await ledger.query(query) }
    }
    for group in try await ledger.query(grouped).groups ?? [] {
      Measures.tell("state_\(group.value.string ?? "null")", Double(group.count))
    }
    var found = 0
    for query in containing { found += try await ledger.query(query).count }
    Measures.tell("found", Double(found))
  }

  /// The newest twenty pieces of evidence that need review.
  private static var newest: Query {
    Query(
      EvidenceItem.kind, where: .compare("state", .equal, "needsReview"),
      sort: [SortKey("occurredAt", descending: true)], limit: 20)
  }

  /// How much evidence there is in each state.
  private static var grouped: Query {
    var query = Query(EvidenceItem.kind)
    (query.isCount, query.groupBy) = (true, "state")
    return query
  }

  /// Messages and notes with a word in them.
  private static var containing: [Query] {
    [(WorkloadKind.message.name, "text"), (Note.kind, "plainText")].map { kind, field in
      var query = Query(kind, where: .contains(Condition.Path([field]), "renewal"))
      query.isCount = true
      return query
    }
  }

  private static func measure(
    _ name: String, count: Int = 25, _ body: (Int) async throws -> Void
  ) async throws {
    Measures.tell("\(name)_first", try await Measures.time { try await body(-1) })
    let measurement = try await Measurement.of(name, count: count, body)
    Measures.tell(name, measurement.median / 1000)
  }
}
