import DaybookModel
import DaybookTestSupport
import Testing

@Suite struct JSONNumberTests {
  /// RFC 8785, appendix B, and what follows from its rules.
  @Test(
    arguments: [
      (0x0000_0000_0000_0000, "0"),
      (0x8000_0000_0000_0000, "0"),
      (0x0000_0000_0000_0001, "5e-324"),
      (0x8000_0000_0000_0001, "-5e-324"),
      (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
      (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
      (0x4340_0000_0000_0000, "9007199254740992"),
      (0xc340_0000_0000_0000, "-9007199254740992"),
      (0x4430_0000_0000_0000, "295147905179352830000"),
      (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
      (0x44b5_2d02_c7e1_4af6, "1e+23"),
      (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
      (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
      (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
      (0x444b_1ae4_d6e2_ef50, "1e+21"),
      (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
      (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
      (0x41b3_de43_5555_5553, "333333333.3333332"),
      (0x41b3_de43_5555_5554, "333333333.33333325"),
      (0x41b3_de43_5555_5555, "333333333.3333333"),
      (0x41b3_de43_5555_5556, "333333333.3333334"),
      (0x41b3_de43_5555_5557, "333333333.33333343"),
      (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
      (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
      (0x3ff0_0000_0000_0000, "1"),
      (0x4024_0000_0000_0000, "10"),
      (0x3fe0_0000_0000_0000, "0.5"),
      (0x3fb9_9999_9999_999a, "0.1"),
      (0x4059_0000_0000_0000, "100"),
      (0x40c3_8800_0000_0000, "10000"),
      (0x3f1a_36e2_eb1c_432d, "0.0001"),
      (0x3ee4_f8b5_88e3_68f1, "0.00001"),
      (0x7ff0_0000_0000_0000, "null"),
      (0x7ff8_0000_0000_0000, "null"),
    ] as [(UInt64, String)])
  func doublesAreWrittenAsECMAScriptDoes(bits: UInt64, text: String) {
    #expect(JSONValue.double(Double(bitPattern: bits)).description == text)
  }

  @Test(
    arguments: [
      ("0", .int(0)), ("-0", .double(-0.0)), ("9223372036854775807", .int(.max)),
      ("-9223372036854775808", .int(.min)), ("9223372036854775808", .number("9223372036854775808")),
      ("-9223372036854775809", .number("-9223372036854775809")), ("9223372036854776000", .double(0x1p63)),
      ("12345678901234567890", .number("12345678901234567890")), ("1.0", .double(1)),
      ("1e2", .double(100)), ("1E+2", .double(100)), ("100e-2", .double(1)), ("1e-400", .number("1e-400")),
      ("0.000001", .double(1e-6)), ("0.1000000000000000000", .double(0.1)),
      ("1000000000000000000000e-21", .double(1)),
      ("0.10000000000000000001", .number("0.10000000000000000001")), ("0e-9999999999999", .double(0)),
      ("9007199254740993", .int(9_007_199_254_740_993)),
      ("9007199254740993.0", .number("9007199254740993.0")),
    ] as [(String, JSONValue)])
  func textsAreReadAsWhatTheySay(text: String, value: JSONValue) throws {
    let read = try JSONParser.parse(text)
    #expect(read == value)
    switch (read, value) {
    case (.int, .int), (.double, .double): break
    case (.number, .number):
      #expect(read.description == text, "what is neither is written as it was")
      #expect(read.int == nil && read.double == Double(text))
    default: Issue.record("\(text) is of another type")
    }
  }

  @Test("A number of any form is written as an equal one", .seeded)
  func noNumberChanges() throws {
    var random = SeededRandom(seed: TestSeed.current)
    func digits(_ range: ClosedRange<Int>) -> String {
      let count = Int.random(in: range, using: &random)
      return (0..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
    }
    for _ in 0..<5000 {
      var text = Bool.random(using: &random) ? "-" : ""
      text += "\(Int.random(in: 1...9, using: &random))" + digits(0...24)
      if Bool.random(using: &random) { text += "." + digits(1...24) }
      if Bool.random(using: &random) { text += "e\(Int.random(in: -30...30, using: &random))" }
      let written = try JSONParser.parse(text).description
      #expect(try Decimal(text) == Decimal(written), "\(text) became \(written)")
    }
  }

  /// A number's digits without zeros at their ends, and where its point is.
  private struct Decimal: Equatable {
    var isNegative: Bool
    var digits: Substring
    var exponent: Int

    init(_ text: String) throws {
      isNegative = text.hasPrefix("-")
      let parts = text.drop { $0 == "-" }.split(separator: "e", maxSplits: 1)
      let number = parts[0].split(separator: ".", omittingEmptySubsequences: false)
      let all = String(number[0]) + (number.count > 1 ? String(number[1]) : "")
      let shown = all.drop { $0 == "0" }
      exponent = number[0].count - (all.count - shown.count)
      if parts.count > 1 { exponent += try #require(Int(parts[1].drop { $0 == "+" })) }
      digits = shown[..<(shown.lastIndex { $0 != "0" }.map { shown.index(after: $0) } ?? shown.startIndex)]
    }
  }

  @Test func longNumbersAreReadWhereADoubleCanHoldThem() throws {
    let digits = String(repeating: "9", count: 308)
    #expect(try JSONParser.parse(digits).double == 1e308)
    #expect(throws: JSONError(.numberOutOfRange, at: 0)) { try JSONParser.parse(digits + "9") }
    #expect(try JSONParser.parse("0." + String(repeating: "3", count: 5000)).double == 1.0 / 3)
  }

  @Test(.seeded) func everyDoubleReadsBack() throws {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let text = JSONValue.double(value).description
      let read = try JSONParser.parse(text)
      #expect(read.double == value, "\(text)")
      #expect(JSONValue.double(read.double ?? 0).description == text)
    }
  }

  @Test func integersAndDoublesAreEqualWhereTheirDigitsAre() {
    #expect(JSONValue.int(5) == .double(5))
    #expect(JSONValue.int(1 << 53) == .double(0x1p53))
    #expect(JSONValue.int(1 << 53 + 1) != .double(0x1p53))
    // Which is written 9223372036854776000.
    #expect(JSONValue.int(.max) != .double(0x1p63))
    #expect(JSONValue.int(1_424_953_923_781_206_300) == .double(Double(1_424_953_923_781_206_272 as Int64)))
    #expect(JSONValue.int(.max) != .int(.max - 1))
    #expect(JSONValue.int(5) != .double(5.5))
    #expect(JSONValue.int(0) == .double(-0.0))
    #expect(JSONValue.double(2.5).int == nil)
    #expect(JSONValue.double(1e300).int == nil)
    #expect(JSONValue.double(4).int == 4)
    #expect(JSONValue.int(3).double == 3)
  }
}
