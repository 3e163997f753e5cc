public import Daybook

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
