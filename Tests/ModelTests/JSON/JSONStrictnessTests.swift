import DaybookModel
import Testing

/// What the reader refuses, with the reason and the place; and what it must take.
@Suite struct JSONStrictnessTests {
  static let refused: [(text: String, reason: JSONError.Reason, offset: Int)] = [
    ("", .truncated, 0),
    ("  ", .truncated, 2),
    ("nul", .truncated, 3),
    ("nuul", .unexpectedByte, 2),
    ("True", .unexpectedByte, 0),
    ("NaN", .unexpectedByte, 0),
    ("Infinity", .unexpectedByte, 0),
    ("-Infinity", .invalidNumber, 1),
    ("'a'", .unexpectedByte, 0),
    ("1 2", .trailingBytes, 2),
    ("{}x", .trailingBytes, 2),
    ("null\u{0}", .trailingBytes, 4),
    ("\u{feff}1", .unexpectedByte, 0),
    // Numbers
    ("-", .truncated, 1),
    ("+1", .unexpectedByte, 0),
    ("01", .invalidNumber, 1),
    ("-01", .invalidNumber, 2),
    (".5", .unexpectedByte, 0),
    ("1.", .invalidNumber, 2),
    ("1.e5", .invalidNumber, 2),
    ("1e", .invalidNumber, 2),
    ("1e+", .invalidNumber, 3),
    ("0x10", .trailingBytes, 1),
    ("1_000", .trailingBytes, 1),
    ("1e309", .numberOutOfRange, 0),
    ("-1e999999999999999999999", .numberOutOfRange, 0),
    // Strings
    ("\"", .truncated, 1),
    ("\"abc", .truncated, 4),
    ("\"\\", .truncated, 1),
    ("\"\\q\"", .invalidEscape, 1),
    ("\"\\u12\"", .invalidEscape, 1),
    ("\"\\u12g4\"", .invalidEscape, 1),
    ("\"\\ud800\"", .loneSurrogate, 1),
    ("\"\\udc00\"", .loneSurrogate, 1),
    ("\"\\ud800\\ud800\"", .loneSurrogate, 1),
    ("\"\\ud800\\n\"", .loneSurrogate, 1),
    ("\"a\u{0}b\"", .controlCharacter, 2),
    ("\"a\nb\"", .controlCharacter, 2),
    ("\"12345678\u{1f}\"", .controlCharacter, 9),
    ("\"1234567\t\"", .controlCharacter, 8),
    // Arrays and objects
    ("[", .truncated, 1),
    ("[1", .truncated, 2),
    ("[1,", .truncated, 3),
    ("[1,]", .unexpectedByte, 3),
    ("[,1]", .unexpectedByte, 1),
    ("[1 2]", .unexpectedByte, 3),
    ("[1}", .unexpectedByte, 2),
    ("{", .truncated, 1),
    ("{\"a\"", .truncated, 4),
    ("{\"a\":", .truncated, 5),
    ("{\"a\":1", .truncated, 6),
    ("{\"a\":1,}", .unexpectedByte, 7),
    ("{a:1}", .unexpectedByte, 1),
    ("{1:1}", .unexpectedByte, 1),
    ("{\"a\" 1}", .unexpectedByte, 5),
    ("{\"a\":1 \"b\":2}", .unexpectedByte, 7),
    ("{\"a\":1]", .unexpectedByte, 6),
    ("/* no */1", .unexpectedByte, 0),
    // The same key twice, however it is spelled
    ("{\"a\":1,\"a\":2}", .duplicateKey, 7),
    ("{\"a\":1,\"\\u0061\":2}", .duplicateKey, 7),
    ("{\"\":1,\"\":2}", .duplicateKey, 6),
    ("{\"b\":1,\"a\":2,\"b\":3}", .duplicateKey, 13),
    ("{\"x\":{\"a\":1,\"a\":2}}", .duplicateKey, 12),
    (
      "[{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"a\":1}]",
      .duplicateKey, 62
    ),
  ]

