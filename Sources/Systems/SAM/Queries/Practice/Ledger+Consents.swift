public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Which consent requirements.
public struct ConsentFilter: Sendable, Hashable {
  /// Nil: whatever their status.
  public var status: ConsentStatus? = .pending
  /// Only those of this person; nil for any.
  public var person: Ref<Person>?
  /// Only those that concern this context; nil for any.
  public var context: Ref<Context>?
  /// Only those that concern this product; nil for any.
  public var product: Ref<Product>?
  /// Only those that are due before this time.
  public var dueBefore: Date?

  public init() {}

  fileprivate func holds(_ item: ConsentItem, _ zone: TimeZoneRule) -> Bool {
    (status == nil || item.status == status) && (person == nil || item.person?.id == person)
      && (context == nil || item.context?.id == context) && (product == nil || item.product?.id == product)
      && (dueBefore.map { moment in
        item.dueDate.map { Date(zone.beginning(of: Instant($0))) < moment } ?? false
      } ?? true)
  }

  fileprivate func condition(_ zone: TimeZoneRule) -> Condition? {
    .all([
      status.map { .compare("status", .equal, .string($0.rawValue)) },
      dueBefore.map { .begins("dueDate", before: Instant($0), zone) },
    ])
  }

  /// Those of one neighbourhood; nil when the filter names none.
  fileprivate func around(_ view: borrowing ViewReader) -> [ConsentItem]? {
    if let person { return view.items(around: person, "consentRequirements") }
    if let context { return view.items(around: context, "consentRequirements") }
    return product.map { view.items(around: $0, "consentRequirements") }
  }
}

extension Ledger {
  /// Consent requirements, the first due first; those that are never due come last. Of a person, a context or
  /// a product O(what it has), otherwise O(consent requirements).
  public nonisolated func consents(
    _ filter: ConsentFilter = ConsentFilter(), limit: Int? = nil, offset: Int = 0,
    at cut: Cut = .now
  ) async throws -> Page<ConsentItem> {
    try await withView(at: cut) { view in
      if let all = filter.around(view) {
        return Page(all.filter { filter.holds($0, zone) }.byDueDate, limit: limit, offset: offset)
      }
      return try view.page(
        Query(
          ConsentRequirement.kind, where: filter.condition(zone), sort: [SortKey("dueDate")], limit: limit,
          offset: offset))
    }
  }
}
