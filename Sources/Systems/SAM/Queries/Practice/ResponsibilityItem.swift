public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A person's responsibility for another.
public struct ResponsibilityItem: Sendable, Hashable {
  public var id: Ref<Responsibility>
  /// The person who is responsible; nil where the person is gone.
  public var guardian: Mention<Person>?
  /// The person for whom the guardian is responsible; nil where the person is gone.
  public var dependent: Mention<Person>?
  /// Such as "minor" or "legal guardianship".
  public var reason: String
  /// Since when: a moment, or a day without a time (`Date.wholeDay`); nil where unknown.
  public var startDate: Date?
  /// Nil while it lasts.
  public var endDate: Date?
}

extension ResponsibilityItem: ListItem {
  /// The kind that the list shows.
  public typealias Target = Responsibility

  /// Reads a responsibility from the view, with the names of both people. O(1).
  public init(_ reader: borrowing EntityReader) {
    id = Ref(reader.id)
    (guardian, dependent) = (reader.mention("guardian"), reader.mention("dependent"))
    reason = reader.text("reason") ?? ""
    (startDate, endDate) = (reader.date("startDate"), reader.date("endDate"))
  }
}

/// A joint interest of several people.
public struct JointInterestItem: Sendable, Hashable {
  public var id: Ref<JointInterest>
  /// Such as "Joint bank account".
  public var description: String
  /// The owners, without deleted ones, in the order in which they were linked.
  public var members: [Mention<Person>]
  /// Whether a deceased owner's share passes to the surviving owners.
  public var hasSurvivorshipRights: Bool
  /// The products that it concerns.
  public var products: [Mention<Product>]
}

extension JointInterestItem: ListItem {
  /// The kind that the list shows.
  public typealias Target = JointInterest

  /// Reads a joint interest from the view. O(its members and products).
  public init(_ reader: borrowing EntityReader) {
    id = Ref(reader.id)
    description = reader.text("description") ?? ""
    members = reader.mentions("members")
    hasSurvivorshipRights = reader.flag("hasSurvivorshipRights")
    products = reader.mapReferring(Product.kind, by: "jointInterests") { Mention($0) }
  }
}
