public import Daybook

/// Reconciles evidence with calendars.
public typealias CalendarSync = CalendarReconciliation<CalendarEvidence>

/// An entry of a calendar is one item of evidence.
public struct CalendarEvidence: CalendarTarget {
  private let matcher: ParticipantMatcher

  /// Indexes the ledger's people, to whom participants are linked. O(people).
  public init(_ state: borrowing some SyncState & ~Copyable) {
    matcher = ParticipantMatcher(people: PeopleIndex(state))
  }

  public static var kind: String { EvidenceItem.kind }

  /// `eventkit:` and the identifier: the evidence's ``EvidenceItem/sourceUID``.
  public static func key(_ eventIdentifier: String) -> String { "eventkit:" + eventIdentifier }

  /// The evidence's `sourceUID`; nil for evidence of another source than a calendar.
  public static func key(of entity: SyncedEntity) -> String? {
    guard entity.values["source"] == .string(EvidenceSource.calendar.rawValue) else { return nil }
    return entity.values["sourceUID"]?.string
  }

  /// Its day, or its moment.
  public static func start(of entity: SyncedEntity) -> CalendarItem.Moment? {
    if let day = entity.values["occurredOn"]?.string.flatMap({ CivilDay($0) }) { return .day(day) }
    return entity.values["occurredAt"]?.string.flatMap { Instant($0) }.map { .instant($0) }
  }

  /// The state is not written: evidence that nobody has reviewed needs review by default, and a second machine that
  /// imports it later must not revert a "done".
  public mutating func entry(
    of entry: CalendarTargetItem, in state: borrowing some SyncState & ~Copyable
  ) throws -> EntitySync.Entry {
    let item = entry.item
    let match = try matcher.match(
      ParticipantMatcher.Item(
        id: entry.id, hints: item.participants, occurredAt: item.start.instant,
        proposals: entry.present?.values["proposedLinks"]?.array ?? []),
      in: state)
    var day: JSONValue = .null
    if case .day(let civil) = item.start { day = .string(civil.description) }
    return EntitySync.Entry(
      key: entry.key, source: entry.source,
      fields: [
        .init(name: "title", value: .string(item.title ?? ""), unwritten: ""),
        .init(name: "snippet", value: .string(item.snippet), unwritten: ""),
        .init(name: "bodyText", value: item.notes.map { .string($0) } ?? .null),
        .init(name: "occurredAt", value: .string(item.start.instant.description)),
        .init(name: "occurredOn", value: day),
        .init(name: "participantHints", value: try FieldEncoder.json(item.participants), unwritten: []),
        .init(
          name: "proposedLinks", value: .array(match.proposals), unwritten: [],
          workedOutFrom: ["participantHints"]),
      ],
      identity: [
        "sourceUID": .string(entry.key), "source": .string(EvidenceSource.calendar.rawValue),
        "importedFrom": .string(entry.source.id),
      ],
      following: ParticipantMatcher.links(match.links, of: entry.id))
  }
}

extension CalendarItem {
  /// A line of text for lists: the place and the beginning of the notes.
  fileprivate var snippet: String {
    let text = [location, notes].compactMap { $0.map(OneLine.of) }.filter { !$0.isEmpty }
      .joined(separator: " · ")
    return text.count <= 160 ? text : text.prefix(159) + "…"
  }
}
