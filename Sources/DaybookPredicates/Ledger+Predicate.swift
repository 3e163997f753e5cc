public import Daybook
public import DaybookView
public import Foundation

extension Ledger {
  /// The entities for which the predicate holds, in the order of the descriptors, then of their ids.
  ///
  ///     let inbox = try await ledger.fetch(
  ///       EvidenceItem.self, where: #Predicate { $0.state == "needsReview" },
  ///       sortedBy: [SortDescriptor(\.occurredAt, order: .reverse)])
  public func fetch<E: Entity>(
    _ type: E.Type, where predicate: Predicate<E>, sortedBy descriptors: [SortDescriptor<E>] = [],
    limit: Int? = nil, offset: Int = 0, at cut: Cut = .now
  ) throws -> [E] {
    let query = try Query(type, where: predicate, sortedBy: descriptors)
    return try fetch(
      type, where: query.condition, sort: query.sort, limit: limit, offset: offset, at: cut)
  }

  /// All entities of a kind, in the order of the descriptors, then of their ids.
  public func fetch<E: Entity>(
    _ type: E.Type, sortedBy descriptors: [SortDescriptor<E>], limit: Int? = nil, offset: Int = 0,
    at cut: Cut = .now
  ) throws -> [E] {
    let query = try Query(type, sortedBy: descriptors)
    return try fetch(type, where: nil, sort: query.sort, limit: limit, offset: offset, at: cut)
  }

  /// The same in parts: others read and write meanwhile.
  public nonisolated func fetch<E: Entity>(
    _ type: E.Type, where predicate: Predicate<E>, sortedBy descriptors: [SortDescriptor<E>] = [],
    limit: Int? = nil, offset: Int = 0, at cut: Cut = .now
  ) async throws -> [E] {
    let query = try Query(type, where: predicate, sortedBy: descriptors)
    return try await fetch(
      type, where: query.condition, sort: query.sort, limit: limit, offset: offset, at: cut)
  }

  /// The same in parts: others read and write meanwhile.
  public nonisolated func fetch<E: Entity>(
    _ type: E.Type, sortedBy descriptors: [SortDescriptor<E>], limit: Int? = nil, offset: Int = 0,
    at cut: Cut = .now
  ) async throws -> [E] {
    let query = try Query(type, sortedBy: descriptors)
    return try await fetch(type, where: nil, sort: query.sort, limit: limit, offset: offset, at: cut)
  }

  /// For how many entities the predicate holds.
  public func count<E: Entity>(_ type: E.Type, where predicate: Predicate<E>) throws -> Int {
    try count(type, where: try Condition(predicate))
  }
}
