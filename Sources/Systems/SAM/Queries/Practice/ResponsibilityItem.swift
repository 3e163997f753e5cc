public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// That one person is responsible for another.
public struct ResponsibilityItem: Sendable, Hashable {
  public var id: Ref<Responsibility>
  public var guardian: Mention<Person>?
  public var dependent: Mention<Person>?
  /// Such as "minor" or "legal guardianship".
  public var reason: String
  public var startDate: Date?
  /// Nil while it lasts.
  public var endDate: Date?
}

extension ResponsibilityItem: ListItem {
  public typealias Target = Responsibility

  public init(_ reader: borrowing EntityReader) {
    id = Ref(reader.id)
    (guardian, dependent) = (reader.mention("guardian"), reader.mention("dependent"))
    reason = reader.text("reason") ?? ""
    (startDate, endDate) = (reader.date("startDate"), reader.date("endDate"))
  }
}

/// What people own together.
public struct JointInterestItem: Sendable, Hashable {
  public var id: Ref<JointInterest>
  /// Such as "Joint bank account".
  public var description: String
  public var members: [Mention<Person>]
  public var hasSurvivorshipRights: Bool
  /// The products that it concerns.
  public var products: [Mention<Product>]
}

extension JointInterestItem: ListItem {
  public typealias Target = JointInterest

  public init(_ reader: borrowing EntityReader) {
    id = Ref(reader.id)
    description = reader.text("description") ?? ""
    members = reader.mentions("members")
    hasSurvivorshipRights = reader.flag("hasSurvivorshipRights")
    products = reader.mapReferring(Product.kind, by: "jointInterests") { Mention($0) }
  }
}
