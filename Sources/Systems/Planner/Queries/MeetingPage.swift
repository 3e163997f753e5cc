public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Everything about a meeting on one page.
public struct MeetingPage: Sendable, Hashable {
  /// What a list shows of it: title, dates, place, tags and summary.
  public var item: MeetingItem
  /// As ``MeetingRecord/eventIdentifier``.
  public var eventIdentifier: String
  /// As the calendar has it; nil if it names no organizer.
  public var organizerName: String?
  /// As the calendar has it; nil if it gives none.
  public var organizerEmail: String?
  /// The purpose, written here; nil if nothing was written.
  public var purpose: String?
  /// The results, written here; nil if nothing was written.
  public var outcomes: String?
  /// What is to be done, written here; nil if nothing was written.
  public var actionItems: String?
  /// What wrote the summary: `rules`, or a model's name; nil if there is none, or it was written by hand.
  public var summarizedBy: String?
  /// The calendar's description.
  public var calendarNotes: String?
  /// The name of the calendar that it was read from; nil for a meeting made by hand.
  public var sourceName: String?
  /// The attendees, in the order of the item's `attendees`, with what a list of people shows.
  public var people: [PersonItem]
  /// In the order in which they were written.
  public var notes: [NoteItem]
  /// When its record was made.
  public var createdAt: Date?
  /// When its record last changed.
  public var updatedAt: Date?
}

extension MeetingPage {
  /// Nil if there is no such meeting.
  public static func read(_ id: Ref<MeetingRecord>, in view: borrowing ViewReader) -> MeetingPage? {
    view.read(MeetingRecord.kind, id.rawValue) { MeetingPage($0) }
  }

  init(_ reader: borrowing EntityReader) {
    item = MeetingItem(reader)
    eventIdentifier = reader.text("eventIdentifier") ?? ""
    (organizerName, organizerEmail) = (reader.text("organizerName"), reader.text("organizerEmail"))
    (purpose, outcomes) = (reader.text("purpose"), reader.text("outcomes"))
    (actionItems, summarizedBy) = (reader.text("actionItems"), reader.text("summarizedBy"))
    calendarNotes = reader.text("calendarNotes")
    sourceName = reader.map("importedFrom") { $0.text("name") ?? $0.id }.first
    people = reader.map("attendees") { PersonItem($0) }
    notes = reader.map("notes") { NoteItem($0) }
    (createdAt, updatedAt) = (reader.date("createdAt"), reader.date("updatedAt"))
  }
}
