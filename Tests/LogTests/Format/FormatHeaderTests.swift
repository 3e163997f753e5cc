import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLog

@Suite struct FormatHeaderTests {
  static func header() throws -> SegmentHeader {
    let golden = try #require(GoldenLedger())
    return golden.commits[2].header
  }

  @Test func readsBack() throws {
    let header = try Self.header()
    let line = header.line()
    #expect(try SegmentHeader.parse(line) == header)
    #expect(header.tree?.size == header.size)
    #expect(
      String(decoding: line, as: UTF8.self).hasPrefix(
        "{\"daybook\":1,\"ledger\":\"\(GoldenLedger.ledger)\",\"replica\":\""))
  }

  @Test func otherKeysArePassedOver() throws {
    let header = try Self.header()
    let text = String(decoding: header.line(), as: UTF8.self).replacing(
      "{\"daybook\"", with: "{\"later\":1, \"daybook\"")
    #expect(try SegmentHeader.parse(Array(text.utf8)) == header)
  }

  @Test func aLaterFormatIsNamed() throws {
    let text = String(decoding: try Self.header().line(), as: UTF8.self).replacing(
      "\"daybook\":1", with: "\"daybook\":9")
    #expect(throws: LineError(.format(9), at: 0)) { try SegmentHeader.parse(Array(text.utf8)) }
  }

  @Test func theIdMustBeTheKeys() throws {
    var header = try Self.header()
    header.replica.rawValue ^= 1
    #expect(throws: LineError(.foreignKey, at: 0)) { try SegmentHeader.parse(header.line()) }
    header.replica.rawValue ^= 1
    header.publicKey[0] ^= 1
    #expect(throws: LineError(.foreignKey, at: 0)) { try SegmentHeader.parse(header.line()) }
  }

  @Test(arguments: ["daybook", "ledger", "replica", "key", "first", "size", "peaks"])
  func everyKeyIsNeededAndChecked(key: String) throws {
    let object = try #require(JSONParser.parse(try Self.header().line()).object)
    var without = object
    without[key] = nil
    let missing = try #require(throws: LineError.self) {
      try SegmentHeader.parse(JSONValue.object(without).canonicalBytes)
    }
    #expect(missing.reason == .missing(key: key))
    for wrong in [.null, "", -1, [:], [1], 1.5] as [JSONValue] {
      var with = object
      with[key] = wrong
      #expect(throws: LineError.self) { try SegmentHeader.parse(JSONValue.object(with).canonicalBytes) }
    }
  }

  @Test func peaksMustFitTheSize() throws {
    var header = try Self.header()
    header.size += 2
    #expect(throws: LineError.self) { try SegmentHeader.parse(header.line()) }
  }

  /// Writers that continue here, and findings about it, must be able to count on from these numbers.
  @Test func numbersLeaveRoomForWhatFollows() throws {
    let object = try #require(JSONParser.parse(try Self.header().line()).object)
    let peak = JSONValue.string(Hash256.of([1].span).description)
    func header(_ key: String, _ number: Int64, peaks: Int) -> [UInt8] {
      var object = object
      object[key] = .int(number)
      if key == "size" { object["peaks"] = .array(Array(repeating: peak, count: peaks)) }
      return JSONValue.object(object).canonicalBytes
    }
    for key in ["first", "size"] {
      #expect(throws: Never.self) { try SegmentHeader.parse(header(key, 1 << 52, peaks: 1)) }
      #expect(throws: LineError.self) { try SegmentHeader.parse(header(key, 1 << 53, peaks: 1)) }
      #expect(throws: LineError.self) { try SegmentHeader.parse(header(key, .max, peaks: 63)) }
    }
  }

  @Test func theDescriptorReadsBack() throws {
    let descriptor = LedgerDescriptor(ledger: GoldenLedger.ledger, createdAt: GoldenLedger.createdAt)
    #expect(try LedgerDescriptor(descriptor.bytes) == descriptor)
    #expect(
      String(decoding: descriptor.bytes, as: UTF8.self)
        == "{\"daybook\":2,\"ledger\":\"0193b2c4-5d6e-7f80-8a1b-2c3d4e5f6071\",\"createdAt\":\"2026-11-21T06:13:00.123Z\"}\n"
    )
  }

  @Test(arguments: [
    ("", LineError.Reason.json(.truncated)), ("[]", .notObject), ("{}", .missing(key: "daybook")),
    ("{\"daybook\":9}", .format(9)),
    ("{\"daybook\":1,\"ledger\":\"../x\"}", .wrongType(key: "ledger", expected: "a UUID in lower case")),
    (
      "{\"daybook\":1,\"ledger\":\"0193B2C4-5D6E-7F80-8A1B-2C3D4E5F6071\"}",
      .wrongType(key: "ledger", expected: "a UUID in lower case")
    ),
    (
      "{\"daybook\":1,\"ledger\":\"0193b2c4-5d6e-7f80-8a1b-2c3d4e5f6071\",\"createdAt\":1}",
      .wrongType(key: "createdAt", expected: "a time such as 2026-11-21T06:13:00.123Z")
    ),
  ])
  func refusedDescriptors(text: String, reason: LineError.Reason) throws {
    #expect(try #require(throws: LineError.self) { try LedgerDescriptor(Array(text.utf8)) }.reason == reason)
  }

  @Test func aDescriptorIsSmall() {
    let bytes = [UInt8](repeating: 0x20, count: LedgerDescriptor.sizeBytesMax + 1)
    #expect(throws: LineError(.tooLong, at: LedgerDescriptor.sizeBytesMax)) { try LedgerDescriptor(bytes) }
  }
}
