// The charset names of mail, pages and tables: the labels of the WHATWG encoding standard with iconv's names, and a few
// that only mail uses.

enum CharsetNames {
  /// The name for iconv; the label itself if the table has none.
  static func iconvName(of label: String) -> String {
    names[label] ?? names[label.replacing("_", with: "-")] ?? label
  }

  private static let names: [String: String] = {
    var names: [String: String] = [:]
    for (name, labels) in table {
      for label in labels.split(separator: " ") { names[String(label)] = name }
    }
    return names
  }()

  private static let table: [(String, String)] = [
    (
      "UTF-8",
      "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf-8-mac utf8mb4 cp65001"
    ),
    ("CP866", "866 cp866 csibm866 ibm866"),
    (
      "ISO-8859-2",
      "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"
    ),
    (
      "ISO-8859-3",
      "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"
    ),
    (
      "ISO-8859-4",
      "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"
    ),
    (
      "ISO-8859-5",
      "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"
    ),
    (
      "ISO-8859-6",
      "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e "
        + "iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"
    ),
    (
      "ISO-8859-7",
      "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
        + "iso_8859-7:1987 sun_eu_greek"
    ),
    (
      "ISO-8859-8",
      "csiso88598e csiso88598i csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-8859-8-i iso-ir-138 "
        + "iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 logical visual"
    ),
    ("ISO-8859-10", "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
    ("ISO-8859-13", "iso-8859-13 iso8859-13 iso885913"),
    ("ISO-8859-14", "iso-8859-14 iso8859-14 iso885914"),
    ("ISO-8859-15", "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 latin9 latin-9"),
    ("ISO-8859-16", "iso-8859-16"), ("KOI8-R", "cskoi8r koi koi8 koi8-r koi8_r"),
    ("KOI8-U", "koi8-ru koi8-u"), ("MACINTOSH", "csmacintosh mac macintosh x-mac-roman macroman"),
    ("CP874", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
    ("CP1250", "cp1250 windows-1250 x-cp1250"), ("CP1251", "cp1251 windows-1251 x-cp1251"),
    (
      windows1252,
      "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 "
        + "iso_8859-1 iso_8859-1:1987 l1 latin1 latin-1 us-ascii windows-1252 x-cp1252 iso646-us us"
    ),
    ("CP1253", "cp1253 windows-1253 x-cp1253"),
    (
      "CP1254",
      "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
        + "windows-1254 x-cp1254"
    ),
    ("CP1255", "cp1255 windows-1255 x-cp1255"), ("CP1256", "cp1256 windows-1256 x-cp1256"),
    ("CP1257", "cp1257 windows-1257 x-cp1257"), ("CP1258", "cp1258 windows-1258 x-cp1258"),
    ("MAC-CYRILLIC", "x-mac-cyrillic x-mac-ukrainian"),
    (
      "GB18030",
      "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030 cp936 ms936 "
        + "windows-936 euc-cn cn-gb"
    ),
    (hz, "hz-gb-2312 hz"), ("BIG5-HKSCS", "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
    ("CP950", "cp950 windows-950"), ("EUC-JP", "cseucpkdfmtjapanese euc-jp x-euc-jp eucjp"),
    ("ISO-2022-JP", "csiso2022jp iso-2022-jp"),
    (
      "CP932",
      "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis cp932 windows-932"
    ),
    (
      "UHC",
      "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 "
        + "windows-949 cp949 uhc ks_c_5601 ks-c-5601-1987"
    ),
    ("ISO-2022-KR", "csiso2022kr iso-2022-kr"), ("ISO-2022-CN", "iso-2022-cn"),
    ("UTF-16BE", "unicodefffe utf-16be"),
    ("UTF-16LE", "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16le"),
    ("UTF-16", "utf-16 utf16"), ("UTF-7", "utf-7 utf7 unicode-1-1-utf-7 x-unicode-1-1-utf-7 csunicode11utf7"),
  ]

  /// The charset that the program decodes itself.
  static let windows1252 = "windows-1252"
  static let hz = "HZ"
}

/// HZ (RFC 1843): the characters of GB 2312 between `~{` and `~}`, seven bits each.
enum HZText {
  /// The same in the eight bits of EUC-CN.
  static func widened(_ bytes: [UInt8]) -> [UInt8] {
    var found: [UInt8] = []
    found.reserveCapacity(bytes.count)
    var isWide = false
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0
      switch (byte, next) {
      case (UInt8(ascii: "~"), UInt8(ascii: "{")): (isWide, place) = (true, place + 2)
      case (UInt8(ascii: "~"), UInt8(ascii: "}")): (isWide, place) = (false, place + 2)
      case (UInt8(ascii: "~"), UInt8(ascii: "~")) where !isWide:
        found.append(byte)
        place += 2
      case (UInt8(ascii: "~"), 0x0a): place += 2
      default:
        if byte == 0x0a { isWide = false }
        found.append(isWide && byte > 0x20 ? byte | 0x80 : byte)
        place += 1
      }
    }
    return found
  }
}
