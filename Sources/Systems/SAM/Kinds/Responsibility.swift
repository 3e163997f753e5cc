public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One person is responsible for another: a guardian for a minor.
public struct Responsibility: Entity {
  public var id = ID()
  /// The person who is responsible; nil once the person is gone.
  public var guardian: Ref<Person>?
  /// The person for whom the guardian is responsible, never the guardian; nil once the person is gone.
  public var dependent: Ref<Person>?
  /// Such as "minor" or "legal guardianship".
  public var reason = ""
  /// Since when: a moment, or a day without a time (`Date.wholeDay`); `Date.unwritten` where unknown.
  public var startDate = Date.unwritten
  /// Null while it lasts.
  public var endDate: Date?

  public init() {}

  public static let schema = Schema("sam.responsibility") {
    Personal()
    Days(\.startDate, \.endDate)
    One(\.guardian, inverse: \Person.responsibilitiesAsGuardian)
    One(\.dependent, inverse: \Person.responsibilitiesAsDependent)
    Bound(\.startDate, .far)
    Bound(\.endDate, .far)
    Check(\.dependent, "must not be the guardian", reading: \.guardian) { $0 == nil || $0 != $1 }
    Check(\.endDate, "must not be before startDate", reading: \.startDate) {
      $0 ?? .distantFuture >= $1
    }
  }
}
