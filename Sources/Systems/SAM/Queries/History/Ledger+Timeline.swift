public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Ledger {
  /// What happened to a person, in the order of time. `limit` takes the latest, `offset` passes over the latest.
  /// O(what the person has).
  public func timeline(
    of person: Ref<Person>, since: Date? = nil, until: Date? = nil, limit: Int? = nil,
    offset: Int = 0
  ) throws -> Listing<TimelineEntry> {
    let all = try withView { view in
      view.read(Person.kind, person.rawValue) { Timeline.entries(ofPerson: $0) } ?? []
    }
    return Listing(all, since: since, until: until, limit: limit, offset: offset)
  }

  /// What happened in a context, in the order of time. `limit` takes the latest, `offset` passes over the
  /// latest. O(what the context has).
  public func timeline(
    of context: Ref<Context>, since: Date? = nil, until: Date? = nil, limit: Int? = nil,
    offset: Int = 0
  ) throws -> Listing<TimelineEntry> {
    let all = try withView { view in
      view.read(Context.kind, context.rawValue) { Timeline.entries(ofContext: $0) } ?? []
    }
    return Listing(all, since: since, until: until, limit: limit, offset: offset)
  }
}

extension Listing where Item == TimelineEntry {
  fileprivate init(_ all: [TimelineEntry], since: Date?, until: Date?, limit: Int?, offset: Int) {
    let within = all.filter { entry in
      entry.at >= since ?? .distantPast && entry.at <= until ?? .distantFuture
    }.inOrder
    self.init(
      items: Array(within.dropLast(max(0, offset)).suffix(max(0, limit ?? .max))), total: within.count)
  }
}
