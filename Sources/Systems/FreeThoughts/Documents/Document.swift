#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A document as it was read from its file. It is never stored: the ledger holds what was written about it.
public struct Document: Sendable, Identifiable, Equatable {
  /// Of this reading, and of nothing else.
  public let id: UUID
  /// Canonical: absolute, without links, `.` and `..`.
  public let path: String
  /// SHA-256 of the file's bytes: 64 hexadecimal digits.
  public let hash: String
  public let type: DocumentType
  public let content: DocumentContent

  public init(
    id: UUID = UUID(), path: String, hash: String, type: DocumentType, content: DocumentContent
  ) {
    (self.id, self.path, self.hash) = (id, path, hash)
    (self.type, self.content) = (type, content)
  }

  public var url: URL { URL(fileURLWithPath: path) }

  /// The text in which positions count, whatever the type.
  public var text: DocumentText {
    switch content {
    case .text(let text), .pdf(let text): text
    }
  }
}

/// What is in a document.
public enum DocumentContent: Sendable, Equatable {
  /// The text that the pages show, with a form feed behind each.
  case pdf(DocumentText)
  case text(DocumentText)
}
