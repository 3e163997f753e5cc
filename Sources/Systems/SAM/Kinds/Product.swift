public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An insurance product of a context.
public struct Product: Entity {
  public var id = ID()
  /// The context that holds it, such as a household, which lists it in ``Context/products``; deleted with the context.
  public var context: Ref<Context>?
  /// What it insures; `life` by default.
  public var type: ProductType = .life
  /// The product's name in the user's own words, such as `Term Life 20`.
  public var name = ""
  /// A second line for its card; nil where there is none.
  public var subtitle: String?
  /// Such as "Active" or "Proposed".
  public var statusDisplay = ""
  /// The name of an SF Symbol.
  public var icon = ""
  /// When it was issued: a moment, or a day without a time (`Date.wholeDay`).
  /// At most ten years ahead unless forced. Nil where unknown.
  public var issuedDate: Date?
  /// Set through ``Coverage/product``: who is covered, and how; deleted with the product.
  public var coverages: [Ref<Coverage>] = []
  /// Set through ``ConsentRequirement/product``, whatever their status; deleted with the product.
  public var consentRequirements: [Ref<ConsentRequirement>] = []
  /// The joint interests that it concerns, linked from here; a ``JointInterest`` has no list of its products.
  public var jointInterests: [Ref<JointInterest>] = []

  public init() {}

  public static let schema = Schema("sam.product") {
    Personal()
    Days(\.issuedDate)
    Names(\.name)
    One(\.context, inverse: \Context.products)
    Inverse(\.coverages, of: \Coverage.product, onDelete: .cascade)
    Inverse(\.consentRequirements, of: \ConsentRequirement.product, onDelete: .cascade)
    Many(\.jointInterests, onDelete: .nullify)
    Bound(\.issuedDate, .planned)
  }
}
