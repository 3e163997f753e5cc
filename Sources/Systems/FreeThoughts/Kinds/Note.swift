public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A note about a piece of a document. The document itself is not in the ledger.
public struct Note: Entity {
  public var id = ID()
  /// Canonical: absolute, without links, `.` and `..`.
  public var documentPath = ""
  /// The first Unicode code point of the piece, counted from 0 in the document's text; see ``Document/text``.
  public var anchorStart = 0
  /// The code point after the piece.
  public var anchorEnd = 0
  /// The page on which the piece begins, from 1; of a PDF only.
  public var anchorPage: Int?
  /// The piece, as it was selected.
  public var selectedText = ""
  /// May be empty: a mark is a note, too.
  public var content = ""
  /// When the note was made; unless set, the time of its first write.
  public var createdAt = Date.unwritten
  /// When the note last changed; unless set, the time of its last write.
  public var updatedAt = Date.unwritten
  /// The provocations made from this note: the inverse of ``Provocation/note``. They are deleted with the note.
  public var provocations: [Ref<Provocation>] = []

  /// SHA-256 of the bytes of the document's file in which the positions were last correct: 64 hexadecimal digits. It
  /// identifies the document under another name and on another machine. Null if the file was never read.
  public var documentHash: String?
  /// The text before the piece, up to ``Quote/surroundingsCount`` code points.
  public var prefix = ""
  /// The text after the piece, up to ``Quote/surroundingsCount`` code points.
  public var suffix = ""
  /// The heading above the piece, and the one below it, as they were. Only set if the document has the same words
  /// elsewhere and these headings distinguish the piece from them, as in a diary with one list for every day; else
  /// null.
  public var headings: [String]?
  /// The state of the piece when its document was last read.
  public var anchorState: AnchorState = .unchecked
  /// If the document has the same words elsewhere: the similarity of the surroundings of the most similar such place to
  /// this one's, from 0 to 1; 0 if the words occur once. Null if nobody checked.
  public var rivalSimilarity: Double?
  /// The note's tags, which other notes may share. A deleted tag disappears from the list.
  public var tags: [Ref<Tag>] = []
  /// Whether the ledger's other machines have the same version of it.
  public var syncStatus: SyncStatus = .local

  public init() {}

  public static let schema = Schema("freethoughts.note") {
    Personal()
    Indexed(\.documentPath, \.anchorStart)
    Inverse(\.provocations, of: \Provocation.note, onDelete: .cascade)
    Many(\.tags, inverse: \Tag.notes, onDelete: .nullify)
    Check(value: \.documentPath, "must not be empty", isOfTheWhole: true) { !$0.isEmpty }
    Check(value: \.selectedText, "must not be empty", isOfTheWhole: true) { !$0.isEmpty }
    // Notes of white space exist, and can be imported and exported.
    Check(\.selectedText, "must not be white space alone", isOfImports: false) {
      $0.selectedText.isEmpty || !$0.selectedText.allSatisfy(\.isWhitespace)
    }
    Check(value: \.anchorStart, "must not be negative") { $0 >= 0 }
    Check(\.anchorEnd, "must not be before anchorStart", reading: \.anchorStart) { $0 >= $1 }
    Check(value: \.anchorPage, "must be 1 or more") { ($0 ?? 1) >= 1 }
    Check(\.anchorPage, "must be null: only PDF documents have pages", reading: \.documentPath) {
      $0 == nil || DocumentType(suffixOf: $1) ?? .pdf == .pdf
    }
    Check(value: \.documentHash, "must be the 64 hexadecimal digits of a SHA-256, in lower case") {
      $0.map(DocumentHash.isOne) ?? true
    }
    Check(value: \.rivalSimilarity, "must be between 0 and 1") { (0...1).contains($0 ?? 0) }
    Projection(\.syncStatus) { SyncStatus.of($0) }
    Bound(\.createdAt, .far)
    Bound(\.updatedAt, .far)
    Bound(value: \.anchorStart, "must be at most 1000000000") { place, _ in place <= 1_000_000_000 }
    Bound(value: \.anchorEnd, "must be at most 1000000000") { place, _ in place <= 1_000_000_000 }
    Bound(value: \.anchorPage, "must be at most 1000000") { page, _ in page ?? 1 <= 1_000_000 }
  }
}
