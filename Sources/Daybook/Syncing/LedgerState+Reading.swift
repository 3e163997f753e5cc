public import DaybookModel
import DaybookRecords
public import DaybookView

/// Where somebody stands who knows everything that was written so far, within one reading of the ledger.
public struct TouchMark: Sendable {
  fileprivate let reading: ReadingToken
  fileprivate let count: Int
}

/// One reading of a ledger: equal to nothing but itself.
final class ReadingToken: Sendable {}

extension LedgerState {
  /// The kinds that the ledger was opened with.
  public var schemas: SchemaRegistry { holders.schemas }

  /// The moment of which formulas speak: that of the reading.
  public var moment: Instant? { holders.view?.moment }
  /// In which zone the moment's day is found.
  public var zone: TimeZoneRule { holders.view?.zone ?? .system }

  /// Lends one entity as its schema reads it; nil where it is not there and `includesGone` is not set.
  public func read<Value>(
    _ kind: String, _ id: String, includesGone: Bool = false,
    _ body: (borrowing EntityReader) throws -> Value
  ) rethrows -> Value? {
    try holders.view?.read(kind, id, includesGone: includesGone, in: records, body)
  }

  /// Lends every entity of a kind, in no particular order.
  public func forEach(
    _ kind: String, includesGone: Bool = false, _ body: (borrowing EntityReader) throws -> Void
  ) rethrows {
    try holders.view?.forEach(kind, includesGone: includesGone, in: records, body)
  }

  /// The ids of those of a kind that store an edge of this relation to an id, though they be gone, and whether or
  /// not anybody ever made what it leads to.
  public func storedSources(of relation: String, kind: String, to id: String) -> [String] {
    guard let rel = records.field(relation), let kind = records.kind(kind) else { return [] }
    return records.edges(to: id, rel: rel).filter { records.kind(of: $0.from) == kind }
      .map { records.id(of: $0.from) }
  }

  /// Marks what was written up to here, for ``touched(since:)``. It holds only until the ledger is read anew. O(1).
  public var touchMark: TouchMark { TouchMark(reading: token, count: records.touchCount) }

  /// The ids of what was written since, by kind; nil where that is not known: the ledger was read anew, or
  /// too much was written.
  public func touched(since mark: TouchMark) -> [String: Set<String>]? {
    guard mark.reading === token, let touches = records.touches(since: mark.count) else { return nil }
    var found: [String: Set<String>] = [:]
    for touch in touches {
      found[records.name(of: records.kind(of: touch.entity)), default: []].insert(
        records.id(of: touch.entity))
    }
    return found
  }
}
