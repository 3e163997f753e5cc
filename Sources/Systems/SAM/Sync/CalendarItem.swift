public import Daybook

/// An entry of a calendar, whatever format it came in. A recurring entry is one item with its occurrences; an
/// occurrence that was changed is an item of its own.
public struct CalendarItem: Sendable, Equatable {
  /// A point in time, or a day without a zone.
  public enum Moment: Sendable, Equatable {
    case instant(Instant)
    case day(CivilDay)
  }

  /// One occurrence of a recurring entry.
  public struct Occurrence: Sendable, Equatable {
    /// Names it: its start, before a change of this and all later occurrences moved it.
    public var recurrenceID: Moment
    public var start: Moment

    public init(recurrenceID: Moment, start: Moment) {
      (self.recurrenceID, self.start) = (recurrenceID, start)
    }
  }

  /// Where it stands in its file, from 1.
  public var line: Int
  public var uid: String?
  /// The start that the occurrence had before it was changed.
  public var recurrenceID: Moment?
  public var title: String?
  public var notes: String?
  public var location: String?
  /// Of a recurring entry its first, so that one without UID is known by it.
  public var start: Moment
  /// Of a recurring entry, or of a change that holds for all later occurrences too; nil of any other.
  public var occurrences: [Occurrence]?
  public var isCancelled = false
  /// The organizer first.
  public var participants: [ParticipantHint] = []
  /// Of two versions of one entry the one with the greater sequence counts, then the later modified.
  public var sequence: Int64 = 0
  public var modified: Instant?

  public init(line: Int, uid: String? = nil, start: Moment) {
    (self.line, self.uid, self.start) = (line, uid, start)
  }

  /// `eventkit:<UID>`, for one occurrence with `#` and its RECURRENCE-ID in UTC, `20260701T100000Z` or
  /// `20260701`. An entry without UID is known by its start and its normalised title, or where it has none,
  /// by what else it says: the same entry read again is the same evidence.
  public var sourceUID: String { seriesUID + (recurrenceID.map { "#" + $0.basicText } ?? "") }

  /// The same for all occurrences.
  var seriesUID: String {
    "eventkit:"
      + (uid ?? "\(start.basicText)/\(SyncText.normalized(title ?? notes ?? location ?? ""))")
  }

  /// A line of text for lists: the place and the beginning of the notes.
  var snippet: String {
    let text = [location, notes].compactMap { $0.map(OneLine.of) }.filter { !$0.isEmpty }
      .joined(separator: " · ")
    return text.count <= 160 ? text : text.prefix(159) + "…"
  }

  /// As an item of its own.
  func occurrence(_ occurrence: Occurrence) -> CalendarItem {
    var item = self
    if uid == nil { item.uid = String(seriesUID.dropFirst("eventkit:".count)) }
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

  /// The beginning of the day in UTC, which is the same on every machine.
  var instant: Instant {
    switch self {
    case .instant(let instant): instant
    case .day(let day): Instant(milliseconds: day.daysSince1970 * 86_400_000)
    }
  }
}
