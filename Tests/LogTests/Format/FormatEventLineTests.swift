import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookLog

@Suite struct FormatEventLineTests {
  static let stamp = "2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68"
  static let head =
    "{\"stamp\":\"\(stamp)\",\"seq\":42,\"op\":\"upsert\",\"kind\":\"sam.person\",\"id\":\"a\""

  /// The two forms of an event must not drift apart: the log's own line and Codable's.
  @Test(.seeded, arguments: EventOperation.known + ["merge"])
  func lineAndCodableFormAreEqualAsJSONValues(op: EventOperation) throws {
    var events = RandomEvents(seed: TestSeed.current)
    for _ in 0..<60 {
      let event = events.next(op)
      let line = EventLineWriter.line(event)
      let encoded = try JSONEncoder().encode(event)
      #expect(try JSONParser.parse(line) == JSONParser.parse(Array(encoded)))
      #expect(try JSONDecoder().decode(Event.self, from: Data(line)) == event)
      let parsed = try EventLine.parse(line)
      #expect(parsed.event(line) == event)
      #expect(EventLineWriter.line(parsed.event(line)) == line)
    }
  }

  /// A writer knows where each part of a line lies that it writes; a reader of the line finds the same.
  @Test(.seeded, arguments: EventOperation.known + ["merge"])
  func aWriterKnowsWhatAReaderFinds(op: EventOperation) throws {
    var events = RandomEvents(seed: TestSeed.current &+ 7)
    let written = (0..<60).map { _ in events.next(op) }
    let content = try FrameContent(EventBodies(written))
    #expect(content.events.count == written.count)
    for (entry, event) in zip(content.events, written) {
      let range = content.leaves[entry.leaf].range
      let line = Array(content.bytes[range.start..<range.end])
      #expect(entry.line == (try EventLine.parse(line)), "\(String(decoding: line, as: UTF8.self))")
      #expect(entry.line.event(line).mutation == event.mutation)
    }
  }

  @Test func keysAreInCanonicalOrder() throws {
    var mutation = Mutation(
      .sync, kind: "k", id: "i", set: ["b": 1, "a": [1.0, 0.1]], rel: "r", to: "t", by: "b", why: "w")
    mutation.v = 7
    mutation.server = ServerTime(seconds: 1, nanoseconds: 2)
    mutation.present = false
    mutation.was = ["f": .null]
    mutation.acks = Stamp(Self.stamp)
    mutation.other = ["z": 1, "A": 2, "seq": 5]
    var event = Event(stamp: try #require(Stamp(Self.stamp)), seq: 42, mutation: mutation)
    event.at = Stamp(Self.stamp)
    event.over = .cleared
    event.salt = "c2FsdA=="
    #expect(
      String(decoding: EventLineWriter.line(event), as: UTF8.self)
        == "{\"stamp\":\"\(Self.stamp)\",\"seq\":42,\"op\":\"sync\",\"kind\":\"k\",\"id\":\"i\",\"v\":7,"
        + "\"at\":\"\(Self.stamp)\",\"server\":\"1970-01-01T00:00:01.000000002Z\",\"present\":false,\"over\":null,"
        + "\"was\":{\"f\":null},\"acks\":\"\(Self.stamp)\",\"set\":{\"a\":[1,0.1],\"b\":1},\"rel\":\"r\",\"to\":\"t\","
        + "\"by\":\"b\",\"why\":\"w\",\"salt\":\"c2FsdA==\",\"A\":2,\"z\":1}")
  }

