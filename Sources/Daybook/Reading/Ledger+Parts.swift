import DaybookModel
import DaybookRecords
public import DaybookView

// A read of many entities takes long. So that others need not wait for it, it is done in parts, with the structs made
// outside of the ledger's actor.

/// What a query found, of which no row is made yet.
private struct FoundEntities: Sendable {
  var entities: [EntityIndex]
  /// Of the records in which they were found.
  var token: ReadingToken
  var eventCount: Int
  /// Of which formulas speak.
  var moment: Instant?
}

extension Ledger {
  /// Entities as their structs, all as they were at one time. Others read and write meanwhile.
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
    let found = try await found(query, as: viewer)
    var values: [E] = []
    values.reserveCapacity(found.entities.count)
    for start in stride(from: 0, to: found.entities.count, by: Self.partEntities) {
      let part = start..<min(start + Self.partEntities, found.entities.count)
      guard let rows = try await rows(part, of: found, as: viewer) else {
        // Something was written meanwhile: all of it again, at once.
        return try await self.query(query, as: viewer).rows.map { try decoded($0, as: E.self) }
      }
      for row in rows { values.append(try decoded(row, as: E.self)) }
    }
    return values
  }

  private static let partEntities = 500

  private func found(_ query: Query, as viewer: Viewer?) throws -> FoundEntities {
    try requireOpen(query.kind, to: viewer)
    try requireFresh()
    let view = view(for: viewer)
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
