import DaybookModel

/// The data of a VEVENT (RFC 5545) for which a ledger has a place. A recurring event is one entry with
/// its occurrences; an occurrence that was changed is an entry of its own with the same uid and a recurrence id.
public struct CalendarEntry: Sendable, Equatable {
  /// A point in time, or a day without a zone.
  enum Moment: Sendable, Equatable {
    case instant(Instant)
    case day(CivilDay)
  }

  struct Attendee: Sendable, Equatable {
    var name: String?
    var email: String?
    /// `CHAIR`, `REQ-PARTICIPANT`, `OPT-PARTICIPANT`, `NON-PARTICIPANT`, or another, as written.
    var role: String?
    /// `NEEDS-ACTION`, `ACCEPTED`, `DECLINED`, `TENTATIVE`, `DELEGATED`, or another.
    var participation: String?

    init(
      name: String? = nil, email: String? = nil, role: String? = nil, participation: String? = nil
    ) {
      (self.name, self.email, self.role, self.participation) = (name, email, role, participation)
    }
  }

  /// The line of its `BEGIN:VEVENT`, from 1.
  var line: Int
  var uid: String?
  /// The start that the occurrence had before it was changed, in the type of the recurring event's own start
  /// where the file has that event.
  var recurrenceID: Moment?
  /// Whether the change holds for all later occurrences too (RANGE=THISANDFUTURE).
  var isThisAndFuture = false
  var summary: String?
  var description: String?
  var location: String?
  var start: Moment
  /// The exclusive end, by DTEND or DURATION; nil for a moment without duration. The end of an all-day
  /// event is the day after its last.
  var end: Moment?
  /// `CONFIRMED`, `TENTATIVE`, `CANCELLED`, upper case; a calendar whose method is to cancel counts too.
  var status: String?
  var organizer: Attendee?
  var attendees: [Attendee] = []
  var sequence: Int64 = 0
  var lastModified: Instant?
  var created: Instant?
  /// DTSTAMP.
  var stamp: Instant?
  /// Whether it repeats (RRULE or RDATE).
  var isRecurring = false
  /// For a recurring entry, the occurrences that start in the window, ascending.
  var occurrences: [Occurrence]?
  /// X-WR-CALNAME, or RFC 7986's NAME, of its calendar.
  var calendarName: String?
  /// The event as it was imported, see ``StoredComponent``; nil where it was not read from a file, or is too large.
  var kept: String?
  /// Whether it is from SAM's evidence, which has no end and no place.
  var isEvidence = false

  init(line: Int, start: Moment) { (self.line, self.start) = (line, start) }
}

/// The content of a file.
struct CalendarFile: Sendable {
  struct Skipped: Sendable, Equatable {
    var line: Int
    var reason: String

    init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
  }

  /// In the order of the file.
  var entries: [CalendarEntry] = []
  var skipped: [Skipped] = []
  /// Other remarks on lines: rules that cannot be followed, or not to their end.
  var remarks: [(line: Int, reason: String)] = []
  /// False if an occurrence of the calendar may be missing here.
  var isWhole = true
  /// X-WR-CALNAME, or NAME, of its calendars.
  var calendarNames: [String] = []
  /// Zones that neither the file nor this machine defines; times in them were read as local.
  var unknownZones: [String] = []
  /// Whether a time was read in the reader's zone, because the file names none for it.
  var hasLocalTimes = false
}
