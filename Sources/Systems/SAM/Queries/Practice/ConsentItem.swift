public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A consent requirement as a list shows it.
public struct ConsentItem: Sendable, Hashable {
  public var id: Ref<ConsentRequirement>
  public var type: ConsentType
  public var status: ConsentStatus
  public var person: Mention<Person>?
  public var context: Mention<Context>?
  public var product: Mention<Product>?
  public var dueDate: Date?
  public var completedAt: Date?

  /// Whether it waits although it was due before a time: the beginning of today, since what is due today may
  /// still come.
  ///
  /// - Parameter zone: in which a day begins on which it is due.
  public func isOverdue(before time: Date, in zone: TimeZoneRule = .system) -> Bool {
    status == .pending && dueDate.map { Date(zone.beginning(of: Instant($0))) < time } ?? false
  }
}

extension ConsentItem: ListItem {
  public typealias Target = ConsentRequirement

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
  /// Those that wait, the first due first.
  var pendingByDueDate: [ConsentItem] { filter { $0.status == .pending }.byDueDate }

  /// Those that are never due come last.
  var byDueDate: [ConsentItem] {
    sorted { left, right in
      let (leftTime, rightTime) = (left.dueDate ?? .distantFuture, right.dueDate ?? .distantFuture)
      return leftTime != rightTime ? leftTime < rightTime : left.id.rawValue < right.id.rawValue
    }
  }
}
