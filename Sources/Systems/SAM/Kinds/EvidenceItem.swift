public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A raw fact from outside: a calendar's entry, a message, a note.
public struct EvidenceItem: Entity {
  public var id = ID()
  /// Identifies the fact in its source, so that reading it again updates it: `eventkit:<UID>`, with
  /// `#<RECURRENCE-ID in UTC>` for one occurrence, `mail:<message-id>`.
  public var sourceUID: String?
  /// The kind of source, set when the evidence is imported; `calendar` by default.
  public var source: EvidenceSource = .calendar
  /// Whether it waits for review; `needsReview` by default. Dismissing writes `done`; a sync writes neither.
  public var state: EvidenceTriageState = .needsReview
  /// Of an all-day entry, the beginning of its day in UTC; see ``occurredOn``.
  public var occurredAt = Date.unwritten
  /// The day of an all-day entry, which has no zone.
  public var occurredOn: CivilDay?
  /// A calendar entry's summary, a mail's subject, or a note's first line; empty where the source has none.
  public var title = ""
  /// One line for lists, at most 160 characters, made on import from the place, the notes or the text; may be empty.
  public var snippet = ""
  /// A calendar entry's notes, a mail's plain text (at most 256 KiB) with its attachments' names, or a whole note.
  /// Nil where the source has no text.
  public var bodyText: String?
  /// What it may be a sign of: set by ``RuleSignals`` when one of the fields that they read is written, or as somebody
  /// wrote it later.
  public var signals: [EvidenceSignal] = []
  /// The participants, according to the source.
  public var participantHints: [ParticipantHint] = []
  /// People and contexts that the import suggests linking, decided proposals too, so that none is suggested twice.
  public var proposedLinks: [ProposedLink] = []
  /// The calendar or mailbox it was read from.
  public var importedFrom: Ref<Source>?
  /// The people whom it concerns, linked on import by address or by a user; may be empty.
  public var linkedPeople: [Ref<Person>] = []
  /// The contexts that it concerns, linked by a user or by accepting a proposal; may be empty.
  public var linkedContexts: [Ref<Context>] = []
  /// Set through ``Insight/basedOnEvidence``, dismissed insights too.
  public var supportingInsights: [Ref<Insight>] = []
  /// For a mail, the Message-ID that its thread began with; its own if it answers nothing.
  public var threadID: String?
  /// For a mail, the Message-ID of the mail that it answers.
  public var inReplyTo: String?
  /// Its labels in the mailbox: labels, keywords, and the flags of IMAP (RFC 9051) such as `\Seen`.
  public var labels: [String] = []
  /// Set through ``Attachment/evidence``; ``Attachment/position`` orders them. Deleted with the evidence.
  public var attachments: [Ref<Attachment>] = []
  /// For a calendar entry, the iCalendar component as it came, unfolded, each property in its place, in a calendar of
  /// its own; for an occurrence, that of its series. Null if it is longer than 64 KiB.
  public var sourceComponent: String?
  /// The component in UTF-8, if it is longer.
  public var sourceComponentData: Data?

  public init() {}

  public static let schema = Schema("sam.evidenceItem") {
    Key(\.sourceUID)
    Personal()
    Sensitive(\.sourceComponent, \.sourceComponentData)
    Names(\.title, called: { EvidenceItem.name($0) })
    Indexed(\.state, \.occurredAt, \.threadID)
    Dismissal(\.state, dismissed: .done, restored: .needsReview)
    // SwiftData could not store the enumeration itself.
    Renamed("stateRawValue", to: \.state)
    Derived(\.signals, from: \.title, \.snippet, \.bodyText, \.participantHints) {
      RuleSignals().signals(title: $0, snippet: $1, body: $2, participants: $3)
    }
    Check(value: \.signals, "must have confidences between 0 and 1") {
      $0.allSatisfy { (0...1).contains($0.confidence) }
    }
    Check(value: \.proposedLinks, "must have confidences between 0 and 1") {
      $0.allSatisfy { (0...1).contains($0.confidence) }
    }
    One(\.importedFrom)
    Many(\.linkedPeople, inverse: \Person.evidence, onDelete: .nullify)
    Many(\.linkedContexts, inverse: \Context.evidence, onDelete: .nullify)
    Inverse(\.supportingInsights, of: \Insight.basedOnEvidence, onDelete: .nullify)
    Inverse(\.attachments, of: \Attachment.evidence, onDelete: .cascade)
    Bound(\.occurredAt, .far)
    Bound(\.occurredOn, .far)
  }
}
