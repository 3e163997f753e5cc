import DaybookModel
import Testing

@testable import DaybookView

/// Integers, doubles and numbers that are kept as written stand in one order.
@Suite struct NumberOrderTests {
  private static let ascending = [
    "-1e300", "-123456789012345678901234567890", "-9223372036854775809", "-9223372036854775808", "-2.5",
    "-0.1234567890123456789012345", "-0.1", "0", "1e-300", "0.1", "0.1000000000000000000000001",
    "0.1234567890123456789012345", "1", "2.5", "9007199254740992", "9007199254740993", "9007199254740994.0",
    "9223372036854775807", "9223372036854775808", "12345678901234567890", "18446744073709551615",
    "18446744073709551616", "123456789012345678901234567890", "1e300",
  ]

  private func number(_ text: String) throws -> JSONValue { try JSONParser.parse(text) }

  @Test func anyTwoAreInOrder() throws {
    for (left, a) in Self.ascending.enumerated() {
      for (right, b) in Self.ascending.enumerated() {
        let (x, y) = (try number(a), try number(b))
        #expect(x.holds(.less, y) == (left < right), "\(a) < \(b)")
        #expect(x.holds(.greaterOrEqual, y) == (left >= right), "\(a) >= \(b)")
        #expect(x.holds(.equal, y) == (left == right), "\(a) = \(b)")
        #expect(x.holds(.notEqual, y) == (left != right), "\(a) != \(b)")
        let stored = ByteComparison(.less, y, isInstant: false)
        #expect(stored.holds(Array(a.utf8).span) == (left < right), "the stored text \(a) < \(b)")
        let list = ValueList([y])
        #expect(list.contains(x) == (left == right) && list.contains(Array(a.utf8).span) == (left == right))
        let order = SortValue(x).order(to: SortValue(y))
        #expect(order == (left < right ? .less : left == right ? .equal : .greater), "\(a), \(b)")
        #expect(left > right || SortValue(x).key <= SortValue(y).key, "the keys of \(a), \(b)")
      }
    }
  }

  @Test(arguments: [
    ("9007199254740992", "9007199254740992.0"), ("12345678901234567890", "12345678901234567890.0"),
    ("12345678901234567890", "1.234567890123456789e19"), ("0", "-0.0"), ("5", "5.0"),
    ("0.1234567890123456789012345", "0.12345678901234567890123450"),
  ])
  func spellingsOfOneNumberAreEqual(_ left: String, _ right: String) throws {
    let (x, y) = (try number(left), try number(right))
    #expect(x.holds(.equal, y) && y.holds(.lessOrEqual, x) && !x.holds(.notEqual, y))
  }

  @Test func aConditionHasEveryDigit() throws {
    for text in Self.ascending {
      let condition = try WhereParser.parse(
        "n = \(text)", kind: "x.raw", registry: .empty, now: Instant(milliseconds: 0))
      guard case .compare(_, .equal, let literal) = condition else {
        Issue.record("\(text) became \(condition)")
        continue
      }
      #expect(literal.holds(.equal, try number(text)), "\(text) became \(literal)")
    }
  }
}
