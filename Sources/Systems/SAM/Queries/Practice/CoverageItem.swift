public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The coverage of a person by a product.
public struct CoverageItem: Sendable, Hashable {
  public var id: Ref<Coverage>
  /// The person who is covered; nil where the person is gone.
  public var person: Mention<Person>?
  /// The product that covers the person; nil where it is gone.
  public var product: Mention<Product>?
  /// What ``product`` insures; nil where the product is gone.
  public var productType: ProductType?
  /// Such as "Active" or "Proposed".
  public var productStatus: String?
  /// The product's context.
  public var context: Mention<Context>?
  /// Whether the person is insured, a beneficiary or the owner.
  public var role: CoverageRole
  /// Whether the person's share passes to the survivors.
  public var survivorshipRights: Bool
}

extension CoverageItem: ListItem {
  /// The kind that the list shows.
  public typealias Target = Coverage

  /// Reads a coverage from the view, with its product's type, status and context. O(1).
  public init(_ reader: borrowing EntityReader) {
    id = Ref(reader.id)
    person = reader.mention("person")
    let product = reader.map("product") { product in
      (
        mention: Mention<Product>(product), type: product.text("type"), status: product.text("statusDisplay"),
        context: product.mention("context", of: Context.self)
      )
    }.first
    self.product = product?.mention
    productType = product?.type.map { ProductType(rawValue: $0) }
    productStatus = product?.status.flatMap { $0.isEmpty ? nil : $0 }
    context = product?.context
    role = CoverageRole(rawValue: reader.text("role") ?? "")
    survivorshipRights = reader.flag("survivorshipRights")
  }
}

/// A product with who is covered by it, and how.
public struct ProductItem: Sendable, Hashable {
  public var id: Ref<Product>
  /// The product's name, else its id.
  public var name: String
  /// A second line for its card; nil where there is none.
  public var subtitle: String?
  /// What it insures; one that this version does not know is kept.
  public var type: ProductType
  /// Such as "Active" or "Proposed".
  public var statusDisplay: String
  /// The context that holds it, such as a household; nil where there is none.
  public var context: Mention<Context>?
  /// When it was issued: a moment, or a day without a time (`Date.wholeDay`); nil where unknown.
  public var issuedDate: Date?
  /// Who is covered and how, in the order in which they were linked.
  public var coverages: [CoverageItem]
  /// Consent requirements that wait.
  public var pendingConsentCount: Int
}

extension ProductItem: ListItem {
  /// The kind that the list shows.
  public typealias Target = Product

  /// Reads a product from the view. O(its coverages and consent requirements).
  public init(_ reader: borrowing EntityReader) {
    let mention = Mention<Product>(reader)
    (id, name, subtitle) = (mention.id, mention.name, reader.text("subtitle"))
    type = ProductType(rawValue: reader.text("type") ?? "")
    statusDisplay = reader.text("statusDisplay") ?? ""
    context = reader.mention("context")
    issuedDate = reader.date("issuedDate")
    coverages = reader.map("coverages") { CoverageItem($0) }
    pendingConsentCount = Formulas.pendingConsents(reader)
  }
}
