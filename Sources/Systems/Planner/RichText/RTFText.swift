#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The text of RTF (Microsoft's Rich Text Format 1.9.1), only its text: paragraphs, lines, cells, characters in code
/// pages and in Unicode. Pictures, tables of fonts and styles, and everything that a reader may ignore is left out.
enum RTFText {
  static let signature = Array("{\\rtf".utf8)

  /// Nil if the data does not begin as RTF.
  static func extract(_ data: Data) -> String? {
    guard data.starts(with: signature) else { return nil }
    var reader = RTFReader(Array(data))
    return reader.read()
  }

  /// Groups whose text is none of the document's.
  static let silent: Set<String> = [
    "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "headerl", "headerr", "headerf",
    "footer", "footerl", "footerr", "footerf", "fldinst", "listtable", "listoverridetable", "revtbl",
    "rsidtbl", "generator", "themedata", "datastore", "colorschememapping", "latentstyles", "xmlnstbl",
    "filetbl", "bkmkstart", "bkmkend", "mmathPr", "nonshppict", "private", "expandedcolortbl", "txe", "xe",
    "tc", "listname",
  ]

  /// Words that stand for a character.
  static let characters: [String: String] = [
    "par": "\n", "line": "\n", "sect": "\n", "page": "\n", "row": "\n", "nestrow": "\n", "column": "\n",
    "softline": "\n", "tab": "\t", "cell": "\t", "nestcell": "\t", "emdash": "—", "endash": "–",
    "emspace": "\u{2003}", "enspace": "\u{2002}", "qmspace": "\u{2005}", "bullet": "•", "lquote": "‘",
    "rquote": "’", "ldblquote": "“", "rdblquote": "”",
  ]

  /// The code page of a font's `\fcharset`.
  static let codePages: [Int: Int] = [
    0: 1252, 2: 1252, 77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254,
    163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437,
  ]
}
