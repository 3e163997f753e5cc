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
