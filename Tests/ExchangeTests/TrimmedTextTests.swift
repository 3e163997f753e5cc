import Testing

@testable import DaybookText

/// White space goes, and nothing that combines with it.
@Suite struct TrimmedTextTests {
  @Test(arguments: [
    ("  a  ", "a"), ("", ""), (" \n\t", ""), ("\u{a0}a\u{2003}", "a"),
    // A combining accent, a tone of skin and a variation selector behind a space are one character with it.
    ("a \u{301}", "a \u{301}"), (" \u{301}a", "\u{301}a"), ("hi \u{1f3fd}", "hi \u{1f3fd}"),
    (" 👍\u{1f3fd} ", "👍\u{1f3fd}"), ("❤ \u{fe0f}", "❤ \u{fe0f}"), ("e\u{301} ", "e\u{301}"),
  ])
  func whiteSpaceAtTheEndsGoes(text: String, expected: String) {
    #expect(Array(text.trimmed.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(arguments: [
    (" a \n b ", "a b"), ("a \u{301} b", "a \u{301} b"), ("hi  \u{1f3fd}", "hi \u{1f3fd}"), (" ", ""),
  ])
  func singleSpaced(text: String, expected: String) {
    #expect(Array(text.singleSpaced.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func trimmedAtEnd() {
    #expect(Array("a \u{301}  "[...].trimmedAtEnd.unicodeScalars) == Array("a \u{301}".unicodeScalars))
    #expect("   "[...].trimmedAtEnd.isEmpty)
  }

  @Test(arguments: [
    ("abc", 2, "ab"), ("e\u{301}x", 2, ""), ("👍\u{1f3fd}!", 4, ""), ("👍\u{1f3fd}!", 8, "👍\u{1f3fd}"),
    ("a", 9, "a"),
  ])
  func prefixOfWholeCharacters(text: String, size: Int, expected: String) {
    #expect(text.prefix(sizeBytes: size) == expected)
  }
}
