public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A person's participation in a context.
public struct ParticipationItem: Sendable, Hashable {
  public var id: Ref<ContextParticipation>
  /// The person who takes part; nil where the person is gone.
  public var person: Mention<Person>?
  /// The context; nil where it is gone.
  public var context: Mention<Context>?
  /// The kind of ``context``; nil where the context is gone.
  public var contextKind: ContextKind?
  /// The person's roles in this context; may be empty.
  public var roles: [RoleType]
  /// Whether it comes before the person's or context's other participations.
  public var isPrimary: Bool
  /// A remark in free text; nil where there is none.
  public var note: String?
  /// Since when: a moment, or a day without a time (`Date.wholeDay`); nil where unknown.
  public var startDate: Date?
  /// Nil while it lasts.
  public var endDate: Date?
}

extension ParticipationItem: ListItem {
  /// The kind that the list shows.
  public typealias Target = ContextParticipation

  /// Reads a participation from the view, with the names of its person and context. O(1).
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
