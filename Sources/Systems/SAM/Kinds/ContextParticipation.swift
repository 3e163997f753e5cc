public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A person takes part in a context, in a role.
public struct ContextParticipation: Entity {
  public var id = ID()
  public var person: Ref<Person>?
  public var context: Ref<Context>?
  public var roleBadges: [RoleType] = []
  /// Primary ones come first.
  public var isPrimary = false
  public var note: String?
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
