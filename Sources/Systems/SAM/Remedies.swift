import Daybook

extension SystemRemedy {
  /// List the people.
  static let people = SystemRemedy("sam.people", "sam.people(matching:)")
  /// List the contexts.
  static let contexts = SystemRemedy("sam.contexts", "sam.contexts(matching:)")
  /// List the products.
  static let products = SystemRemedy("sam.products", "sam.products(of:)")
}
