public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An insurance product of a context.
public struct Product: Entity {
  public var id = ID()
  public var context: Ref<Context>?
  public var type: ProductType = .life
  public var name = ""
  public var subtitle: String?
  /// Such as "Active" or "Proposed".
  public var statusDisplay = ""
  /// The name of an SF Symbol.
  public var icon = ""
  public var issuedDate: Date?
  public var coverages: [Ref<Coverage>] = []
  public var consentRequirements: [Ref<ConsentRequirement>] = []
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
