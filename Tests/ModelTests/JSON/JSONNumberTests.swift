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
      ("-9223372036854775808", .int(.min)), ("9223372036854775808", .double(0x1p63)), ("1.0", .double(1)),
      ("1e2", .double(100)), ("1E+2", .double(100)), ("100e-2", .double(1)), ("1e-400", .double(0)),
      ("0.000001", .double(1e-6)),
    ] as [(String, JSONValue)])
  func textsAreReadAsIntegersOrDoubles(text: String, value: JSONValue) throws {
    let read = try JSONParser.parse(text)
    #expect(read == value)
    switch (read, value) {
    case (.int, .int), (.double, .double): break
    default: Issue.record("\(text) is of another type")
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

  @Test func integersAndDoublesAreEqualWhereTheirValuesAre() {
    #expect(JSONValue.int(5) == .double(5))
    #expect(JSONValue.int(.max) == .double(0x1p63))
    #expect(JSONValue.int(.max) != .int(.max - 1))
    #expect(JSONValue.int(5) != .double(5.5))
    #expect(JSONValue.int(0) == .double(-0.0))
    #expect(JSONValue.double(2.5).int == nil)
    #expect(JSONValue.double(1e300).int == nil)
    #expect(JSONValue.double(4).int == 4)
    #expect(JSONValue.int(3).double == 3)
  }
}
