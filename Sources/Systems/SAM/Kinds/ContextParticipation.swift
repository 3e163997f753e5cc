public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A person takes part in a context, in a role.
public struct ContextParticipation: Entity {
  public var id = ID()
  /// The person who takes part; nil once the person is gone. Erased with the person.
  public var person: Ref<Person>?
  /// The context in which the person takes part; nil once it is gone.
  public var context: Ref<Context>?
  /// The person's roles in this context; ``Person/roleBadges`` are those in the practice as a whole.
  public var roleBadges: [RoleType] = []
  /// Primary ones come first.
  public var isPrimary = false
  /// A remark in free text; nil where there is none.
  public var note: String?
  /// Since when: a moment, or a day without a time (`Date.wholeDay`); `Date.unwritten` where unknown.
  public var startDate = Date.unwritten
  /// Null while it lasts.
  public var endDate: Date?

  public init() {}

  public static let schema = Schema("sam.contextParticipation") {
    Personal()
    Days(\.startDate, \.endDate)
    One(\.person, inverse: \Person.participations, isAbout: true)
    One(\.context, inverse: \Context.participations)
    Bound(\.startDate, .far)
    Bound(\.endDate, .far)
    Check(\.endDate, "must not be before startDate", reading: \.startDate) {
      $0 ?? .distantFuture >= $1
    }
    Upcast(\.roleBadges, before: 7) { RoleType.typed($0) }
  }
}
