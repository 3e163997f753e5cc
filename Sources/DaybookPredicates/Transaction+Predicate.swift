public import Daybook
public import DaybookView
public import Foundation

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
