public import Daybook

/// Everything about a piece of evidence on one page.
public struct EvidencePage: Sendable, Hashable {
  /// What a list shows of it: title, time, state, links and signals.
  public var summary: ReviewItem
  /// Its key in the source, such as `eventkit:<UID>` or `mail:<Message-ID>`; nil for evidence without a source.
  public var sourceUID: String?
  /// The name of the calendar or mailbox.
  public var sourceName: String?
  /// The whole text: a calendar entry's notes, a mail or a note; nil where the source has none.
  public var bodyText: String?
  /// The participants, according to the source.
  public var participantHints: [ParticipantHint]
  /// All proposals, including decided ones.
  public var proposals: [ProposedLink]
  /// The insights that it supports, including dismissed ones, the most certain first.
  public var insights: [InsightItem]
  /// Its labels in the mailbox, and the flags of IMAP.
  public var labels: [String]
  /// The files that came with it, in their order in the source.
  public var attachments: [AttachmentItem]
  /// The Message-ID that its thread began with.
  public var threadID: String?
  /// The other mails of its thread, oldest first; at most ``threadMax``.
  public var thread: [ReviewItem] = []

  /// How many other mails of a thread a page holds; later ones are left out.
  public static let threadMax = 50
}

/// A file in a list.
public struct AttachmentItem: Sendable, Hashable {
  public var id: Ref<Attachment>
  /// The file's own name, without folders; nil where it has none.
  public var fileName: String?
  /// The media type, such as `application/pdf`; empty where the source names none.
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
  /// Nil if there is no such evidence.
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

extension SAMLedger {
  /// A piece of evidence's page; nil when there is none. O(what it is linked to).
  public func evidencePage(_ id: Ref<EvidenceItem>, at cut: Cut = .now) async throws
    -> EvidencePage?
  {
    try await ledger.withView(at: cut) { try EvidencePage.read(id, in: $0) }
  }
}
