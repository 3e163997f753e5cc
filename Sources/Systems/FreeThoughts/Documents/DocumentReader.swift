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

/// A file's bytes as text: UTF-8, or UTF-16 with a byte order mark. Anything else is refused, because a guess could
/// give positions another meaning on another machine.
enum TextDecoding {
  static func decode(_ bytes: [UInt8], named name: String) throws(LedgerError) -> String {
    let text = try unmarked(bytes, name)
    if let place = text.utf8.firstIndex(of: 0) {
      throw LedgerError(
        .badData, "this is not text: it holds a NUL character", file: name,
        offset: text.utf8.distance(from: text.utf8.startIndex, to: place),
        advice: "name a document: PDF, Markdown or plain text")
    }
    return text
  }

  /// Without the mark.
  private static func unmarked(_ bytes: [UInt8], _ name: String) throws(LedgerError) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) { return try wide(bytes, isBigEndian: false, name) }
    if bytes.starts(with: [0xFE, 0xFF]) { return try wide(bytes, isBigEndian: true, name) }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if let text = String(validating: bytes[start...], as: UTF8.self) { return text }
    throw LedgerError(
      .badData, "the text is not valid UTF-8", file: name, offset: firstInvalid(bytes[start...]),
      advice: "convert it to UTF-8, for example with iconv")
  }

  private static func wide(
    _ bytes: [UInt8], isBigEndian: Bool, _ name: String
  ) throws(LedgerError) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for place in stride(from: 2, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
    }
    guard bytes.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
      throw LedgerError(
        .badData, "the text is not valid UTF-16, which its first bytes say it is", file: name,
        advice: "convert it to UTF-8, for example with iconv")
    }
    return text
  }

  /// The place of the first byte that begins no code point.
  private static func firstInvalid(_ bytes: ArraySlice<UInt8>) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var place = bytes.startIndex
    while case .valid(let encoded) = parser.parseScalar(from: &rest) { place += encoded.count }
    return place
  }
}
