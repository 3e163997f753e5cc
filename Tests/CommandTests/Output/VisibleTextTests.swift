import Testing

@testable import DaybookCommands

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("Ærø, 東京, 👩‍👩‍👧", "Ærø, 東京, 👩‍👩‍👧"), ("", ""),
    ("a\nb\tc\rd", #"a\nb\tc\rd"#),
    ("\u{1b}[2J", #"\u001b[2J"#), ("\u{9b}2J", #"\u009b2J"#), ("\u{7f}\u{0}", #"\u007f\u0000"#),
    ("a\u{202e}b\u{2066}", #"a\u202eb\u2066"#), ("\u{2028}\u{feff}", #"\u2028\ufeff"#),
    ("\u{e0041}", #"\udb40\udc41"#),
  ])
  func controlCharactersAreEscaped(_ text: String, _ visible: String) {
    #expect(VisibleText.escape(text) == visible)
  }

  /// No scalar that a terminal acts on survives, wherever it stands.
  @Test func nothingActs() {
    for value in (UInt32(0)...0x2100) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let visible = VisibleText.escape("a" + String(Character(scalar)) + "b")
      for shown in visible.unicodeScalars {
        #expect(shown.properties.generalCategory != .control, "U+\(String(value, radix: 16))")
      }
    }
  }
}

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("東京", 4), ("👩‍👩‍👧", 2), ("☺️", 2), ("ﾊﾝ", 2), ("한글", 4),
  ])
  func widthCountsColumns(_ text: String, _ width: Int) { #expect(DisplayWidth.of(text) == width) }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("東京都", 5, "東京…"), ("東京都", 4, "東…"), ("abc", 0, ""),
  ])
  func aTextIsCutToAWidth(_ text: String, _ width: Int, _ fitted: String) {
    #expect(DisplayWidth.fit(text, width) == fitted)
  }
}
