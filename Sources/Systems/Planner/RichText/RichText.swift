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

  /// Takes the bytes as they are; nothing is parsed before ``plainText``.
  public init(_ data: Data, _ type: RichTextType) { (self.data, self.type) = (data, type) }

  /// The text without its attributes: what is searched and embedded. Nil where none can be taken from it: of an
  /// archive, of an unknown type, and of what calls itself RTF and does not begin so. Whatever the bytes are, it ends
  /// and never fails. O(bytes).
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
  /// By the end of a file's name; nil where that says nothing, or that it is plain text.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[dot...].lowercased() {
    case ".rtf": self = .rtf
    case ".html", ".htm", ".xhtml": self = .html
    case ".md", ".markdown", ".mdown": self = .markdown
    default: return nil
    }
  }

  /// By the first bytes, of the types that say so themselves.
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
