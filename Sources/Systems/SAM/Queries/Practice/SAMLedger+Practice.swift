public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Which consent requirements.
public struct ConsentFilter: Sendable, Hashable {
  /// Only requirements with this status; nil for any.
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

extension SAMLedger {
  /// Consent requirements, the first due first; those that are never due come last. O(its requirements) for a person, a
  /// context or a product, otherwise O(consent requirements).
  public func consents(
    _ filter: ConsentFilter = ConsentFilter(), limit: Int? = nil, offset: Int = 0,
    at cut: Cut = .now
  ) async throws -> Page<ConsentItem> {
    try await ledger.withView(at: cut) { view in
      if let all = filter.around(view) {
        return Page(all.filter { filter.holds($0, ledger.zone) }.byDueDate, limit: limit, offset: offset)
      }
      return try view.page(
        Query(
          ConsentRequirement.kind, where: filter.condition(ledger.zone), sort: [SortKey("dueDate")],
          limit: limit,
          offset: offset))
    }
  }
}

// Products, coverage, responsibilities and joint interests. O(its own entities) for one person, product or context,
// otherwise O(entities of the kind).

extension SAMLedger {
  /// Products by name, with who is covered by each.
  public func products(
    of context: Ref<Context>? = nil, type: ProductType? = nil, limit: Int? = nil, offset: Int = 0,
    at cut: Cut = .now
  ) async throws -> Page<ProductItem> {
    try await ledger.withView(at: cut) { view in
      if let context {
        let all: [ProductItem] = view.items(around: context, "products")
        return Page(all.filter { type == nil || $0.type == type }, limit: limit, offset: offset)
      }
      let condition = type.map { Condition.compare("type", .equal, .string($0.rawValue)) }
      return try view.page(
        Query(Product.kind, where: condition, sort: [.folded("name")], limit: limit, offset: offset))
    }
  }

  /// Who is covered by what: by product, then by person.
  public func coverages(
    of person: Ref<Person>? = nil, by product: Ref<Product>? = nil, limit: Int? = nil, offset: Int = 0,
    at cut: Cut = .now
  ) async throws -> Page<CoverageItem> {
    try await ledger.withView(at: cut) { view in
      if let person {
        let all: [CoverageItem] = view.items(around: person, "coverages")
        return Page(
          all.filter { product == nil || $0.product?.id == product }, limit: limit, offset: offset)
      }
      if let product {
        return Page(view.items(around: product, "coverages"), limit: limit, offset: offset)
      }
      return try view.page(
        Query(
          Coverage.kind, sort: [.folded("product.name"), .folded("person.displayNameCache")], limit: limit,
          offset: offset))
    }
  }

  /// Who is responsible for whom, by guardian. For a person, those in which the person is either of the two.
  public func responsibilities(
    of person: Ref<Person>? = nil, includingEnded: Bool = false, at cut: Cut = .now
  ) async throws -> [ResponsibilityItem] {
    try await ledger.withView(at: cut) { view in
      let all: [ResponsibilityItem] =
        if let person {
          view.items(around: person, "responsibilitiesAsGuardian")
            + view.items(around: person, "responsibilitiesAsDependent")
        } else {
          try view.page(
            Query(
              Responsibility.kind,
              sort: [.folded("guardian.displayNameCache"), .folded("dependent.displayNameCache")])
          ).items
        }
      return all.filter { includingEnded || $0.endDate == nil }
    }
  }

  /// Joint interests by description. For a person, those of which the person is a member.
  public func jointInterests(
    of person: Ref<Person>? = nil, at cut: Cut = .now
  ) async throws -> [JointInterestItem] {
    try await ledger.withView(at: cut) { view in
      if let person { return view.items(around: person, "jointInterests") }
      return try view.page(Query(JointInterest.kind, sort: [.folded("description")])).items
    }
  }
}
