public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Everything about a context on one page.
public struct ContextPage: Sendable, Hashable {
  /// What a list shows of it: name, kind and counts.
  public var summary: ContextSummary
  /// Primary ones first.
  public var participations: [ParticipationItem]
  /// With who is covered by each, and how.
  public var products: [ProductItem]
  /// The pending consent requirements, the first due first.
  public var pendingConsents: [ConsentItem]
  /// The open insights, the most certain first.
  public var openInsights: [InsightItem]
  /// The latest evidence that has occurred, newest first.
  public var recentInteractions: [ReviewItem]
  /// The number of upcoming pieces of evidence.
  public var upcomingInteractionsCount: Int
  /// The latest notes, newest first.
  public var recentNotes: [NoteItem]
}

extension ContextPage {
  /// Nil if there is no such context.
  public static func read(_ id: Ref<Context>, in view: borrowing ViewReader) -> ContextPage? {
    view.read(Context.kind, id.rawValue) { ContextPage($0) }
  }

  init(_ reader: borrowing EntityReader) {
    summary = ContextSummary(reader)
    participations = reader.map("participations") { ParticipationItem($0) }.primaryFirst
    products = reader.map("products") { ProductItem($0) }
    pendingConsents = reader.map("consentRequirements") { ConsentItem($0) }.pendingByDueDate
    openInsights = reader.map("insights") { InsightItem($0) }.openByConfidence
    recentInteractions = reader.latestEvidence
    upcomingInteractionsCount = Formulas.upcoming("evidence", reader)
    recentNotes = Array(
      reader.mapReferring(Note.kind, by: "context") { NoteItem($0) }.newestFirst.prefix(Formulas.recentCount))
  }
}

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
