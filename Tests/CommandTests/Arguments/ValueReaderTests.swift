import DaybookModel
import DaybookView
import Testing

@testable import DaybookCommands

@Suite struct ValueReaderTests {
  let reader = ValueReader(of: "sam.person") {
    try TimeText(zone: .utc, now: Instant(milliseconds: 0)).instant($0, $1)
  }

  @Test(
    arguments: [
      ("5", .string, "5"), ("5", .int, 5), ("-0.5", .double, -0.5), ("8,4", .double, 8.4),
      ("8,40", .double, 8.4),
      ("1.234,50", .double, 1234.5), ("1,234.50", .double, 1234.5), ("1.234", .double, 1.234),
      ("0,125", .double, 0.125), ("12,3456", .double, 12.3456), ("1.234.567", .double, 1_234_567),
      ("-3,5", .double, -3.5), ("1 234,5", .double, 1234.5), ("1e3", .double, 1000), ("yes", .bool, true),
      ("FALSE", .bool, false),
      ("2026-09-30T08:00Z", .instant, "2026-09-30T08:00:00.000Z"), ("1980-03-01", .day, "1980-03-01"),
      ("12.05.1980", .day, "1980-05-12"),
      ("0193E0A4-7D51-7CC2-9F3B-2F6F1D6F0A11", .uuid, "0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a11"),
      ("newer", .enumeration(["old"]), "newer"), ("x", .one("sam.person"), "x"),
      (#"["a",1]"#, .array(.any), ["a", 1]), (#"{"a":null}"#, .object([]), ["a": .null]),
      ("plain text", .any, "plain text"), ("5", .any, 5), ("null", .any, .null),
    ] as [(String, FieldType, JSONValue)])
  func aValueIsReadByItsType(_ text: String, _ type: FieldType, _ value: JSONValue) throws {
    #expect(try reader.value(text, of: "f", as: type) == value)
  }

  @Test(
    arguments: [
      ("1.5", .int), ("99999999999999999999", .int), ("nan", .double), ("1e999", .double), ("maybe", .bool),
      ("1980-13-01", .day), ("soon", .instant), ("a,b", .array(.string)), ("5", .array(.int)),
      ("x", .many("k")),
    ] as [(String, FieldType)])
  func aValueOfAnotherTypeIsRefused(_ text: String, _ type: FieldType) {
    #expect { try reader.value(text, of: "f", as: type) } throws: { error in
      [.badData, .usage].contains((error as? LedgerError)?.code)
    }
  }

  /// What may be read in two ways is not read; both are said.
  @Test(
    arguments: [
      ("1,234", "'1,234' may be 1.234 or 1234; write one of these"), ("8,4kg", "write only the number, 8,4"),
      ("abc", nil), ("0x10", nil), ("1,2,3", nil), ("nan", nil), ("12..5", nil),
    ] as [(String, String?)])
  func saysHowToWriteANumber(_ text: String, _ advice: String?) {
    #expect {
      try reader.value(text, of: "f", as: .double)
    } throws: { error in
      guard let error = error as? LedgerError, error.code == .badData else { return false }
      return error.advice == advice ?? "see 'daybook schema show sam.person'"
    }
  }
}
