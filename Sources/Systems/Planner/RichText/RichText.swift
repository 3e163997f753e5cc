import Daybook
import DaybookText

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A text with its attributes, as a file or an app gives it.
public struct RichText: Sendable, Equatable {
  /// The bytes, in the form that ``type`` names; they need not be valid.
  public var data: Data
  /// An unknown one is kept as it is.
  public var type: RichTextType

  /// Uses the bytes as they are; nothing is parsed before ``plainText``.
  public init(_ data: Data, _ type: RichTextType) { (self.data, self.type) = (data, type) }

  /// The text without its attributes, which is searched and embedded. Nil if none can be extracted: for an archive, an
  /// unknown type, and RTF that does not begin as such. Works for any bytes. O(bytes).
  public var plainText: String? {
    let text: String
    switch type {
    case .rtf:
      guard let found = RTFText.extract(data) else { return nil }
      text = found
    case .html: text = HTMLText.extract(MarkupBytes.decode(Array(data), declaresCharset: true))
    case .markdown: text = MarkdownPlainText.extract(MarkupBytes.decode(Array(data), declaresCharset: false))
    default: return nil
    }
    return PlainLines.tidy(text)
  }
}

extension RichTextType {
  /// The type by a file's extension; nil if that does not show it, or means plain text.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[dot...].lowercased() {
    case ".rtf": self = .rtf
    case ".html", ".htm", ".xhtml": self = .html
    case ".md", ".markdown", ".mdown": self = .markdown
    default: return nil
    }
  }

  /// The type by the first bytes, for types that can be recognized by them.
  public init?(beginning data: Data) {
    if data.starts(with: RTFText.signature) {
      self = .rtf
    } else if data.starts(with: Array("bplist".utf8)) {
      self = .archive
    } else {
      return nil
    }
  }
}

extension RichText {
  /// A note's; nil where there is none to take a text from.
  init?(_ data: Data?, _ type: RichTextType?) {
    guard let data, !data.isEmpty, let type = type ?? RichTextType(beginning: data) else { return nil }
    self.init(data, type)
  }
}

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

/// The lines of a text that was taken out of another form.
enum PlainLines {
  /// Line feeds alone end lines, no line ends in white space, no more than one is empty in a row, and there is no
  /// character that a terminal would act on.
  static func tidy(_ text: String) -> String {
    var lines: [[Unicode.Scalar]] = [[]]
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r", "\u{2028}", "\u{2029}": lines.append([])
      case "\n": if last != "\r" { lines.append([]) }
      case "\t": lines[lines.count - 1].append(scalar)
      default: if !isUnseen(scalar) { lines[lines.count - 1].append(scalar) }
      }
      last = scalar
    }
    var result = String.UnicodeScalarView()
    var emptyCount = 0
    for line in lines {
      let end = line.lastIndex { !$0.properties.isWhitespace }.map { $0 + 1 } ?? 0
      guard end > 0 else {
        emptyCount += 1
        continue
      }
      if !result.isEmpty {
        result.append(contentsOf: emptyCount > 0 ? "\n\n".unicodeScalars : "\n".unicodeScalars)
      }
      emptyCount = 0
      result.append(contentsOf: line[..<end])
    }
    return String(result)
  }

  /// Controls, and marks of the text's form: soft hyphens, byte order marks.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar == "\u{AD}" || scalar == "\u{FEFF}"
  }
}