  @Test func liftsTheHeaderAndLeavesTheValues() throws {
    let line = Array((Self.head + ",\"set\":{\"n\":\"\\u00e9\"},\"later\":[1]}").utf8)
    let event = try EventLine.parse(line)
    #expect(event.stamp.description == Self.stamp)
    #expect(event.seq == 42)
    #expect(event.op == .upsert)
    #expect(event.kind.text(line) == "sam.person")
    #expect(event.hasOther)
    #expect(event.order == event.stamp)
    #expect(
      event.set.map { String(decoding: line[$0.start..<$0.end], as: UTF8.self) } == "{\"n\":\"\\u00e9\"}")
    #expect(event.other(line) == ["later": [1]])
  }

  /// Readers accept strict JSON, however it is written.
  @Test(arguments: [
    " { \"seq\" : 42 , \"op\":\"upsert\",\"stamp\":\"\(stamp)\",\"id\":\"a\",\"kind\":\"sam.person\" } ",
    "{\"st\\u0061mp\":\"2026-11-21\\u005406:13:00.123Z-0000-4f2a9c1e07b35d68\",\"seq\":42,\"op\":\"ups\\u0065rt\","
      + "\"kind\":\"sam.person\",\"id\":\"\\u0061\"}",
    head.replacingOccurrences(of: "42", with: "42.0") + "}",
    head.replacingOccurrences(of: "42", with: "4.2e1") + "}",
    head + "}\r",
  ])
  func otherSpellingsAreTheSameEvent(text: String) throws {
    let line = Array(text.utf8)
    let event = try EventLine.parse(line)
    let expected = try EventLine.parse(Array((Self.head + "}").utf8)).event(Array((Self.head + "}").utf8))
    #expect(event.event(line) == expected)
    #expect(event.op == .upsert)
  }

  @Test(
    arguments: [
      ("", .notObject), ("[]", .notObject), ("null", .notObject), ("x", .notObject),
      ("{}", .missing(key: "stamp")),
      ("{\"stamp\":\"\(stamp)\"}", .missing(key: "seq")),
      (head.replacingOccurrences(of: "\"op\"", with: "\"oq\"") + "}", .missing(key: "op")),
      (head.replacingOccurrences(of: "\"id\"", with: "\"ie\"") + "}", .missing(key: "id")),
      (
        head.replacingOccurrences(of: "42", with: "0") + "}",
        .wrongType(key: "seq", expected: "a positive integer")
      ),
      (
        head.replacingOccurrences(of: "42", with: "-1") + "}",
        .wrongType(key: "seq", expected: "a positive integer")
      ),
      (
        head.replacingOccurrences(of: "42", with: "1.5") + "}", .wrongType(key: "seq", expected: "an integer")
      ),
      (
        head.replacingOccurrences(of: "42", with: "\"42\"") + "}",
        .wrongType(key: "seq", expected: "an integer")
      ),
      (
        head.replacingOccurrences(of: "42", with: "9223372036854775808") + "}",
        .wrongType(key: "seq", expected: "an integer")
      ),
      (head.replacingOccurrences(of: "42", with: "042") + "}", .json(.invalidNumber)),
      (
        head.replacingOccurrences(of: stamp, with: "now") + "}", .wrongType(key: "stamp", expected: "a stamp")
      ),
      (
        head.replacingOccurrences(of: "sam.person", with: "") + "}",
        .wrongType(key: "kind", expected: "a string that is not empty")
      ),
      (head + ",\"v\":true}", .wrongType(key: "v", expected: "an integer")),
      (head + ",\"present\":1}", .wrongType(key: "present", expected: "true or false")),
      (head + ",\"present\":trux}", .json(.unexpectedByte)),
      (head + ",\"over\":1}", .wrongType(key: "over", expected: "a string")),
      (head + ",\"over\":nul}", .json(.unexpectedByte)),
      (head + ",\"set\":[]}", .wrongType(key: "set", expected: "an object")),
      (head + ",\"was\":{\"f\":1}}", .wrongType(key: "was", expected: "an object of stamps or nulls")),
      (head + ",\"server\":\"\(stamp)\"}", .wrongType(key: "server", expected: "a time to the nanosecond")),
      (head + ",\"rel\":null}", .wrongType(key: "rel", expected: "a string")),
      (head + ",\"op\":\"upsert\"}", .json(.duplicateKey)),
      (head + ",\"\\u006fp\":\"upsert\"}", .json(.duplicateKey)),
      (head + ",\"x\":1,\"y\":1,\"x\":1}", .json(.duplicateKey)),
      (head + ",\"set\":{\"a\":1,\"a\":1}}", .json(.duplicateKey)),
      (head + ",\"x\":\(String(repeating: "[", count: 64))", .json(.tooDeep)),
      (head, .json(.truncated)), (head + "]", .json(.unexpectedByte)), (head + "}}", .json(.trailingBytes)),
      (head + ",}", .json(.unexpectedByte)), (head + ",\"x\"}", .json(.unexpectedByte)),
      (head + ",\"why\":\"\u{1}\"}", .json(.controlCharacter)),
    ] as [(String, LineError.Reason)])
  func aBadEventLineIsRefusedWithItsReason(text: String, reason: LineError.Reason) throws {
    let line = Array(text.utf8)
    let error = try #require(throws: LineError.self) { try EventLine.parse(line) }
    #expect(error.reason == reason)
    #expect(error.offset <= line.count)
    #expect(!error.description.isEmpty)
  }

  @Test func aLineHasAtMostOneMebibyte() throws {
    func line(_ count: Int) -> [UInt8] {
      let start = Self.head + ",\"why\":\""
      return Array((start + String(repeating: "a", count: count - start.utf8.count - 2) + "\"}").utf8)
    }
    #expect(throws: Never.self) { try EventLine.parse(line(1 << 20)) }
    #expect(throws: LineError(.tooLong, at: 1 << 20 + 1)) { try EventLine.parse(line(1 << 20 + 1)) }
  }

  @Test func stamplessNumbersOfAnySizeNeverTrap() throws {
    for text in [
      "9999999999999999999999", "999999999999999999", "1000000000000000000", "9223372036854775807", "-0",
      "1e400",
    ] {
      let line = Array((Self.head + ",\"v\":\(text)}").utf8)
      let parsed = try? EventLine.parse(line)
      #expect(parsed?.v == Int64(text) || parsed == nil)
    }
  }

  /// Changed lines are refused or read as what they now say: as the other reader, JSON into Event,
  /// reads them too.
  @Test(.seeded) func changedBytesNeverTrapAndBothReadersAgree() throws {
    var random = SeededRandom(seed: TestSeed.current &+ 3)
    var events = RandomEvents(seed: TestSeed.current &+ 3)
    for _ in 0..<1500 {
      var line = EventLineWriter.line(events.next())
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: line[place] = UInt8.random(in: 0...255, using: &random)
        case 1: line.remove(at: place)
        case 2: line.insert(UInt8(ascii: "\""), at: place)
        default: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
      let lifted = (try? EventLine.parse(line))?.event(line)
      let plain = (try? JSONParser.parse(line)).flatMap(\.object).flatMap { try? Event($0) }
      #expect(lifted == plain, "\(String(decoding: line, as: UTF8.self))")
    }
  }
}
