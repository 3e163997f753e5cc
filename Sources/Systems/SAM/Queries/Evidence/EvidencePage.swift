public import Daybook

/// All that is to be known of a piece of evidence at a glance.
public struct EvidencePage: Sendable, Hashable {
  public var summary: ReviewItem
  public var sourceUID: String?
  /// What the calendar or mailbox is called.
  public var sourceName: String?
  public var bodyText: String?
  /// Who was there, by the source's word.
  public var participantHints: [ParticipantHint]
  /// Decided ones too.
  public var proposals: [ProposedLink]
  /// Those that rest on it, dismissed ones too, the most certain first.
  public var insights: [InsightItem]
}

extension EvidencePage {
  /// Nil when it is not there.
  package static func read(_ id: Ref<EvidenceItem>, in view: borrowing ViewReader) -> EvidencePage? {
    view.read(EvidenceItem.kind, id.rawValue) { EvidencePage($0) }
  }

  init(_ reader: borrowing EntityReader) {
    summary = ReviewItem(reader)
    (sourceUID, bodyText) = (reader.text("sourceUID"), reader.text("bodyText"))
    sourceName = reader.map("importedFrom") { $0.text("name") ?? $0.id }.first
    participantHints = reader.decoded("participantHints", as: ParticipantHint.self)
    proposals = reader.decoded("proposedLinks", as: ProposedLink.self)
    insights = reader.map("supportingInsights") { InsightItem($0) }.byConfidence
  }
}

extension Ledger {
  /// A piece of evidence's page; nil when there is none. O(what it is linked to).
  public func evidencePage(_ id: Ref<EvidenceItem>, at cut: Cut = .now) throws -> EvidencePage? {
    try withView(at: cut) { EvidencePage.read(id, in: $0) }
  }
}
