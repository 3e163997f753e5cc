import DaybookText

/// Texts of a message without invisible characters: controls, direction marks, tags.
enum SeenText {
  /// On one line; nil where nothing is left. At most `countMax` characters.
  static func line(_ text: String, countMax: Int) -> String? {
    var scalars = String.UnicodeScalarView()
    var isSpaced = false
    // A character seldom has more than a few scalars; a hostile one may have a million.
    for scalar in text.unicodeScalars.prefix(countMax * 8) {
      if scalar.properties.isWhitespace {
        isSpaced = true
      } else if !scalar.isUnseen {
        if isSpaced, !scalars.isEmpty { scalars.append(" ") }
        isSpaced = false
        scalars.append(scalar)
      }
    }
    let line = String(scalars)
    if line.isEmpty { return nil }
    return line.count <= countMax ? line : line.prefix(countMax - 1) + "…"
  }

  static func line(_ text: String) -> String? { line(text, countMax: 1000) }

  /// With its lines ended by LF, tabs kept, and neither blank lines at its ends nor more than two in a row.
  static func lines(_ text: String) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    var lineFeeds = 0
    var spaces = 0
    func end() {
      if !output.isEmpty { output.append(contentsOf: repeatElement(0x0a, count: min(lineFeeds, 3))) }
      (lineFeeds, spaces) = (0, lineFeeds > 0 && output.isEmpty ? 0 : spaces)
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n":
        lineFeeds += 1
        spaces = 0
      case " ": spaces += 1
      case "\t":
        end()
        output.append(contentsOf: repeatElement(0x20, count: spaces))
        spaces = 0
        output.append(0x09)
      default:
        if scalar.isUnseen { continue }
        end()
        output.append(contentsOf: repeatElement(0x20, count: spaces))
        spaces = 0
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
