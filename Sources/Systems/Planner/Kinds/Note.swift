public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A note, about a meeting or by itself.
public struct Note: Entity {
  public var id = ID()
  /// May be empty; then lists show the beginning of ``plainText``.
  public var title = ""
  /// The text with its attributes, in the form that ``richTextType`` names. Stored beside the log if it is large.
  public var richTextData: Data?
  /// The text without attributes, computed when the note is saved: it is searched and embedded.
  public var plainText = ""
  /// When it was made; unless set, the time of its first write.
  public var createdAt = Date.unwritten
  /// When it last changed; unless set, the time of its last write.
  public var updatedAt = Date.unwritten
  /// Null for a note of no meeting.
  public var meetingRecord: Ref<MeetingRecord>?
  /// The embeddings of its text: the inverse of ``EmbeddingRecord/note``. They are deleted with it.
  public var embeddings: [Ref<EmbeddingRecord>] = []
  /// Its tags, which meetings and other notes may share.
  public var tags: [Ref<Tag>] = []

  /// The type of ``richTextData``; null if unknown, as in version 1, whose programs stored archives.
  public var richTextType: RichTextType?
  /// The folder of Markdown files that it was read from.
  public var importedFrom: Ref<Source>?
  /// Its file within that folder, such as `Notes/Idea.md`.
  public var importedPath: String?
  /// SHA-256 of its file when it was last read: as long as that is equal, the file has nothing new.
  public var importedHash: String?

  public init() {}

  public static let schema = Schema("planner.note") {
    Personal()
    Names(\.title, detail: \.createdAt, called: { Note.name($0) })
    One(\.meetingRecord, inverse: \MeetingRecord.notes)
    Inverse(\.embeddings, of: \EmbeddingRecord.note, onDelete: .cascade)
    One(\.importedFrom)
    Unsearched(\.importedPath, \.importedHash)
    Many(\.tags, inverse: \Tag.notes, onDelete: .nullify)
    // If no text can be extracted, the text that is given beside it stays.
    Derived(\.plainText, from: \.richTextData, \.richTextType, \.plainText) { data, type, text in
      RichText(data, type)?.plainText ?? text
    }
    Bound(\.createdAt, .far)
    Bound(\.updatedAt, .far)
  }
}

extension Note {
  /// Sets a text without attributes.
  public mutating func setText(_ text: String) {
    (plainText, richTextData, richTextType) = (text, nil, nil)
  }

  /// Sets a text with attributes, and its plain text.
  ///
  /// - Parameters:
  ///   - richText: the text with its attributes, as bytes of a type.
  ///   - text: the plain text, for a type from which none can be extracted; by default it is extracted.
  /// - Throws: `LedgerError`, `badData` if the bytes are not of their type, or if there is no plain text.
  public mutating func setRichText(_ richText: RichText, text: String? = nil) throws(LedgerError) {
    guard let plain = text ?? richText.plainText else { throw richText.hasNoText }
    (plainText, richTextData, richTextType) = (plain, richText.data, richText.type)
  }
}

extension RichText {
  /// The error to throw if ``plainText`` is nil and no text was given beside it: `badData`, with advice for its type.
  public var hasNoText: LedgerError {
    type == .rtf
      ? LedgerError(
        .badData, "this is not RTF: it does not begin with {\\rtf", advice: "give it another type")
      : LedgerError(
        .badData, "text of type \(type) cannot be converted to plain text", advice: "give its plain text, too"
      )
  }
}
