public import Daybook

/// What a document's file holds.
public struct DocumentType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let pdf: Self = "pdf"
  public static let markdown: Self = "markdown"
  public static let plainText: Self = "plainText"

  public static let known: [Self] = [.pdf, .markdown, .plainText]

  /// Without the point, in lower case.
  private static let suffixes: [String: Self] = [
    "pdf": .pdf,
    "md": .markdown, "markdown": .markdown, "mdown": .markdown, "mkd": .markdown, "mdx": .markdown,
    "txt": .plainText, "text": .plainText, "log": .plainText,
  ]

  /// By the end of the file's name; nil where that says nothing.
  public init?(suffixOf path: String) {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let point = name.lastIndex(of: UInt8(ascii: ".")), point != name.startIndex,
      let suffix = String(name[name.index(after: point)...]),
      let type = Self.suffixes[suffix.lowercased()]
    else { return nil }
    self = type
  }
}
