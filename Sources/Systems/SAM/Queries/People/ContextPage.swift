public import Daybook

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
