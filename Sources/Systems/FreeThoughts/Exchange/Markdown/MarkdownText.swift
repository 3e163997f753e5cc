/// Texts in a Markdown file that must be imported unchanged, whatever an editor or another system does to line ends and
/// trailing white space.
enum MarkdownText {
  static let mark = "<!-- freethoughts:"

  /// Characters that a terminal would act on, or that hide text, and carriage returns, as `&#13;`; a text
  /// that looks like such a reference gets one for its `&`. A line that looks like one of the layout's marks gets a
  /// backslash.
  static func escape(_ text: String) -> String {
    lines(references(text)).map { isMark($0) ? "\\" + $0 : $0 }.joined(separator: "\n")
  }

  /// The same on one line, which begins with something else.
  static func escapeOneLine(_ text: String) -> String { references(text, besides: ["\n"]) }

  private static func references(_ text: String, besides others: [Unicode.Scalar] = []) -> String {
    var result = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if isUnsafe(scalar) || others.contains(scalar) || isReference(scalars, index) {
        result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The rest of a line after a beginning, compared by code points: for Swift, a combining mark after it would belong
  /// to it.
  static func rest(of line: String, behind beginning: String) -> String? {
    line.utf8.starts(with: beginning.utf8) ? String(line.unicodeScalars.dropFirst(beginning.utf8.count)) : nil
  }

  static func unescape(_ text: String) -> String {
    let plain = lines(text).map { $0.hasPrefix("\\") && isMark($0) ? String($0.dropFirst()) : $0 }
      .joined(separator: "\n")
    var result = String.UnicodeScalarView()
    let scalars = Array(plain.unicodeScalars)
    var index = 0
    while index < scalars.count {
      if let reference = reference(scalars, index) {
        result.append(reference.scalar)
        index = reference.end
      } else {
        result.append(scalars[index])
        index += 1
      }
    }
    return String(result)
  }

  /// The lines of a text by its line feeds alone.
  static func lines(_ text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// The text without white space at its ends, which is written into the mark before it.
  static func trimmed(_ text: String) -> (before: String, text: String, after: String) {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return (text, "", "") }
    return (
      String(scalars[..<first]), String(scalars[first...last]), String(scalars[scalars.index(after: last)...])
    )
  }

  /// Whether a line is a mark, or a mark after backslashes.
  static func isMark(_ line: String) -> Bool { line.drop { $0 == "\\" }.hasPrefix(mark) }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\t", "\u{200c}", "\u{200d}": return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  private static func isReference(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    scalars[index] == "&" && reference(scalars, index) != nil
  }

  /// `&#13;` at the index.
  private static func reference(
    _ scalars: [Unicode.Scalar], _ index: Int
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    guard scalars[index] == "&", index + 2 < scalars.count, scalars[index + 1] == "#" else { return nil }
    var (end, value) = (index + 2, UInt32(0))
    while end < scalars.count, ("0"..."9").contains(scalars[end]), end < index + 9 {
      value = value * 10 + scalars[end].value - 0x30
      end += 1
    }
    guard end > index + 2, end < scalars.count, scalars[end] == ";", let scalar = Unicode.Scalar(value) else {
      return nil
    }
    return (scalar, end + 1)
  }
}
