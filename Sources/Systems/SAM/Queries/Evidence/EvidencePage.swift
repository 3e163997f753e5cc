public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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

/// A piece of evidence as a list shows it.
public struct ReviewItem: Sendable, Hashable {
  public var id: Ref<EvidenceItem>
  /// The kind of source, such as a calendar; one that this version does not know is kept.
  public var source: EvidenceSource
  /// Whether it waits for review.
  public var state: EvidenceTriageState
  /// Of an all-day entry, the beginning of ``occurredOn`` in UTC.
  public var occurredAt: Date?
  /// The day of an all-day entry.
  public var occurredOn: CivilDay?
  /// A calendar entry's summary, a mail's subject, or a note's first line; may be empty.
  public var title: String
  /// One line for lists, at most 160 characters in imported evidence; may be empty.
  public var snippet: String
  /// The linked people, in the order in which they were linked.
  public var people: [Mention<Person>]
  /// The linked contexts, in the order in which they were linked.
  public var contexts: [Mention<Context>]
  /// Links that nobody has accepted or rejected yet.
  public var pendingProposals: [ProposedLink]
  /// What it may be a sign of, at most one signal of a kind from the built-in rules.
  public var signals: [EvidenceSignal]
}

extension ReviewItem: ListItem {
  /// The kind that the list shows.
  public typealias Target = EvidenceItem

  /// Reads a piece of evidence from the view. O(its links).
  public init(_ reader: borrowing EntityReader) {
    id = Ref(reader.id)
    source = EvidenceSource(rawValue: reader.text("source") ?? "")
    state = EvidenceTriageState(rawValue: reader.text("state") ?? "")
    occurredAt = reader.date("occurredAt")
    occurredOn = reader.text("occurredOn").flatMap { CivilDay($0) }
    title = reader.text("title") ?? ""
    snippet = reader.text("snippet") ?? ""
    people = reader.mentions("linkedPeople")
    contexts = reader.mentions("linkedContexts")
    pendingProposals = reader.decoded("proposedLinks", as: ProposedLink.self).filter { $0.status == .pending }
    signals = reader.decoded("signals", as: EvidenceSignal.self)
  }
}

extension EntityReader {
  /// The latest evidence of a person or a context that its page shows, newest first.
  var latestEvidence: [ReviewItem] {
    let shown = Set(Formulas.recentInteractions(self).map(\.evidence))
    let items = map("evidence") { shown.contains($0.id) ? ReviewItem($0) : nil }.compactMap { $0 }
    return items.sorted { left, right in
      let (leftTime, rightTime) = (left.occurredAt ?? .unwritten, right.occurredAt ?? .unwritten)
      return leftTime != rightTime ? leftTime > rightTime : left.id.rawValue < right.id.rawValue
    }
  }

  /// The elements of a list of values; those that a later version wrote in another form are skipped.
  func decoded<Value: Decodable>(_ field: String, as type: Value.Type) -> [Value] {
    value(field).array?.compactMap { try? FieldDecoder.decode(Value.self, from: $0) } ?? []
  }
}
