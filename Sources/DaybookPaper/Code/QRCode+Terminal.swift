extension QRCode {
  /// How a terminal shows a code.
  enum Style {
    /// Half blocks (UTF-8), a column a module: 37 columns and 19 rows for a key.
    case halfBlocks
    /// Spaces (ASCII), two columns a module: 74 columns and 37 rows for a key.
    case spaces
  }

  /// Modules on a side, with the quiet zone.
  private var sizeWithQuiet: Int { size + 2 * Self.quietCount }

  func columns(_ style: Style) -> Int { style == .halfBlocks ? sizeWithQuiet : sizeWithQuiet * 2 }

  // From the palette of 256 colours, which no theme changes: dark is black on dark terminals, too.
  private static let black = 16
  private static let white = 231
  private static let reset = "\u{1b}[0m"

  /// Each with the codes that set its colours and reset them.
  func rows(_ style: Style) -> [String] {
    let range = -Self.quietCount..<size + Self.quietCount
    switch style {
    case .halfBlocks:
      let colors = "\u{1b}[38;5;\(Self.black);48;5;\(Self.white)m"
      return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
        colors + range.map { Self.halfBlock(isDark($0, row), isDark($0, row + 1)) }.joined() + Self.reset
      }
    case .spaces:
      return range.map { row in
        range.map { "\u{1b}[48;5;\(isDark($0, row) ? Self.black : Self.white)m  " }.joined() + Self.reset
      }
    }
  }

  private static func halfBlock(_ isUpperDark: Bool, _ isLowerDark: Bool) -> String {
    switch (isUpperDark, isLowerDark) {
    case (false, false): " "
    case (true, false): "▀"
    case (false, true): "▄"
    case (true, true): "█"
    }
  }
}