  @Test(arguments: refused)
  func badJSONIsRefusedWithReasonAndOffset(text: String, reason: JSONError.Reason, offset: Int) {
    #expect(throws: JSONError(reason, at: offset)) { try JSONParser.parse(text) }
  }

  /// Unicode 15, table 3-7: overlong forms, surrogates, beyond the last scalar, lone and missing
  /// continuation bytes. Behind a short and a long start, as strings are read eight bytes at a time.
  @Test(
    arguments: [
      [0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xc2], [0xc2, 0x20], [0xe0, 0x9f, 0xbf],
      [0xe0, 0x80, 0x80],
      [0xe1, 0x80], [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf], [0xef, 0xbf], [0xf0, 0x8f, 0xbf, 0xbf],
      [0xf0, 0x90, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xff], [0xfe],
      [0xe1, 0x80, 0x22, 0x80], [0xf1, 0x80, 0x80, 0x22],
    ] as [[UInt8]])
  func refusesInvalidUTF8(sequence: [UInt8]) {
    for prefix in 0..<20 {
      let start = [0x22] + [UInt8](repeating: 0x61, count: prefix)
      #expect(throws: JSONError(.invalidUTF8, at: prefix + 1)) {
        try JSONParser.parse(start + sequence + [0x22])
      }
    }
  }

  @Test(arguments: [
    "\u{80}", "\u{7ff}", "\u{800}", "\u{d7ff}", "\u{e000}", "\u{ffff}", "\u{10000}", "\u{10ffff}", "\u{7f}",
  ])
  func takesEveryLengthOfUTF8(text: String) throws {
    for prefix in 0..<20 {
      let whole = String(repeating: "a", count: prefix) + text + "b"
      #expect(try JSONParser.parse("\"\(whole)\"").string == whole)
    }
  }

  @Test(arguments: [
    ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{c}\n\r\t"), ("\"\\u0041\\u00e9\\u6f22\"", "Aé漢"),
    ("\"\\ud83d\\ude00\\uDBFF\\uDFFF\"", "😀\u{10ffff}"), ("\"\\u0000\"", "\u{0}"),
    ("\"12345678\\n\"", "12345678\n"),
    ("\"\\ud7ff\\ue000\"", "\u{d7ff}\u{e000}"),
  ])
  func readsEscapes(text: String, value: String) throws {
    #expect(try JSONParser.parse(text).string?.utf8.elementsEqual(value.utf8) == true)
  }

  @Test func depthHasALimit() throws {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      func nested(_ depth: Int) -> String {
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      }
      #expect(throws: Never.self) { try JSONParser.parse(nested(64)) }
      #expect(throws: JSONError(.tooDeep, at: 64 * open.utf8.count)) { try JSONParser.parse(nested(65)) }
      #expect(throws: JSONError(.tooDeep, at: 64 * open.utf8.count)) {
        try JSONParser.parse(String(repeating: open, count: 100_000))
      }
    }
  }

  @Test func whiteSpaceIsTheFourBytes() throws {
    #expect(
      try JSONParser.parse(" \t\r\n{ \"a\" : [ 1 , 2 ] , \"b\" : { } , \"c\" : [ ] } \n") == [
        "a": [1, 2], "b": [:], "c": [],
      ])
    #expect(throws: JSONError(.unexpectedByte, at: 0)) { try JSONParser.parse("\u{b}1") }
    #expect(throws: JSONError(.unexpectedByte, at: 0)) { try JSONParser.parse("\u{a0}1") }
  }

  @Test func manyKeysInAnyOrder() throws {
    let keys = (0..<5000).map { "k\($0 &* 7919 % 5000)" }
    let text = "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",")
    #expect(try JSONParser.parse(text + "}").object?.count == 5000)
    #expect(throws: JSONError.self) { try JSONParser.parse(text + ",\"k77\":2}") }
  }

  @Test func keysThatLookAlikeAreTwo() throws {
    let object = try #require(try JSONParser.parse("{\"e\u{301}\":1,\"\u{e9}\":2}").object)
    #expect(object.count == 2)
    #expect(object["\u{e9}"] == 2)
    #expect(object["e\u{301}"] == 1)
  }
}
