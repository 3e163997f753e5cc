public import Daybook

/// A person is covered by a product.
public struct Coverage: Entity {
  public var id = ID()
  public var person: Ref<Person>?
  public var product: Ref<Product>?
  public var role: CoverageRole = .insured
  public var survivorshipRights = false

  public init() {}

  public static let schema = Schema("sam.coverage") {
    Personal()
    One(\.person, inverse: \Person.coverages, isAbout: true)
    One(\.product, inverse: \Product.coverages)
  }
}
