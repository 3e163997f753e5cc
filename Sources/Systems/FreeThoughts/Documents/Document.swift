#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A document as it was read from its file. It is never stored: the ledger holds only the notes about it.
public struct Document: Sendable, Identifiable, Equatable {
  /// The id of this reading; each reading has a new one.
  public let id: UUID
  /// Canonical: absolute, without links, `.` and `..`.
  public let path: String
  /// SHA-256 of the file's bytes: 64 hexadecimal digits.
  public let hash: String
  /// The type by the file's name; if the name does not show it, `pdf` or `plainText` by the first bytes.
  public let type: DocumentType
  /// The text, and whether it comes from the pages of a PDF.
  public let content: DocumentContent

  /// Creates a document from parts that were read before; ``DocumentReader`` reads it from a file. Nothing is checked.
  public init(
    id: UUID = UUID(), path: String, hash: String, type: DocumentType, content: DocumentContent
  ) {
    (self.id, self.path, self.hash) = (id, path, hash)
    (self.type, self.content) = (type, content)
  }

  /// A file URL of ``path``.
  public var url: URL { URL(fileURLWithPath: path) }

  /// The text in which positions count, whatever the type.
  public var text: DocumentText {
    switch content {
    case .text(let text), .pdf(let text): text
    }
  }
}

/// The content of a document.
public enum DocumentContent: Sendable, Equatable {
  /// The text that the pages show, with a form feed after each.
  case pdf(DocumentText)
  /// The text of a Markdown or plain-text file, decoded, with line feeds as line ends.
  case text(DocumentText)
}
