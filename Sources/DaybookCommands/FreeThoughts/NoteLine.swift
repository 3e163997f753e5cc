import Daybook
import FreeThoughts

/// A note in a list, with its place in the document if the document is available.
struct NoteLine: Listed {
  static let entityKind = Note.kind
  var note: Note
  var tags: [String]
  var line: Int?

  var rawID: String { note.id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("documentPath") { .string($0.note.documentPath) },
    Member("anchorStart") { .count($0.note.anchorStart) },
    Member("anchorEnd") { .count($0.note.anchorEnd) },
    Member("anchorPage") { $0.note.anchorPage.map { .count($0) } ?? .null },
    Member("line") { $0.line.map { .count($0) } ?? .null },
    Member("selectedText") { .string($0.note.selectedText) },
    Member("content") { .string($0.note.content) },
    Member("tags") { .array($0.tags.map { .string($0) }) },
    Member("anchorState") { .string($0.note.anchorState.rawValue) },
    Member("syncStatus") { .string($0.note.syncStatus.rawValue) },
    Member("provocations") { .count($0.note.provocations.count) },
    Member("createdAt") { .date($0.note.createdAt) },
    Member("updatedAt") { .date($0.note.updatedAt) },
  ]

  static let columns: [Column<Self>] = [
    Column("document") { $0.note.documentPath.split(separator: "/").last.map(String.init) },
    Column("place") { $0.place },
    Column("state") { $0.note.anchorState.rawValue },
    Column("sync") { $0.note.syncStatus.rawValue },
    Column("quote") { OneLine.cut($0.note.selectedText, countMax: 40) },
    Column("note") { $0.note.content },
    Column("tags") { $0.tags.joined(separator: ", ") },
    Column("provocations", count: \.note.provocations.count),
  ]

  /// `page 3`, `line 12`, else the characters.
  private var place: String {
    if let page = note.anchorPage { return "page \(page)" }
    return line.map { "line \($0)" } ?? "\(note.anchorStart)..\(note.anchorEnd)"
  }
}
