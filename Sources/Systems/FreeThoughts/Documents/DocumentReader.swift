public import Daybook

/// Reads documents from their files: Markdown and plain text directly, PDF with `pdftotext`.
public struct DocumentReader: Sendable {
  /// The maximum size of a text, whether it is in the file or extracted from a PDF.
  public var textBytesMax = 32 << 20
  /// The largest PDF file that is read, in bytes; 512 MiB by default. A larger one is refused with `bad-data`.
  public var pdfBytesMax = 512 << 20
  /// The time limit for extracting the text of a PDF.
  public var timeLimit: Duration = .seconds(60)
  /// The folders in which `pdftotext` is searched for, separated by colons. By default `$PATH`.
  public var searchPath: String?

  public init() {}

  /// The mark of a PDF, within its first kilobyte.
  private static let pdfMark = Array("%PDF-".utf8)
  private static let pdfMarkBytesMax = 1024

  /// Reads a document. Blocks; O(size).
  ///
  /// - Throws: `LedgerError` with the file: `not-found`; `input-output` where it cannot be read; `bad-data` for a
  ///   folder, a pipe, bytes that are not text, a broken or encrypted PDF, one that is too large or takes too long;
  ///   `unreachable` where `pdftotext` is not installed.
  public func read(_ path: String) throws(LedgerError) -> Document {
    let file = try DocumentFile(path)
    let type = try type(of: file, named: path)
    let sizeBytesMax = type == .pdf ? pdfBytesMax : textBytesMax
    guard file.sizeBytes <= sizeBytesMax else {
      throw LedgerError(
        .badData, "the document has more than \(sizeBytesMax >> 20) MiB", file: path,
        advice: "split it into smaller ones")
    }
    if type == .pdf {
      let text = try PDFText(reader: self).read(file.path, named: path)
      return Document(path: file.path, hash: try file.hash(), type: type, content: .pdf(text))
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.sizeBytes)
    try file.read { chunk throws(LedgerError) in
      bytes += chunk
      // The file may have grown.
      guard bytes.count <= sizeBytesMax else {
        throw LedgerError(.badData, "the document has more than \(sizeBytesMax >> 20) MiB", file: path)
      }
    }
    let text = DocumentText(try TextDecoding.decode(bytes, named: path))
    return Document(path: file.path, hash: DocumentHash.of(bytes), type: type, content: .text(text))
  }

  /// The SHA-256 by which a document is recognised, and its canonical path. Blocks; O(size).
  public func identify(_ path: String) throws(LedgerError) -> (path: String, hash: String) {
    let file = try DocumentFile(path)
    return (file.path, try file.hash())
  }

  /// The type by its name; if that does not show it, by its content.
  private func type(
    of file: borrowing DocumentFile, named name: String
  ) throws(LedgerError) -> DocumentType {
    let isPDF = try beginsAsPDF(file)
    switch DocumentType(suffixOf: file.path) {
    case .pdf?:
      guard isPDF else {
        throw LedgerError(
          .badData, file.sizeBytes == 0 ? "the file is empty" : "this is not a PDF, whatever its name says",
          file: name, advice: "rename it, or get it again")
      }
      return .pdf
    case let type?:
      guard !isPDF else {
        throw LedgerError(
          .badData, "this is a PDF, whatever its name says", file: name, advice: "rename it to end in .pdf")
      }
      return type
    case nil: return isPDF ? .pdf : .plainText
    }
  }

  private func beginsAsPDF(_ file: borrowing DocumentFile) throws(LedgerError) -> Bool {
    let start = try file.start(countMax: Self.pdfMarkBytesMax)
    guard start.count >= Self.pdfMark.count else { return false }
    return (0...(start.count - Self.pdfMark.count)).contains { start[$0...].starts(with: Self.pdfMark) }
  }
}

extension Document {
  /// Reads a document from its file; see ``DocumentReader/read(_:)``.
  public init(contentsOf path: String, reader: DocumentReader = DocumentReader()) throws(LedgerError) {
    self = try reader.read(path)
  }
}
