import CQREncode

/// A QR code (ISO/IEC 18004) as a square of dark and light modules, without the quiet zone around it.
struct QRCode: Equatable, Sendable {
  /// How much of the code may be unreadable.
  enum Correction {
    /// 7 %: for a screen.
    case low
    /// 25 %: for paper, which gets folds and stains.
    case quartile
  }

  /// Modules on a side.
  let size: Int
  /// Row by row.
  private let dark: [Bool]

  /// The modules around the code that stay light.
  static let quietCount = 4

  /// - Parameter text: at most 1,663 ASCII characters. Upper case, digits and hyphens take the least space.
  init(_ text: String, _ correction: Correction) {
    let level = correction == .low ? QR_ECLEVEL_L : QR_ECLEVEL_Q
    guard let code = QRcode_encodeString(text, 0, level, QR_MODE_8, 1) else {
      preconditionFailure("the text fits into a QR code")
    }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    // Sound: libqrencode gives a byte for each module, width × width, until the code is freed. The lowest bit says
    // whether the module is dark.
    dark = UnsafeBufferPointer(start: code.pointee.data, count: width * width).map { $0 & 1 == 1 }
    size = width
  }

  /// Whether a module is dark; those outside the code are light.
  func isDark(_ column: Int, _ row: Int) -> Bool {
    (0..<size).contains(column) && (0..<size).contains(row) && dark[row * size + column]
  }
}

extension QRCode {
  /// A drawing for a page, with the quiet zone; a unit is a module. The page determines its size.
  var svg: String {
    let size = size + 2 * Self.quietCount
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)" shape-rendering="crispEdges" role="img" aria-label="QR code of the key">
      <rect width="\(size)" height="\(size)" fill="#fff"/>
      <path fill="#000" d="\(path)"/>
      </svg>
      """
  }

  /// A rectangle for each run of dark modules in a row.
  private var path: String {
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        let start = column
        while isDark(column, row) { column += 1 }
        let count = column - start
        if count > 0 {
          path += "M\(start + Self.quietCount) \(row + Self.quietCount)h\(count)v1h-\(count)z"
        }
        column += 1
      }
    }
    return path
  }
}

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
