package import DaybookModel

/// What a VEVENT (RFC 5545) says, as far as a ledger has a place for it. A recurring event is one entry with
/// its occurrences; an occurrence that was changed is an entry of its own with the same uid and a recurrence id.
package struct CalendarEntry: Sendable, Equatable {
  /// A point in time, or a day without a zone.
  package enum Moment: Sendable, Equatable {
    case instant(Instant)
    case day(CivilDay)
  }

  package struct Attendee: Sendable, Equatable {
    package var name: String?
    package var email: String?
    /// `CHAIR`, `REQ-PARTICIPANT`, `OPT-PARTICIPANT`, `NON-PARTICIPANT`, or another, as it stands there.
    package var role: String?
    /// `NEEDS-ACTION`, `ACCEPTED`, `DECLINED`, `TENTATIVE`, `DELEGATED`, or another.
    package var participation: String?

    package init(
      name: String? = nil, email: String? = nil, role: String? = nil, participation: String? = nil
    ) {
      (self.name, self.email, self.role, self.participation) = (name, email, role, participation)
    }
  }

  /// The line of its `BEGIN:VEVENT`, from 1.
  package var line: Int
  package var uid: String?
  /// The start that the occurrence had before it was changed, in the type of the recurring event's own start
  /// where the file has that event.
  package var recurrenceID: Moment?
  /// Whether the change holds for all later occurrences too (RANGE=THISANDFUTURE).
  package var isThisAndFuture = false
  package var summary: String?
  package var description: String?
  package var location: String?
  package var start: Moment
  /// The exclusive end, by DTEND or DURATION; nil for a moment without duration. The end of an all-day
  /// event is the day after its last.
  package var end: Moment?
  /// `CONFIRMED`, `TENTATIVE`, `CANCELLED`, upper case; a calendar published to cancel says so too.
  package var status: String?
  package var organizer: Attendee?
  package var attendees: [Attendee] = []
  package var sequence: Int64 = 0
  package var lastModified: Instant?
  package var created: Instant?
  /// DTSTAMP.
  package var stamp: Instant?
  /// Whether it repeats (RRULE or RDATE).
  package var isRecurring = false
  /// Of an entry that stands for several occurrences: those that start in the window, ascending.
  package var occurrences: [Occurrence]?
  /// X-WR-CALNAME, or RFC 7986's NAME, of the calendar it stands in.
  package var calendarName: String?
  /// As it came, see ``KeptComponent``; nil where it was not read from a file, or is too large.
  package var kept: String?
  /// Whether it is of SAM's evidence, which has no end and no place.
  package var isEvidence = false

  package init(line: Int, start: Moment) { (self.line, self.start) = (line, start) }
}

/// What comes out of a file.
package struct CalendarFile: Sendable {
  package struct Skipped: Sendable, Equatable {
    package var line: Int
    package var reason: String

    package init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
  }

  /// In the order of the file.
  package var entries: [CalendarEntry] = []
  package var skipped: [Skipped] = []
  /// What else is worth telling of a line: rules that cannot be followed, or not to their end.
  package var remarks: [(line: Int, reason: String)] = []
  /// False where an occurrence may be missing, though its calendar has it.
  package var isWhole = true
  /// X-WR-CALNAME, or NAME, of its calendars.
  package var calendarNames: [String] = []
  /// Zones that neither the file nor this machine knows; times in them were read as local.
  package var unknownZones: [String] = []
  /// Whether a time was read in the zone of the reader, since nothing in the file says its own.
  package var hasLocalTimes = false
}
