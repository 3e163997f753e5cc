import DaybookModel
import DaybookTestSupport
import DaybookView
import Testing

@Suite struct TextFoldingTests {
  @Test(arguments: [
    ("Café", "CAFE", true), ("Cafe\u{301}", "café", true), ("cafe", "CAFÉ", true),
    ("Straße", "STRASSE", true), ("İstanbul", "istanbul", true), ("ΜΆΪΟΣ", "μαιος", true),
    ("Ёлка", "елка", true), ("Việt Nam", "viet", true), ("שָׁלוֹם", "שלום", true),
    ("が", "か", false), ("Øre", "ore", false), ("a", "", true), ("", "a", false),
    ("plain text", "TEXT", true), ("plain text", "texts", false), ("≠", "=", false),
    ("한국어", "한국", true), ("한국어", "\u{1112}\u{1161}\u{11ab}", true), ("\u{1F600} Zoë", "zoe", true),
  ])
  func aTextIsFoundWithoutCaseAndAccents(text: String, part: String, expected: Bool) {
    #expect(FoldedNeedle(part).isIn(text) == expected)
  }

  @Test func foldingTwiceChangesNothing() {
    for value in (0x20..<0x3000 as Range<UInt32>) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = TextFolding.fold(String(scalar))
      #expect(
        TextFolding.fold(String(decoding: once, as: UTF8.self)) == once, "U+\(String(value, radix: 16))")
    }
  }
}

/// Looking into a JSON string's bytes says what looking into its text does.
@Suite struct FoldedNeedleTests {
  private static let pieces = [
    "a", "A", "b", "re", "newal", "RENEWAL", " ", "@", "`", "[", "{", "0", "\"", "\\", "\n", "\u{1}", "é",
    "E\u{301}",
    "ß", "\u{212A}", "\u{1F600}", "aaaaaaaa", "rrrrrrrrr", "/",
  ]

  private func text(_ random: inout SeededRandom, _ count: ClosedRange<Int>) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in
      Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
    }.joined()
  }

  @Test(.seeded) func bytesHoldWhatTheTextHolds() throws {
    var random = SeededRandom(seed: TestSeed.current &+ 8)
    for _ in 0..<20_000 {
      let (whole, part) = (text(&random, 0...12), text(&random, 0...3))
      let needle = FoldedNeedle(part)
      let (folded, foldedPart) = (TextFolding.fold(whole), TextFolding.fold(part))
      let expected =
        foldedPart.isEmpty || folded.indices.contains { folded[$0...].starts(with: foldedPart) }
      for json in [JSONValue.string(whole).canonicalBytes, Array("\"\(escaped(whole))\"".utf8)] {
        #expect(
          needle.isIn(json: json.span) == expected, "\(whole.debugDescription) \(part.debugDescription)")
      }
      #expect(needle.isIn(whole) == expected)
    }
    #expect(FoldedNeedle("n").isIn(json: Array("null".utf8).span) == nil)
    #expect(FoldedNeedle("12").isIn(json: Array("123".utf8).span) == nil)
  }

  /// With escapes where none are needed.
  private func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      guard scalar.value < 0x80 else { return String(scalar) }
      let hex = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    }.joined()
  }
}
