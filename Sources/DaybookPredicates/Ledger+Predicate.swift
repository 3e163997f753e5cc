public import Daybook
public import DaybookView
public import Foundation

extension Ledger {
  /// The entities for which the predicate holds, in the order of the descriptors, then of their ids. All of them are
  /// from the same state of the ledger; other tasks can read and write meanwhile.
  ///
  ///     let inbox = try await ledger.fetch(
  ///       EvidenceItem.self, where: #Predicate { $0.state == "needsReview" },
  ///       sortedBy: [SortDescriptor(\.occurredAt, order: .reverse)])
  ///
  /// - Parameters:
  ///   - type: the struct of the entities' kind.
  ///   - predicate: the condition for the entities to return.
  ///   - descriptors: the order; if the first finds two entities equal, the next decides. By default, the order of the
  ///     ids.
  ///   - limit: how many entities at most; nil: all. A negative one counts as 0.
  ///   - offset: how many of the sorted entities to skip; a negative one counts as 0.
  ///   - cut: which state of the ledger to read; by default the present one.
  ///   - viewer: the user to read as: only what that user may see is found, and counts in the predicate.
  /// - Throws: ``LedgerError``: `usage` for a predicate or a descriptor that the ledger cannot answer, which names the
  ///   property and says what is possible; with a viewer, `refused` for a kind of which that user may see nothing.
  public nonisolated func fetch<E: Entity>(
    _ type: E.Type, where predicate: Predicate<E>, sortedBy descriptors: [SortDescriptor<E>] = [],
    limit: Int? = nil, offset: Int = 0, at cut: Cut = .now, as viewer: Viewer? = nil
  ) async throws -> [E] {
    let query = try Query(type, where: predicate, sortedBy: descriptors)
    return try await fetch(
      type, where: query.condition, sort: query.sort, limit: limit, offset: offset, at: cut, as: viewer)
  }

  /// All entities of a kind, in the order of the descriptors, then of their ids.
  public nonisolated func fetch<E: Entity>(
    _ type: E.Type, sortedBy descriptors: [SortDescriptor<E>], limit: Int? = nil, offset: Int = 0,
    at cut: Cut = .now, as viewer: Viewer? = nil
  ) async throws -> [E] {
    let query = try Query(type, sortedBy: descriptors)
    return try await fetch(
      type, where: nil, sort: query.sort, limit: limit, offset: offset, at: cut, as: viewer)
  }

  /// The number of entities for which the predicate holds, among those that the viewer may see.
  public func count<E: Entity>(
    _ type: E.Type, where predicate: Predicate<E>, as viewer: Viewer? = nil
  ) throws -> Int {
    try count(type, where: try Condition(predicate), as: viewer)
  }
}

extension Transaction {
  /// The entities for which the predicate holds, as ``query(_:)`` finds them, in the order of the descriptors, then of
  /// their ids.
  public mutating func fetch<E: Entity>(
    _ type: E.Type, where predicate: Predicate<E>, sortedBy descriptors: [SortDescriptor<E>] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [E] {
    let query = try Query(type, where: predicate, sortedBy: descriptors)
    return try fetch(type, where: query.condition, sort: query.sort, limit: limit, offset: offset)
  }
}
