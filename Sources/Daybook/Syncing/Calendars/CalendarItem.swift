public import DaybookModel
import DaybookView

/// An entry of a calendar, whatever format it came in. A recurring entry is one item with its occurrences; an
/// occurrence that was changed is an item of its own.
public struct CalendarItem: Sendable, Equatable {
  /// A point in time, or a day without a zone.
  public enum Moment: Sendable, Equatable {
    /// A point in time, to the millisecond.
    case instant(Instant)
    /// A whole day, the same in every zone, with which all-day entries begin and end.
    case day(CivilDay)
  }

  /// One occurrence of a recurring entry.
  public struct Occurrence: Sendable, Equatable {
    /// Identifies it: its start, before a change of this and all later occurrences moved it.
    public var recurrenceID: Moment
    /// When it begins, after any change.
    public var start: Moment

    /// An occurrence by its name and its present start.
    public init(recurrenceID: Moment, start: Moment) {
      (self.recurrenceID, self.start) = (recurrenceID, start)
    }
  }

  /// The line in its file, from 1.
  public var line: Int
  /// The entry's UID, the same for all its occurrences; nil: the source gives none, see ``eventIdentifier``.
  public var uid: String?
  /// The start that the occurrence had before it was changed.
  public var recurrenceID: Moment?
  /// The entry's title, iCalendar's SUMMARY; nil: it has none.
  public var title: String?
  /// The entry's text, iCalendar's DESCRIPTION; nil: it has none.
  public var notes: String?
  /// Where it takes place, as free text; nil: the entry does not say.
  public var location: String?
  /// When it begins. For a recurring entry, its first occurrence, which identifies an entry without UID.
  public var start: Moment
  /// When it ends, exclusive: for whole days, the day after the last one. Nil for a moment without duration.
  public var end: Moment?
  /// The occurrences of a recurring entry, or of a change that applies to all later occurrences too; nil for any other.
  public var occurrences: [Occurrence]?
  /// Whether its calendar has it as cancelled. A sync treats it as absent, and removes an existing entity.
  public var isCancelled = false
  /// Whether it recurs, or is an occurrence of one that does.
  public var isRecurring = false
  /// What its calendar is called.
  public var calendarTitle: String?
  /// The organizer first.
  public var participants: [ParticipantHint] = []
  /// Whether the organizer is invited too.
  public var isOrganizerInvited = false
  /// The entry as it came: a calendar with only this entry, its lines unfolded and in their order. For an occurrence,
  /// the recurring entry.
  public var source: String?
  /// Of two versions of one entry, the one with the greater sequence counts, then the one modified later.
  public var sequence: Int64 = 0
  /// When this version was made, by LAST-MODIFIED or else DTSTAMP; nil counts as the earliest.
  public var modified: Instant?

  /// An entry that is not cancelled, with nothing but its start.
  public init(line: Int, uid: String? = nil, start: Moment) {
    (self.line, self.uid, self.start) = (line, uid, start)
  }

  /// The UID, for one occurrence with `#` and its RECURRENCE-ID in UTC, `20260701T100000Z` or `20260701`. An entry
  /// without UID is identified by its start and its normalised title, or without a title, by its other contents: the
  /// same entry read again is the same entry.
  public var eventIdentifier: String { seriesIdentifier + (recurrenceID.map { "#" + $0.basicText } ?? "") }

  /// The same for all occurrences.
  var seriesIdentifier: String {
    uid ?? "\(start.basicText)/\(SyncText.normalized(title ?? notes ?? location ?? ""))"
  }

  /// As an item of its own, as long as the one that recurs.
  func occurrence(_ occurrence: Occurrence) -> CalendarItem {
    var item = self
    item.uid = seriesIdentifier
    item.end = end.flatMap { occurrence.start.advanced(as: start, to: $0) }
    (item.start, item.recurrenceID, item.occurrences) = (occurrence.start, occurrence.recurrenceID, nil)
    return item
  }

  /// Whether this version of an entry counts, and not the one read before it.
  func supersedes(_ other: CalendarItem) -> Bool {
    (sequence, modified?.milliseconds ?? .min) >= (other.sequence, other.modified?.milliseconds ?? .min)
  }
}

extension CalendarItem.Moment {
  /// As iCalendar writes it, in UTC.
  var basicText: String {
    switch self {
    case .day(let day): day.description.filter { $0 != "-" }
    case .instant(let instant):
      // 2026-07-01T10:00:00.000Z without its marks and milliseconds.
      instant.description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }
  }

  /// The moment that is as long after it as `end` is after `start`; nil beyond the year 9999, which no ledger can
  /// write.
  fileprivate func advanced(as start: Self, to end: Self) -> Self? {
    let milliseconds = end.instant.milliseconds - start.instant.milliseconds
    guard instant.milliseconds + milliseconds < 253_402_300_800_000 else { return nil }
    switch self {
    case .instant(let instant): return .instant(Instant(milliseconds: instant.milliseconds + milliseconds))
    case .day(let day):
      return .day(CivilDay(daysSince1970: day.daysSince1970 + milliseconds / 86_400_000))
    }
  }

  /// The beginning of the day in UTC, which is the same on every machine.
  public var instant: Instant {
    switch self {
    case .instant(let instant): instant
    case .day(let day): Instant(milliseconds: day.daysSince1970 * 86_400_000)
    }
  }
}

/// Somebody who took part, as the source names them.
public struct ParticipantHint: Codable, Sendable, Hashable {
  /// The name as the source displays it; nil: it has only an address.
  public var name: String?
  /// The e-mail address as the source has it, without `mailto:`; nil: it gives none.
  public var email: String?
  /// The role, as the calendar has it: `REQ-PARTICIPANT`, `CHAIR`.
  public var role: String?
  /// The answer to the invitation: `ACCEPTED`, `DECLINED`, `TENTATIVE`, `NEEDS-ACTION`.
  public var status: String?
  /// Whether it is the organizer. Always false for mail.
  public var isOrganizer: Bool

  /// Somebody who did not organize the event, unless said otherwise.
  public init(
    name: String? = nil, email: String? = nil, role: String? = nil, status: String? = nil,
    isOrganizer: Bool = false
  ) {
    (self.name, self.email, self.role) = (name, email, role)
    (self.status, self.isOrganizer) = (status, isOrganizer)
  }
}
