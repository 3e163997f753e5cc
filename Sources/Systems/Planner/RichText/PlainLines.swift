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
