/// Text compared without regard to case and diacritics: `Café` contains `CAFE`.
///
/// Lower case by Unicode's default mappings, canonical decomposition by our own table (the standard library has no
/// public one, and ICU would add 50 MB), marks dropped. Equal on every machine, in every locale.
public enum TextFolding {
  /// The folded text in UTF-8.
  public static func fold(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { fold($0) }
  }

  package static func fold(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count, bytes[index] < 0x80 {
      result.append(lowercased(bytes[index]))
      index += 1
    }
    guard index < bytes.count else { return result }
    let rest = String(decoding: UnsafeBufferPointer(rebasing: bytes[index...]), as: UTF8.self)
    for scalar in rest.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  @inline(__always)
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
    if scalar.value < 0x80 { return result.append(lowercased(UInt8(scalar.value))) }
    if let base = bases[scalar.value] { return result.append(contentsOf: base) }
    if isMark(scalar) { return }
    if (0xac00...0xd7a3).contains(scalar.value) { return appendSyllable(scalar.value - 0xac00, to: &result) }
    for lower in scalar.properties.lowercaseMapping.unicodeScalars where !isMark(lower) {
      result.append(contentsOf: bases[lower.value] ?? utf8(variant(of: lower)))
    }
  }

  /// A Hangul syllable as its letters (the Unicode standard, 3.12).
  private static func appendSyllable(_ index: UInt32, to result: inout [UInt8]) {
    let letters = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11a7 + index % 28]
    for letter in letters where letter != 0x11a7 {
      result.append(contentsOf: utf8(Unicode.Scalar(letter).map { String($0) } ?? ""))
    }
  }

  /// Diacritics: marks that sit on a letter of Latin, Greek, Cyrillic, Hebrew, Arabic or Syriac script, by
  /// their canonical combining class. Vowel signs, nuktas, viramas, voicing marks and tones of
  /// other scripts make other letters and stay.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
    return combiningClass >= 200 || (10...36).contains(combiningClass)
  }

  /// Letters that differ from another only by their place in a word.
  private static func variant(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "ß": "ss"
    case "ſ": "s"
    case "ς": "σ"
    default: String(scalar)
    }
  }

  private static func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// From a marked letter to its base in UTF-8.
  private static let bases: [UInt32: [UInt8]] = {
    var bases: [UInt32: [UInt8]] = [:]
    var base: [UInt8]?
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "\n": base = nil
      case " ": break
      default:
        if let base { bases[scalar.value] = base } else { base = utf8(variant(of: scalar)) }
      }
    }
    return bases
  }()
}

extension TextFolding {
  /// Letters in lower case, each line a base and the letters that are that base with marks, after
  /// canonical decomposition (UnicodeData.txt 14.0, field 5) without the marks that ``isMark(_:)`` names. Letters that
  /// Unicode adds later are not decomposable, according to its stability policy.
  static let marked = """
    a àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ
    b ḃḅḇ
    c çćĉċčḉ
    d ďḋḍḏḑḓ
    e èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ
    f ḟ
    g ĝğġģǧǵḡ
    h ĥȟḣḥḧḩḫẖ
    i ìíîïĩīĭįİǐȉȋḭḯỉị
    j ĵǰ
    k ķǩḱḳḵK
    l ĺļľḷḹḻḽ
    m ḿṁṃ
    n ñńņňǹṅṇṉṋ
    o òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ
    p ṕṗ
    r ŕŗřȑȓṙṛṝṟ
    s śŝşšșṡṣṥṧṩ
    t ţťțṫṭṯṱẗ
    u ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự
    v ṽṿ
    w ŵẁẃẅẇẉẘ
    x ẋẍ
    y ýÿŷȳẏẙỳỵỷỹ
    z źżžẑẓẕ
    æ ǣǽ
    ø ǿ
    ſ ẛ
    ʒ ǯ
    ʹ ʹ
    α άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ
    ε έἐἑἒἓἔἕὲέ
    η ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ
    ι ΐίϊἰἱἲἳἴἵἶἷὶίιῐῑῒΐῖῗ
    ο όὀὁὂὃὄὅὸό
    ρ ῤῥ
    υ ΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ
    ω ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷΩ
    ϒ ϓϔ
    а ӑӓ
    г ѓ
    е ѐёӗ
    ж ӂӝ
    з ӟ
    и йѝӣӥ
    к ќ
    о ӧ
    у ўӯӱӳ
    ч ӵ
    ы ӹ
    э ӭ
    і ї
    ѵ ѷ
    ә ӛ
    ө ӫ
    \u{05d0} \u{fb2e}\u{fb2f}\u{fb30}
    \u{05d1} \u{fb31}\u{fb4c}
    \u{05d2} \u{fb32}
    \u{05d3} \u{fb33}
    \u{05d4} \u{fb34}
    \u{05d5} \u{fb35}\u{fb4b}
    \u{05d6} \u{fb36}
    \u{05d8} \u{fb38}
    \u{05d9} \u{fb1d}\u{fb39}
    \u{05da} \u{fb3a}
    \u{05db} \u{fb3b}\u{fb4d}
    \u{05dc} \u{fb3c}
    \u{05de} \u{fb3e}
    \u{05e0} \u{fb40}
    \u{05e1} \u{fb41}
    \u{05e3} \u{fb43}
    \u{05e4} \u{fb44}\u{fb4e}
    \u{05e6} \u{fb46}
    \u{05e7} \u{fb47}
    \u{05e8} \u{fb48}
    \u{05e9} \u{fb2a}\u{fb2b}\u{fb2c}\u{fb2d}\u{fb49}
    \u{05ea} \u{fb4a}
    \u{05f2} \u{fb1f}
    \u{0627} \u{0622}\u{0623}\u{0625}
    \u{0648} \u{0624}
    \u{064a} \u{0626}
    \u{06c1} \u{06c2}
    \u{06d2} \u{06d3}
    \u{06d5} \u{06c0}
    """
}
