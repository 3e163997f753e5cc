public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// That a person takes part in a context.
public struct ParticipationItem: Sendable, Hashable {
  public var id: Ref<ContextParticipation>
  public var person: Mention<Person>?
  public var context: Mention<Context>?
  public var contextKind: ContextKind?
  public var roles: [RoleType]
  public var isPrimary: Bool
  public var note: String?
  public var startDate: Date?
  /// Nil while it lasts.
  public var endDate: Date?
}

extension ParticipationItem: ListItem {
  public typealias Target = ContextParticipation

  public init(_ reader: borrowing EntityReader) {
    id = Ref(reader.id)
    (person, context) = (reader.mention("person"), reader.mention("context"))
    contextKind = reader.map("context") { ContextKind(rawValue: $0.text("kind") ?? "") }.first
    roles = reader.roles("roleBadges")
    isPrimary = reader.flag("isPrimary")
    note = reader.text("note")
    (startDate, endDate) = (reader.date("startDate"), reader.date("endDate"))
  }
}

extension [ParticipationItem] {
  /// Primary ones first, otherwise in the order in which they were linked.
  var primaryFirst: [ParticipationItem] { filter(\.isPrimary) + filter { !$0.isPrimary } }
}
