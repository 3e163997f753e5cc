import DaybookModel
import DaybookRecords
public import DaybookView

// A read of many entities takes long. So that others need not wait for it, it is done in parts, and the structs are
// made outside the ledger's actor.

/// The entities that a query found, before any rows are made.
private struct FoundEntities: Sendable {
  var entities: [EntityIndex]
  /// The state of the records in which they were found.
  var token: ReadingToken
  var eventCount: Int
  /// The moment for which formulas are computed.
  var moment: Instant?
}

extension Ledger {
  /// The entities that a condition holds for, as structs, all as of one moment. Others read and write meanwhile. With
  /// `import DaybookPredicates`, a `#Predicate` can replace the condition.
  public nonisolated func fetch<E: Entity>(
    _ type: E.Type, where condition: Condition? = nil, sort: [SortKey] = [], limit: Int? = nil,
    offset: Int = 0, at cut: Cut = .now, as viewer: Viewer? = nil
  ) async throws -> [E] {
    let query = Query(E.kind, where: condition, sort: sort, limit: limit, offset: offset)
    guard cut.isNow, schemas.computed(E.kind) == nil else {
      return try await self.query(query, at: cut, as: viewer).rows.map {
        try decoded($0, as: E.self, isPresent: cut.isNow)
      }
    }
    let found = try await found(query, at: cut, as: viewer)
    let fields = schemas.structFields(of: E.kind)
    var values: [E] = []
    values.reserveCapacity(found.entities.count)
    for start in stride(from: 0, to: found.entities.count, by: Self.partEntities) {
      let part = start..<min(start + Self.partEntities, found.entities.count)
      guard let rows = try await rows(part, of: found, as: viewer) else {
        // Something was written meanwhile: all of it is read again, at once.
        return try await answer(query, at: cut, as: viewer).rows.map { try decoded($0, as: E.self) }
      }
      for row in rows { values.append(try decoded(row, as: E.self, fields)) }
    }
    return values
  }

  private static let partEntities = 500

  private func found(_ query: Query, at cut: Cut, as viewer: Viewer?) throws -> FoundEntities {
    try requireOpen(query.kind, to: viewer)
    try requireFresh()
    let view = view(for: viewer, at: cut)
    return FoundEntities(
      entities: try view.entities(query, in: loaded.records), token: loaded.token,
      eventCount: loaded.records.eventCount, moment: view.moment)
  }

  /// Nil once the records have changed.
  private func rows(_ part: Range<Int>, of found: FoundEntities, as viewer: Viewer?) throws -> [Row]? {
    try requireFresh()
    guard loaded.token === found.token, loaded.records.eventCount == found.eventCount else { return nil }
    let view = view(for: viewer)
    view.moment = found.moment
    return view.rows(of: found.entities[part], in: loaded.records)
  }
}

extension Ledger {
  /// Lends the ledger as it was, or with computed entities. That requires reading all of it, outside the actor.
  ///
  /// - Parameter kind: with its entities if these are computed.
  nonisolated func withPast<Result: Sendable>(
    _ cut: Cut, of kind: String? = nil, as viewer: Viewer?,
    _ body: @Sendable (View, borrowing Records) throws -> Result
  ) async throws -> Result {
    let session = try await requiredSession()
    return try await read(in: session) { session in
      var past = try session.records(at: cut)
      if let computed = kind.flatMap({ schemas.computed($0) }) { past.add(computed, schemas) }
      return try body(view(of: past, for: viewer, at: cut), past.records)
    }
  }
}
