public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// That a product covers a person.
public struct CoverageItem: Sendable, Hashable {
  public var id: Ref<Coverage>
  public var person: Mention<Person>?
  public var product: Mention<Product>?
  public var productType: ProductType?
  /// Such as "Active" or "Proposed".
  public var productStatus: String?
  /// The product's.
  public var context: Mention<Context>?
  public var role: CoverageRole
  public var survivorshipRights: Bool
}

extension CoverageItem: ListItem {
  public typealias Target = Coverage

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
  public var name: String
  public var subtitle: String?
  public var type: ProductType
  /// Such as "Active" or "Proposed".
  public var statusDisplay: String
  public var context: Mention<Context>?
  public var issuedDate: Date?
  public var coverages: [CoverageItem]
  /// Consent requirements that wait.
  public var pendingConsentCount: Int
}

extension ProductItem: ListItem {
  public typealias Target = Product

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
