public import Daybook

/// The entries of a file to import, and those that cannot be read.
public struct ReadNotes: Sendable {
  /// One note, provocation or annotation of a file.
  public struct Entry: Sendable {
    /// What an entry holds, depending on the program that wrote it.
    public enum Content: Sendable {
      /// An entity that a ledger exported.
      case own(CarriedEntity)
      /// An annotation, collection or page of another program.
      case foreign(JSONObject)
    }

    /// A ledger's own entity, or another program's JSON object.
    public var content: Content
    /// The name of the file, as the caller gave it.
    public var file: String
    /// The line on which the entry begins, from 1.
    public var line: Int
  }

  /// In the file's order.
  public var entries: [Entry] = []
  /// Entries that cannot be read, each with its line and the reason.
  public var skipped: [SyncRemark] = []
  /// Remarks on entries that were read nevertheless, for example on a member that breaks a rule of its format.
  public var notices: [SyncRemark] = []

  public init() {}

  /// Whether the file has no entry, not even one that was skipped.
  public var isEmpty: Bool { entries.isEmpty && skipped.isEmpty }

  mutating func skip(_ file: String, _ line: Int, _ reason: String) {
    skipped.append(SyncRemark(file: file, line: line, reason: reason))
  }

  mutating func note(_ file: String, _ line: Int, _ reason: String) {
    notices.append(SyncRemark(file: file, line: line, reason: reason))
  }
}

extension ReadNotes {
  /// Reads a file's bytes: Web Annotations if the name shows it or the file begins like JSON, else Markdown.
  public init(_ bytes: [UInt8], file: String) {
    self.init()
    guard !bytes.isEmpty else {
      skip(file, 1, "the file is empty")
      return
    }
    let start = bytes.first { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }
    let isJSON = start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
    if isJSON || [".json", ".jsonld"].contains(where: file.lowercased().hasSuffix) {
      self = AnnotationFile.read(bytes, file: file)
    } else if let text = String(validating: bytes, as: UTF8.self) {
      self = MarkdownNotes.read(text, file: file)
    } else {
      skip(file, 1, "not valid UTF-8")
    }
  }
}
