public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A consent requirement as a list shows it.
public struct ConsentItem: Sendable, Hashable {
  public var id: Ref<ConsentRequirement>
  /// What is consented to.
  public var type: ConsentType
  /// The status; one that this version does not know is kept.
  public var status: ConsentStatus
  /// The person who is to consent; nil for a consent of a context or a product alone.
  public var person: Mention<Person>?
  /// The context that it concerns; nil where it concerns none.
  public var context: Mention<Context>?
  /// The product that it concerns; nil where it concerns none.
  public var product: Mention<Product>?
  /// By when it is needed: a moment, or a day without a time (`Date.wholeDay`); nil where it is never due.
  public var dueDate: Date?
  /// When it was granted, declined, revoked or expired; nil while it is pending.
  public var completedAt: Date?

  /// Whether it is pending although it was due before a time: the beginning of today, because a consent that is due
  /// today may still be given.
  ///
  /// - Parameters:
  ///   - time: the moment to compare with: the beginning of today.
  ///   - zone: the time zone in which the due day begins.
  public func isOverdue(before time: Date, in zone: TimeZoneRule = .system) -> Bool {
    status == .pending && dueDate.map { Date(zone.beginning(of: Instant($0))) < time } ?? false
  }
}

extension ConsentItem: ListItem {
  /// The kind that the list shows.
  public typealias Target = ConsentRequirement

  /// Reads a consent requirement from the view, with the names around it. O(1).
  public init(_ reader: borrowing EntityReader) {
    id = Ref(reader.id)
    type = ConsentType(rawValue: reader.text("consentType") ?? "")
    status = ConsentStatus(rawValue: reader.text("status") ?? "")
    (person, context) = (reader.mention("person"), reader.mention("context"))
    product = reader.mention("product")
    (dueDate, completedAt) = (reader.date("dueDate"), reader.date("completedAt"))
  }
}

extension [ConsentItem] {
  /// The pending ones, the first due first.
  var pendingByDueDate: [ConsentItem] { filter { $0.status == .pending }.byDueDate }

  /// Those that are never due come last.
  var byDueDate: [ConsentItem] {
    sorted { left, right in
      let (leftTime, rightTime) = (left.dueDate ?? .distantFuture, right.dueDate ?? .distantFuture)
      return leftTime != rightTime ? leftTime < rightTime : left.id.rawValue < right.id.rawValue
    }
  }
}
