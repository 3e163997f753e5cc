/// Typographic variants that programs use for the same text: quotes straight and round, dashes of every
/// length, three dots as one sign, letters set together, letters of full width, and invisible characters.
enum Typography {
  static let dash: UInt32 = 0x2D
  private static let single: UInt32 = 0x27
  private static let double: UInt32 = 0x22

  /// The code point that stands for this one; most stand for themselves.
  static func folded(_ value: UInt32) -> UInt32 {
    if value < 0x80 { return value == 0x60 ? single : value }
    switch value {
    // ´ and the letters that look like an apostrophe; ‘ ’ ‚ ‛ ′ ‹ › ❛ ❜
    case 0xB4, 0x2B9, 0x2BB...0x2BD, 0x2018...0x201B, 0x2032, 0x2039, 0x203A, 0x275B, 0x275C: return single
    // « » “ ” „ ‟ ″ ❝ ❞ 〝 〞 〟
    case 0xAB, 0xBB, 0x201C...0x201F, 0x2033, 0x275D, 0x275E, 0x301D...0x301F: return double
    // ‐ ‑ ‒ – — ― − and their small forms
    case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63: return dash
    // Full width.
    case 0xFF01...0xFF5E: return folded(value - 0xFEE0)
    default: return value
    }
  }

  /// The code points that one represents, if it represents several.
  static func parts(_ value: UInt32) -> [UInt32]? {
    switch value {
    case 0x2026: [0x2E, 0x2E, 0x2E]
    case 0xFB00: [0x66, 0x66]
    case 0xFB01: [0x66, 0x69]
    case 0xFB02: [0x66, 0x6C]
    case 0xFB03: [0x66, 0x66, 0x69]
    case 0xFB04: [0x66, 0x66, 0x6C]
    case 0xFB05, 0xFB06: [0x73, 0x74]
    default: nil
    }
  }

  /// Whether it is invisible: soft hyphens, joiners, marks of direction and of variants.
  static func isHidden(_ value: UInt32) -> Bool {
    switch value {
    case 0xAD, 0x34F, 0x61C, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069,
      0xFE00...0xFE0F, 0xFEFF:
      true
    default: false
    }
  }
}
