public import Daybook

/// The kind of an embedding's owner.
public struct SourceType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The embedding belongs to ``EmbeddingRecord/meetingRecord``.
  public static let meeting: Self = "meeting"
  /// The embedding belongs to ``EmbeddingRecord/note``.
  public static let note: Self = "note"

  /// The two owners that this version makes embeddings of.
  public static let known: [Self] = [.meeting, .note]
}

/// The form of a note's text with its attributes.
public struct RichTextType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Rich Text Format; the bytes begin with `{\rtf`.
  public static let rtf: Self = "rtf"
  /// HTML, in the character set of its byte order mark, else in the one that it declares, else in UTF-8.
  public static let html: Self = "html"
  /// Markdown in UTF-8, or in the character set of its byte order mark.
  public static let markdown: Self = "markdown"
  /// An NSAttributedString by NSKeyedArchiver: kept as it is, with the text given beside it.
  public static let archive: Self = "archive"

  /// The forms that this version knows; text can be taken from all but `archive`.
  public static let known: [Self] = [.rtf, .html, .markdown, .archive]
}
