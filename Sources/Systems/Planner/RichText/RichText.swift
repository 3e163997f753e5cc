import Daybook
import DaybookText

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A text with its attributes, as a file or an app gives it.
public struct RichText: Sendable, Equatable {
  /// The bytes, in the form that ``type`` names; they need not be valid.
  public var data: Data
  /// An unknown one is kept as it is.
  public var type: RichTextType

  /// Uses the bytes as they are; nothing is parsed before ``plainText``.
  public init(_ data: Data, _ type: RichTextType) { (self.data, self.type) = (data, type) }

  /// The text without its attributes, which is searched and embedded. Nil if none can be extracted: for an archive, an
  /// unknown type, and RTF that does not begin as such. Works for any bytes. O(bytes).
  public var plainText: String? {
    let text: String
    switch type {
    case .rtf:
      guard let found = RTFText.extract(data) else { return nil }
      text = found
    case .html: text = HTMLText.extract(MarkupBytes.decode(Array(data), declaresCharset: true))
    case .markdown: text = MarkdownPlainText.extract(MarkupBytes.decode(Array(data), declaresCharset: false))
    default: return nil
    }
    return PlainLines.tidy(text)
  }
}

extension RichTextType {
  /// The type by a file's extension; nil if that does not show it, or means plain text.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[dot...].lowercased() {
    case ".rtf": self = .rtf
    case ".html", ".htm", ".xhtml": self = .html
    case ".md", ".markdown", ".mdown": self = .markdown
    default: return nil
    }
  }

  /// The type by the first bytes, for types that can be recognized by them.
  public init?(beginning data: Data) {
    if data.starts(with: RTFText.signature) {
      self = .rtf
    } else if data.starts(with: Array("bplist".utf8)) {
      self = .archive
    } else {
      return nil
    }
  }
}

extension RichText {
  /// A note's; nil where there is none to take a text from.
  init?(_ data: Data?, _ type: RichTextType?) {
    guard let data, !data.isEmpty, let type = type ?? RichTextType(beginning: data) else { return nil }
    self.init(data, type)
  }
}
