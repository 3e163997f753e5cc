import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@Suite struct JSONValueTests {
  @Test func objectsKeepKeysInTheOrderOfTheirBytes() {
    var object: JSONObject = ["b": 1, "a": 2, "\u{e9}": 3, "B": 4, "": 5]
    #expect(object.keys == ["", "B", "a", "b", "\u{e9}"])
    object["a"] = nil
    object["c"] = nil
    object["b"] = 9
    #expect(JSONValue.object(object).description == "{\"\":5,\"B\":4,\"b\":9,\"\u{e9}\":3}")
    #expect(object.count == 4)
    #expect(object["a"] == nil)
    #expect(JSONObject([("k", 1), ("k", 2)])["k"] == 2)
    #expect(JSONObject().isEmpty)
  }

  /// RFC 8785, 3.2.3 sorts by UTF-16; a ledger sorts by UTF-8 bytes, and says so. They differ only for
  /// keys beyond the basic plane.
  @Test func stringsAreWrittenAsRFC8785() {
    let text = JSONValue.string("\u{20ac}$\u{f}\nA'\u{42}\u{22}\u{5c}\\\"/\u{7f}\u{2028}").description
    #expect(text == "\"\u{20ac}$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\u{7f}\u{2028}\"")
    #expect(
      JSONValue.string("\u{0}\u{1b}\u{8}\u{9}\u{c}\u{d}").description == "\"\\u0000\\u001b\\b\\t\\f\\r\"")
  }

  @Test func stringsCompareByTheirBytes() {
    #expect(JSONValue.string("e\u{301}") != .string("\u{e9}"))
    #expect(JSONValue.object(["e\u{301}": 1]) != .object(["\u{e9}": 1]))
  }

  @Test(.seeded) func canonicalTextReadsBackAndIsStable() throws {
    var events = RandomEvents(seed: TestSeed.current)
    for _ in 0..<400 {
      let value = events.value(depth: 0)
      let bytes = value.canonicalBytes
      let again = try JSONParser.parse(bytes)
      #expect(again == value)
      #expect(again.canonicalBytes == bytes)
    }
  }

  @Test(.seeded) func codableFormIsTheSameValue() throws {
    var events = RandomEvents(seed: TestSeed.current &+ 1)
    for _ in 0..<300 {
      let value = events.value(depth: 0)
      let encoded = try JSONEncoder().encode([value])
      #expect(try JSONParser.parse(Array(encoded)) == .array([value]))
    }
    for text in [
      "9223372036854775808", "9223372036854776000", "13456789012345678000", "18446744073709551615",
    ] {
      #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == JSONParser.parse(text))
    }
    let text = "{\"a\":[1,2.5,true,null,\"x\",{}],\"b\":9223372036854775807,\"c\":-0.0}"
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == JSONParser.parse(text))
    #expect(try JSONDecoder().decode([JSONObject].self, from: Data("[{\"k\":[]}]".utf8)) == [["k": []]])
  }

  /// Changed bytes are refused or are another value; they never trap, and what is taken is what an
  /// independent reader takes too.
  @Test(.seeded) func changedBytesNeverTrap() throws {
    var random = SeededRandom(seed: TestSeed.current &+ 2)
    var events = RandomEvents(seed: TestSeed.current &+ 2)
    var accepted = 0
    for _ in 0..<1500 {
      var bytes = JSONValue.object(events.next().json).canonicalBytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
      guard let value = try? JSONParser.parse(bytes) else { continue }
      accepted += 1
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
      }
      #expect(try JSONParser.parse(value.canonicalBytes) == value)
    }
    #expect(accepted > 0)
  }

  @Test func everyTruncationOfATextIsRefused() {
    let text = Array("{\"a\":[1,-2.5e3,\"\\u00e9\u{e9}\u{10ffff}\",true,false,null,{\"b\":{}}]}".utf8)
    for count in 0..<text.count {
      #expect(throws: JSONError.self) { try JSONParser.parse(Array(text[..<count])) }
    }
    #expect(throws: Never.self) { try JSONParser.parse(text) }
  }
}
