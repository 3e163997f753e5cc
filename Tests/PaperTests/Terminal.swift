/// A terminal that knows what a code uses: colours 16 and 231, half blocks and spaces. A cell is one pixel wide and two
/// high; other characters are drawn as a pixel of the text's colour and one of the background.
struct Terminal {
  let picture: Picture

  struct Unknown: Error { let what: String }

  /// - Parameter background: of the theme, 0 or 255; the text has the other.
  init(_ text: String, background: UInt8) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var picture = Picture(width: 80, height: lines.count * 2, background: background)
    for (row, line) in lines.enumerated() {
      var colors = (text: 255 - background, back: background)
      var column = 0
      var rest = line
      while let character = rest.popFirst() {
        if character == "\u{1b}" {
          guard let end = rest.firstIndex(of: "m") else { throw Unknown(what: "an escape without m") }
          try Self.apply(rest[..<end], &colors, background)
          rest = rest[rest.index(after: end)...]
          continue
        }
        let isDrawn: (upper: Bool, lower: Bool) =
          switch character {
          case " ": (false, false)
          case "▀": (true, false)
          case "▄": (false, true)
          case "█": (true, true)
          default: (false, true)
          }
        picture[column, row * 2] = isDrawn.upper ? colors.text : colors.back
        picture[column, row * 2 + 1] = isDrawn.lower ? colors.text : colors.back
        column += 1
      }
    }
    self.picture = picture
  }

  private static func apply(
    _ escape: Substring, _ colors: inout (text: UInt8, back: UInt8), _ background: UInt8
  ) throws {
    switch escape {
    case "[0": colors = (255 - background, background)
    case "[38;5;16;48;5;231": colors = (0, 255)
    case "[48;5;16": colors.back = 0
    case "[48;5;231": colors.back = 255
    default: throw Unknown(what: String(escape))
    }
  }
}
