public import Daybook

/// A person is covered by a product.
public struct Coverage: Entity {
  public var id = ID()
  /// The person who is covered; nil once the person is gone. Erased with the person.
  public var person: Ref<Person>?
  /// The product that covers the person, which lists it in ``Product/coverages``; deleted with the product.
  public var product: Ref<Product>?
  /// Whether the person is insured, a beneficiary or the owner; `insured` by default.
  public var role: CoverageRole = .insured
  /// Whether the person's share passes to the survivors; false by default.
  public var survivorshipRights = false

  public init() {}

  public static let schema = Schema("sam.coverage") {
    Personal()
    One(\.person, inverse: \Person.coverages, isAbout: true)
    One(\.product, inverse: \Product.coverages)
  }
}
