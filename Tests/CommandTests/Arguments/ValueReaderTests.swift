import DaybookCommands
import DaybookModel
import DaybookView
import Testing

@Suite struct ValueReaderTests {
  let reader = ValueReader(of: "sam.person") {
    try TimeText(zone: .utc, now: Instant(milliseconds: 0)).instant($0, $1)
  }

  @Test(
    arguments: [
      ("5", .string, "5"), ("5", .int, 5), ("-0.5", .double, -0.5), ("yes", .bool, true),
      ("FALSE", .bool, false),
      ("2026-09-30T08:00Z", .instant, "2026-09-30T08:00:00.000Z"), ("1980-03-01", .day, "1980-03-01"),
      ("12.05.1980", .day, "1980-05-12"),
      ("0193E0A4-7D51-7CC2-9F3B-2F6F1D6F0A11", .uuid, "0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a11"),
      ("newer", .enumeration(["old"]), "newer"), ("x", .one("sam.person"), "x"),
      (#"["a",1]"#, .array(.any), ["a", 1]), (#"{"a":null}"#, .object([]), ["a": .null]),
      ("plain text", .any, "plain text"), ("5", .any, 5), ("null", .any, .null),
    ] as [(String, FieldType, JSONValue)])
  func reads(_ text: String, _ type: FieldType, _ value: JSONValue) throws {
    #expect(try reader.value(text, of: "f", as: type) == value)
  }

  @Test(
    arguments: [
      ("1.5", .int), ("99999999999999999999", .int), ("nan", .double), ("1e999", .double), ("maybe", .bool),
      ("1980-13-01", .day), ("soon", .instant), ("a,b", .array(.string)), ("5", .array(.int)),
      ("x", .many("k")),
    ] as [(String, FieldType)])
  func refuses(_ text: String, _ type: FieldType) {
    #expect { try reader.value(text, of: "f", as: type) } throws: { error in
      [.badData, .usage].contains((error as? LedgerError)?.code)
    }
  }
}
