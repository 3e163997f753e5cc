public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
