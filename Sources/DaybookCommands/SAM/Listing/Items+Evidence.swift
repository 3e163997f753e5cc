import Daybook
import SAM

extension ReviewItem: Listed {
  static let entityKind = EvidenceItem.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("occurredAt") { .date($0.occurredAt) },
    Member("occurredOn") { .text($0.occurredOn?.description) },
    Member("source") { .string($0.source.rawValue) },
    Member("state") { .string($0.state.rawValue) },
    Member("title") { .string($0.title) },
    Member("snippet") { .string($0.snippet) },
    Member("people") { .mentions($0.people) },
    Member("contexts") { .mentions($0.contexts) },
    Member("proposals") { .array($0.pendingProposals.map(\.json)) },
    Member("signals") { .array($0.signals.map { .string($0.kind.rawValue) }) },
  ]

  static let columns: [Column<Self>] = [
    Column("when") { $1.time($0.occurredAt, orDay: $0.occurredOn) },
    Column("source") { $0.source.rawValue },
    Column("state") { $0.state.rawValue },
    Column("title") { $0.title.isEmpty ? $0.snippet : $0.title },
    Column("people") { $0.people.names },
    Column("proposed", count: \.pendingProposals.count),
  ]
}

extension ProposedLink {
  var json: JSONValue {
    [
      "targetKind": .string(targetKind), "targetID": .string(targetID), "displayName": .string(displayName),
      "email": .text(email), "confidence": .double(confidence), "reason": .string(reason),
      "status": .string(status.rawValue),
    ]
  }
}

extension AttachmentItem: Listed {
  static let entityKind = Attachment.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("fileName") { .text($0.fileName) }, Member("mediaType") { .string($0.mediaType) },
    Member("size") { .count($0.size) },
  ]

  static let columns: [Column<Self>] = [
    Column("name") { $0.fileName }, Column("type") { $0.mediaType }, Column("bytes", count: { $0.size }),
  ]
}

extension InsightItem: Listed {
  static let entityKind = Insight.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("kind") { .string($0.kind.rawValue) },
    Member("message") { .string($0.message) },
    Member("confidence") { .double($0.confidence) },
    Member("person") { .mention($0.person) },
    Member("context") { .mention($0.context) },
    Member("product") { .mention($0.product) },
    Member("interactionsCount") { .count($0.interactionsCount) },
    Member("upcomingInteractionsCount") { .count($0.upcomingInteractionsCount) },
    Member("createdAt") { .date($0.createdAt) },
    Member("dismissedAt") { .date($0.dismissedAt) },
  ]

  static let columns: [Column<Self>] = [
    Column("sure") { TableStyle.percent($0.confidence) },
    Column("kind") { $0.kind.rawValue },
    Column("about") { $0.person?.name ?? $0.context?.name ?? $0.product?.name },
    Column("insight") { $0.message },
    Column("dismissed") { $1.day($0.dismissedAt) },
  ]
}

extension NoteItem: Listed {
  static let entityKind = Note.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("person") { .mention($0.person) },
    Member("context") { .mention($0.context) },
    Member("content") { .string($0.content) },
    Member("createdAt") { .date($0.createdAt) },
    Member("modifiedAt") { .date($0.modifiedAt) },
    Member("topics") { .array($0.topics.map { .string($0) }) },
    Member("actions") { .array($0.actions.map { .string($0) }) },
  ]

  static let columns: [Column<Self>] = [
    Column("when") { $1.time($0.createdAt) },
    Column("about") { ($0.person?.name ?? $0.context?.name).map { OneLine.of($0) } },
    Column("note") { $0.content },
    Column("to do") { TableStyle.list($0.actions) },
  ]
}

extension TimelineEntry: Listed {
  /// Of most of them.
  static let entityKind = EvidenceItem.kind
  var itemKind: String { kind }
  var rawID: String { id }

  static let jsonMembers: [Member<Self>] = [
    Member("at") { .date($0.at) },
    Member("day") { .text($0.day?.description) },
    Member("event") { .string($0.event.rawValue) },
    Member("text") { .string($0.text) },
  ]

  static let columns: [Column<Self>] = [
    Column("when") { $1.timeOfDay($0.at, orDay: $0.day) },
    Column("what") { $0.event.words },
    Column("text") { $0.text },
  ]
}

extension TimelineEntry.Event {
  /// As people say it.
  var words: String {
    switch self {
    case .evidence: "evidence"
    case .note: "note"
    case .consentRequired, .consentDue, .consentDecided: "consent"
    case .productIssued: "product"
    case .covered: "coverage"
    case .joined: "joined"
    case .left: "left"
    case .responsibilityBegan: "responsible"
    case .responsibilityEnded: "no longer responsible"
    case .insight: "insight"
    case .insightDismissed: "dismissed"
    }
  }
}
