public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// All that is to be known of a meeting at a glance.
public struct MeetingPage: Sendable, Hashable {
  public var item: MeetingItem
  public var eventIdentifier: String
  public var organizerName: String?
  public var organizerEmail: String?
  public var purpose: String?
  public var outcomes: String?
  public var actionItems: String?
  public var summarizedBy: String?
  /// What the calendar says.
  public var calendarNotes: String?
  public var sourceName: String?
  public var people: [PersonItem]
  /// In the order in which they were written.
  public var notes: [NoteItem]
  public var createdAt: Date?
  public var updatedAt: Date?
}

extension MeetingPage {
  /// Nil when it is not there.
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
