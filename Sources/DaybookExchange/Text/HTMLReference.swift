import DaybookModel

/// Character references of HTML: numbers, and names.
public enum HTMLReference {
  /// The characters at an ampersand, in UTF-8, and where they end; the ampersand itself where no reference begins.
  public static func read(_ bytes: [UInt8], at start: Int) -> (characters: [UInt8], end: Int) {
    let ampersand = (characters: [UInt8(ascii: "&")], end: start + 1)
    guard start + 1 < bytes.count else { return ampersand }
    if bytes[start + 1] == UInt8(ascii: "#") { return number(bytes, start) ?? ampersand }
    var end = start + 1
    while end < bytes.count, end - start <= nameCountMax, isNamed(bytes[end]) { end += 1 }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    guard let text = names[name] else { return ampersand }
    let hasEnd = end < bytes.count && bytes[end] == UInt8(ascii: ";")
    return (Array(text.utf8), hasEnd ? end + 1 : end)
  }

  private static let nameCountMax = 10

  private static func isNamed(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return UInt8(ascii: "a") <= lower && lower <= UInt8(ascii: "z")
      || UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9")
  }

  private static func number(_ bytes: [UInt8], _ start: Int) -> (characters: [UInt8], end: Int)? {
    var end = start + 2
    let isHexadecimal = end < bytes.count && bytes[end] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { end += 1 }
    let first = end
    while end < bytes.count, isHexadecimal ? ASCII.hexValue(bytes[end]) != nil : isDecimal(bytes[end]) {
      end += 1
    }
    guard end > first else { return nil }
    let digits = bytes[first..<end].drop { $0 == UInt8(ascii: "0") }
    let value =
      digits.count > 8
      ? nil : UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
    let hasEnd = end < bytes.count && bytes[end] == UInt8(ascii: ";")
    return (Array(text(value ?? 0).utf8), hasEnd ? end + 1 : end)
  }

  private static func isDecimal(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9")
  }

  /// As in the HTML standard: an invalid number becomes the replacement character, and 128 to 159 are those of
  /// windows-1252.
  private static func text(_ value: UInt32) -> String {
    if (128..<160).contains(value) { return Windows1252.decode([UInt8(value)]) }
    guard value > 0, let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
    return String(Character(scalar))
  }

  private static let names: [String: String] = {
    var names = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "hellip": "…", "mdash": "—",
      "ndash": "–", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„",
      "bull": "•", "euro": "€", "trade": "™", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓",
      "minus": "−", "infin": "∞", "ne": "≠", "le": "≤", "ge": "≥", "asymp": "≈", "OElig": "Œ",
      "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "lsaquo": "‹", "rsaquo": "›", "dagger": "†",
      "permil": "‰", "zwnj": "\u{200C}", "zwj": "\u{200D}", "ensp": "\u{2002}", "emsp": "\u{2003}",
      "thinsp": "\u{2009}", "check": "✓",
    ]
    for (index, name) in latin.split(separator: " ").enumerated() {
      if let scalar = Unicode.Scalar(UInt32(160 + index)) { names[String(name)] = String(Character(scalar)) }
    }
    return names
  }()

  /// The names from 160 on.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
    micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
    AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml \
    times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
    egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
    ugrave uacute ucirc uuml yacute thorn yuml
    """
}
