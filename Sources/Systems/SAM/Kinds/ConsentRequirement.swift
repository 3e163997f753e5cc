public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A consent that regulation requires.
public struct ConsentRequirement: Entity {
  public var id = ID()
  /// The person who is to consent; nil for a consent of a context or a product alone. Erased with the person.
  public var person: Ref<Person>?
  /// The context that it concerns; nil where it concerns none.
  public var context: Ref<Context>?
  /// The product that it concerns; nil where it concerns none.
  public var product: Ref<Product>?
  /// What is consented to; `general` by default.
  public var consentType: ConsentType = .general
  /// The status; `pending` by default. While it is pending, ``completedAt`` must be nil.
  public var status: ConsentStatus = .pending
  /// By when it is needed: a moment, or a day without a time (`Date.wholeDay`); nil where it is never due.
  public var dueDate: Date?
  /// When it was granted, declined, revoked or expired, at most today unless forced; nil while it is pending.
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
