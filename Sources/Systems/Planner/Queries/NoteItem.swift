public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A note as a list shows it.
public struct NoteItem: Sendable, Hashable {
  public var id: Ref<Note>
  /// As it is written; may be empty.
  public var title: String
  /// The whole text without its attributes; may be empty.
  public var plainText: String
  /// The form of the text with its attributes; nil for a note of plain text, or if the form is unknown.
  public var richTextType: RichTextType?
  /// The meeting that it belongs to; nil for a note of no meeting.
  public var meeting: Mention<MeetingRecord>?
  /// Whether the meeting is gone from its calendar.
  public var isMeetingGone: Bool
  /// The names of its tags.
  public var tags: [String]
  /// When it was made.
  public var createdAt: Date?
  /// When it last changed.
  public var updatedAt: Date?
}

extension NoteItem: ListItem {
  /// Read from notes.
  public typealias Target = Note

  /// Reads the fields and relations that the list shows, with the whole text. O(text + tags).
  public init(_ reader: borrowing EntityReader) {
    id = Ref(reader.id)
    (title, plainText) = (reader.text("title") ?? "", reader.text("plainText") ?? "")
    richTextType = reader.text("richTextType").map { RichTextType(rawValue: $0) }
    meeting = reader.mention("meetingRecord")
    isMeetingGone = reader.map("meetingRecord") { $0.flag("isGoneFromCalendar") }.contains(true)
    tags = reader.map("tags") { $0.text("name") ?? $0.id }
    (createdAt, updatedAt) = (reader.date("createdAt"), reader.date("updatedAt"))
  }
}

extension PlannerLedger {
  /// Notes, those that were written last first. O(notes).
  ///
  /// - Parameters:
  ///   - text: only those whose text or title contains it, regardless of case and diacritics.
  ///   - meeting: only notes of this meeting; nil: all.
  ///   - tag: only those that have it.
  ///   - limit: how many notes at most; nil: all. A negative number counts as 0.
  ///   - offset: how many notes to skip before the first one returned; a negative number counts as 0.
  ///   - cut: which state of the ledger to read; by default the present one.
  public func notes(
    containing text: String? = nil, of meeting: Ref<MeetingRecord>? = nil, tag: Ref<Tag>? = nil,
    limit: Int? = nil, offset: Int = 0, at cut: Cut = .now
  ) async throws -> Page<NoteItem> {
    let condition = Condition.all([
      text.map { .or([.contains("plainText", .string($0)), .contains("title", .string($0))]) },
      meeting.map { .compare("meetingRecord", .equal, .string($0.rawValue)) },
      tag.map { .contains("tags", .string($0.rawValue)) },
    ])
    let query = Query(
      Note.kind, where: condition, sort: [SortKey("updatedAt", descending: true)], limit: limit,
      offset: offset)
    return try await ledger.withView(at: cut) { try $0.page(query) }
  }

  /// The tag with a name, and whether it must be created: see `Tag`. O(tags).
  public func tag(named name: String) async throws -> (id: Ref<Tag>, isNew: Bool) {
    try await ledger.holder(ofKey: name, Tag.self)
  }
}
