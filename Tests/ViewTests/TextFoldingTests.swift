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
  func contains(text: String, part: String, expected: Bool) {
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
