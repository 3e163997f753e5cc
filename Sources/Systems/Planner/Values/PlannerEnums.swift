public import Daybook

/// What an embedding is of.
public struct SourceType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let meeting: Self = "meeting"
  public static let note: Self = "note"

  public static let known: [Self] = [.meeting, .note]
}

/// The form of a note's text with its attributes.
public struct RichTextType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let rtf: Self = "rtf"
  public static let html: Self = "html"
  public static let markdown: Self = "markdown"
  /// An NSAttributedString by NSKeyedArchiver: kept as it is, with the text given beside it.
  public static let archive: Self = "archive"

  public static let known: [Self] = [.rtf, .html, .markdown, .archive]
}
