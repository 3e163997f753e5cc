import Testing

@testable import Daybook

@Suite struct OneLineTests {
  @Test(arguments: [
    ("a b", "a b"), (" a\n\n b ", "a b"), ("123456789", "123456789"), ("1234567890", "1234567890"),
    ("12345678901", "123456789…"), ("1234\n5678 9012", "1234 5678…"), ("12     34567890", "12 345678…"),
    ("12" + String(repeating: " ", count: 100), "12"), ("", ""),
  ])
  func whatIsCutSaysSo(text: String, line: String) {
    #expect(OneLine.cut(text, countMax: 10) == line)
  }
}
