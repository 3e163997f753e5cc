public import Daybook

/// What a provocation was made from.
public struct SourceType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A piece of a document.
  public static let textSelection: Self = "textSelection"
  /// A note's own text.
  public static let note: Self = "note"

  /// The two sources that this version makes provocations from.
  public static let known: [Self] = [.textSelection, .note]
}

/// The state of the piece of a document that a note is about.
public struct AnchorState: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The place is the writer's; it was not checked against the document.
  public static let unchecked: Self = "unchecked"
  /// The piece is in its place, in the version of the document that `documentHash` names.
  public static let anchored: Self = "anchored"
  /// Not found in the document as last read, or not with certainty. The positions are those of the version
  /// that `documentHash` names.
  public static let orphaned: Self = "orphaned"

  /// The states that this version writes.
  public static let known: [Self] = [.unchecked, .anchored, .orphaned]
}

/// Whether the ledger's other machines have the same version of an entity.
public struct SyncStatus: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Only one machine writes the ledger.
  public static let local: Self = "local"
  /// At least one machine is not yet known to have the last change.
  public static let pending: Self = "pending"
  /// Every machine is known to hold it.
  public static let synced: Self = "synced"
  /// Machines changed it concurrently, and the conflict is not resolved yet.
  public static let conflicted: Self = "conflicted"

  /// The states that ``Note/syncStatus`` can compute to.
  public static let known: [Self] = [.local, .pending, .synced, .conflicted]

  /// The formula of ``Note/syncStatus``.
  static func of(_ note: borrowing EntityReader) -> Self {
    if note.hasConflict { return .conflicted }
    let holding = note.holding
    return holding.isAlone ? .local : holding.isComplete ? .synced : .pending
  }
}

/// The type of a document's file.
public struct DocumentType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Its text is extracted with `pdftotext`; only this type has page numbers.
  public static let pdf: Self = "pdf"
  /// Files that end in `md`, `markdown`, `mdown`, `mkd` or `mdx`; the text keeps its markup.
  public static let markdown: Self = "markdown"
  /// Files that end in `txt`, `text` or `log`, and all others that do not begin like a PDF.
  public static let plainText: Self = "plainText"

  /// The types that this version reads.
  public static let known: [Self] = [.pdf, .markdown, .plainText]

  /// Without the point, in lower case.
  private static let suffixes: [String: Self] = [
    "pdf": .pdf,
    "md": .markdown, "markdown": .markdown, "mdown": .markdown, "mkd": .markdown, "mdx": .markdown,
    "txt": .plainText, "text": .plainText, "log": .plainText,
  ]

  /// By the end of the file's name; nil if that does not show it.
  public init?(suffixOf path: String) {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let point = name.lastIndex(of: UInt8(ascii: ".")), point != name.startIndex,
      let suffix = String(name[name.index(after: point)...]),
      let type = Self.suffixes[suffix.lowercased()]
    else { return nil }
    self = type
  }
}
