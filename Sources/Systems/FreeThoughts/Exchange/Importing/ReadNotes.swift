public import Daybook

/// What a file holds that is to be imported, and what of it cannot be read.
public struct ReadNotes: Sendable {
  public struct Entry: Sendable {
    public enum Content: Sendable {
      /// What a ledger wrote.
      case own(CarriedEntity)
      /// What another program wrote: an annotation, or a collection or page.
      case foreign(JSONObject)
    }

    public var content: Content
    public var file: String
    public var line: Int
  }

  public var entries: [Entry] = []
  public var skipped: [SyncRemark] = []
  public var notices: [SyncRemark] = []

  public init() {}

  public var isEmpty: Bool { entries.isEmpty && skipped.isEmpty }

  mutating func skip(_ file: String, _ line: Int, _ reason: String) {
    skipped.append(SyncRemark(file: file, line: line, reason: reason))
  }

  mutating func note(_ file: String, _ line: Int, _ reason: String) {
    notices.append(SyncRemark(file: file, line: line, reason: reason))
  }
}

extension ReadNotes {
  /// Reads a file's bytes: Web Annotations where the name says so or they begin as JSON does, else Markdown.
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
