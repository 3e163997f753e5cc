public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A consent that regulation asks for.
public struct ConsentRequirement: Entity {
  public var id = ID()
  public var person: Ref<Person>?
  public var context: Ref<Context>?
  public var product: Ref<Product>?
  public var consentType: ConsentType = .general
  public var status: ConsentStatus = .pending
  public var dueDate: Date?
  public var completedAt: Date?

  public init() {}

  public static let schema = Schema("sam.consentRequirement") {
    Personal()
    // `recording, Ann Lee, Term Life 20`
    Names(detail: \.dueDate) { consent in
      ([consent.text("consentType")]
        + [
          consent.mention("person", of: Person.self)?.name,
          consent.mention("context", of: Context.self)?.name,
          consent.mention("product", of: Product.self)?.name,
        ])
        .compactMap { $0 }.joined(separator: ", ")
    }
    Days(\.dueDate)
    One(\.person, inverse: \Person.consentRequirements, isAbout: true)
    One(\.context, inverse: \Context.consentRequirements)
    One(\.product, inverse: \Product.consentRequirements)
    Bound(\.completedAt, .past)
    Check(\.completedAt, "must be null while the status is pending", reading: \.status) {
      $0 == nil || $1 != .pending
    }
    Bound(\.dueDate, .far)
  }
}
