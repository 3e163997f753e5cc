public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A meeting: the data of its calendar, and the data that was added here. For a recurring meeting, one occurrence.
public struct MeetingRecord: Entity {
  public var id = ID()
  /// Identifies the event in its calendar, so that reading it again updates it: the UID, with `#<RECURRENCE-ID in UTC>`
  /// for one occurrence. For a meeting made by hand, any unique text.
  public var eventIdentifier = ""
  /// The title in the calendar; may be empty.
  public var title = ""
  /// When it begins; for an all-day meeting, the beginning of its first day in UTC.
  public var startDate = Date.unwritten
  /// When it ends; for an all-day meeting, the beginning of the day after its last, in UTC.
  public var endDate = Date.unwritten
  /// As the calendar has it, in any form; null if it gives none.
  public var location: String?
  /// As the calendar says: the person named need not be among ``attendees``.
  public var organizerName: String?
  /// As the calendar has it; null if it names no organizer, or one without an address.
  public var organizerEmail: String?
  /// The purpose of the meeting.
  public var purpose: String?
  /// The results of the meeting.
  public var outcomes: String?
  /// What is to be done.
  public var actionItems: String?
  /// Written by a ``Summarizer``, and stored so that it is not made again.
  public var summary: String?
  /// The calendar's own name, else the name of ``importedFrom``; null for a meeting made by hand.
  public var calendarTitle: String?
  /// Whether it is an occurrence of a series.
  public var isRecurring = false
  /// When the record was made; unless set, the time of its first write.
  public var createdAt = Date.unwritten
  /// When the record last changed; unless set, the time of its last write.
  public var updatedAt = Date.unwritten
  /// The notes on it: the inverse of ``Note/meetingRecord``. They are deleted with it.
  public var notes: [Ref<Note>] = []
  /// The people who are linked to it: those whom the calendar invites, and those added here. A person whom the calendar
  /// names without an address is not among them.
  public var attendees: [Ref<Person>] = []
  /// The embeddings of its texts: the inverse of ``EmbeddingRecord/meetingRecord``. They are deleted with it.
  public var embeddings: [Ref<EmbeddingRecord>] = []
  /// Set here; no calendar changes them.
  public var tags: [Ref<Tag>] = []

  /// Whether it has only days, without times.
  public var isAllDay = false
  /// What wrote ``summary``: `rules`, or a model's name; null if it was written by hand.
  public var summarizedBy: String?
  /// A digest of what ``summary`` was made from: as long as it is unchanged, the summary is valid.
  public var summaryBasis: String?
  /// The description in the calendar's entry.
  public var calendarNotes: String?
  /// The addresses that the calendar last invited: they show a sync which attendees are its own.
  public var calendarAttendees: [String] = []
  /// The calendar it was read from.
  public var importedFrom: Ref<Source>?
  /// Whether its calendar no longer has it, and it is kept because of data that was added here: it is on no agenda and
  /// does not count, and its notes stay.
  public var isGoneFromCalendar = false

  /// The iCalendar component as it came, unfolded, each property in its place, in a calendar of its own; of an occurrence
  /// that of its series. Null where it is longer than 64 KiB.
  public var sourceComponent: String?
  /// The component in UTF-8, if it is longer.
  public var sourceComponentData: Data?

  public init() {}

  public static let schema = Schema("planner.meetingRecord") {
    Key(\.eventIdentifier)
    Personal()
    Sensitive(\.sourceComponent, \.sourceComponentData)
    Names(\.title, detail: \.startDate)
    Indexed(\.startDate)
    Inverse(\.notes, of: \Note.meetingRecord, onDelete: .cascade)
    Many(\.attendees, inverse: \Person.meetings, onDelete: .nullify)
    Inverse(\.embeddings, of: \EmbeddingRecord.meetingRecord, onDelete: .cascade)
    Many(\.tags, inverse: \Tag.meetingRecords, onDelete: .nullify)
    One(\.importedFrom)
    // A summary that is written without a summarizer has none.
    Derived(\.summarizedBy, from: \.summary) { _ in nil }
    Derived(\.summaryBasis, from: \.summary) { _ in nil }
    Check(value: \.eventIdentifier, "must not be empty", isOfTheWhole: true) {
      !$0.allSatisfy(\.isWhitespace)
    }
    Bound(\.startDate, .far)
    Bound(\.endDate, .far)
    Check(\.endDate, "must not be before startDate", reading: \.startDate) {
      $0 >= $1 || $0 == .unwritten
    }
    Bound(\.createdAt, .far)
    Bound(\.updatedAt, .far)
  }
}
