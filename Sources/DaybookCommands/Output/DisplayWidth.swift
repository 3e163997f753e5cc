// How many columns of a terminal a text takes: two for ideographs and emoji, none for marks.

package enum DisplayWidth {
  package static func of(_ text: String) -> Int {
    var isPlain = true
    for byte in text.utf8 where byte >= 0x80 {
      isPlain = false
      break
    }
    return isPlain ? text.utf8.count : text.reduce(0) { $0 + of($1) }
  }

  /// A grapheme is as wide as its base; a variation selector for emoji widens it.
  package static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if character.unicodeScalars.contains("\u{fe0f}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return isWide(first) ? 2 : 1
    }
  }

  /// `text` cut to at most `width` columns, the last of them `…` where something was cut.
  package static func fit(_ text: String, _ width: Int) -> String {
    guard width > 0 else { return "" }
    guard of(text) > width else { return text }
    var result = ""
    var used = 0
    for character in text {
      let next = of(character)
      if used + next > width - 1 { break }
      result.append(character)
      used += next
    }
    return result + "…"
  }

  /// Unicode's East Asian Width W and F, in the blocks that occur (UAX #11), and emoji.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation { return true }
    return switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
      0xa000...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
      0xff00...0xff60, 0xffe0...0xffe6, 0x17000...0x18aff, 0x1b000...0x1b2ff, 0x20000...0x3fffd:
      true
    default: false
    }
  }
}
