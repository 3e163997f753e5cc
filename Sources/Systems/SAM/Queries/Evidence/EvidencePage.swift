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
  /// What its mailbox calls it, and the flags of IMAP.
  public var labels: [String]
  public var attachments: [AttachmentItem]
  /// The Message-ID that its thread began with.
  public var threadID: String?
  /// The other mails of its thread, oldest first; at most ``threadMax``.
  public var thread: [ReviewItem] = []

  public static let threadMax = 50
}

/// A file in a list.
public struct AttachmentItem: Sendable, Hashable {
  public var id: Ref<Attachment>
  public var fileName: String?
  public var mediaType: String
  /// Bytes.
  public var size: Int

  init(_ reader: borrowing EntityReader) {
    (id, fileName) = (Ref(reader.id), reader.text("fileName"))
    mediaType = reader.text("mediaType") ?? ""
    size = Int(reader.value("size").int ?? 0)
  }
}

extension EvidencePage {
  /// Nil when it is not there.
  public static func read(
    _ id: Ref<EvidenceItem>, in view: borrowing ViewReader
  ) throws(LedgerError) -> EvidencePage? {
    guard var page = view.read(EvidenceItem.kind, id.rawValue, { EvidencePage($0) }) else { return nil }
    guard let thread = page.threadID else { return page }
    var query = Query(
      EvidenceItem.kind, where: .compare("threadID", .equal, .string(thread)), sort: [SortKey("occurredAt")],
      limit: threadMax + 1)
    query.fields = []
    let others = try view.fetch(query).rows.filter { $0.id != id.rawValue }.prefix(threadMax)
    for other in others {
      if let item = view.read(EvidenceItem.kind, other.id, { ReviewItem($0) }) { page.thread.append(item) }
    }
    return page
  }

  init(_ reader: borrowing EntityReader) {
    summary = ReviewItem(reader)
    (sourceUID, bodyText) = (reader.text("sourceUID"), reader.text("bodyText"))
    sourceName = reader.map("importedFrom") { $0.text("name") ?? $0.id }.first
    participantHints = reader.decoded("participantHints", as: ParticipantHint.self)
    proposals = reader.decoded("proposedLinks", as: ProposedLink.self)
    insights = reader.map("supportingInsights") { InsightItem($0) }.byConfidence
    (labels, threadID) = (reader.texts("labels"), reader.text("threadID"))
    let files = reader.map("attachments") { (Int($0.value("position").int ?? 0), AttachmentItem($0)) }
    attachments = files.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension Ledger {
  /// A piece of evidence's page; nil when there is none. O(what it is linked to).
  public nonisolated func evidencePage(_ id: Ref<EvidenceItem>, at cut: Cut = .now) async throws
    -> EvidencePage?
  {
    try await withView(at: cut) { try EvidencePage.read(id, in: $0) }
  }
}
