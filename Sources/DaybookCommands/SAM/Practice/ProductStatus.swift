import Daybook
import SAM

/// Where a product stands, as commands take it: a usual word, or one that another product of the ledger has. Any other is
/// most often a typing error, and refused unless --force says that it is meant.
enum ProductStatus {
  static let usual = [
    "Active", "Proposed", "Applied", "Pending", "Approved", "Issued", "Declined", "Lapsed", "Expired",
    "Cancelled", "Surrendered", "Matured",
  ]

  static var list: String { usual.joined(separator: ", ") }

  static func read(_ text: String, _ write: WriteOptions, in ledger: Ledger) async throws -> String {
    if text.isEmpty { return text }
    let held = try await ledger.fetch(Product.self).map(\.statusDisplay).filter { !$0.isEmpty }
    if held.contains(text) { return text }
    return try KnownValues(usual).read(text, "status of a product", write)
  }
}
