import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLog

/// The reader of canonical lines takes nothing that the strict reader refuses, and nothing in another way.
@Suite struct FormatCanonicalTests {
  /// The line as it would be read in a frame, after another one.
  private func canonical(_ line: [UInt8], after other: [UInt8] = []) -> EventLine? {
    let frame = other + [0x0a] + line + [0x0a] + [UInt8](repeating: 0x7d, count: CanonicalLine.readableBytes)
    var (cursor, known) = (JSONCursor(), KnownStamp())
    return frame.withUnsafeBufferPointer { frame in
      var (before, event) = (EventLine.blank(), EventLine.blank())
      _ = CanonicalLine.read(frame, 0..<other.count, into: &before, &cursor, &known)
      let start = other.count + 1
      let isTaken = CanonicalLine.read(frame, start..<start + line.count, into: &event, &cursor, &known)
      return isTaken ? event : nil
    }
  }

  private func expectAlike(_ line: [UInt8], after other: [UInt8] = []) {
    guard let read = canonical(line, after: other) else { return }
    #expect(read == (try? EventLine.parse(line)), "\(String(decoding: line, as: UTF8.self))")
  }

  @Test func ordinaryLinesAreTaken() throws {
    let head = FormatEventLineTests.head
    for rest in [
      "}",
      ",\"v\":7,\"set\":{\"a\":1,\"b\":\"x\",\"c\":[{\"d\":null}],\"e\":true,\"f\":false,\"g\":-1.5e3},\"by\":\"b\"}",
      ",\"set\":{},\"salt\":\"c2FsdA==\"}", ",\"rel\":\"r\",\"to\":\"t\"}",
      ",\"server\":\"1970-01-01T00:00:01.000000002Z\",\"present\":false,\"over\":null,\"why\":\"\\n\u{e9}\"}",
      ",\"at\":\"\(FormatEventLineTests.stamp)\",\"present\":true,\"acks\":\"\(FormatEventLineTests.stamp)\"}",
      ",\"over\":\"\(FormatEventLineTests.stamp)\"}",
    ] {
      let line = Array((head + rest).utf8)
      let strict = try EventLine.parse(line)
      if line.count >= CanonicalLine.sizeBytesMin { #expect(canonical(line) == strict, "\(rest)") }
    }
  }

  /// Every operation, field and kind of value, and then one or two bytes changed.
  @Test(.seeded) func whatIsTakenIsWhatTheStrictReaderReads() {
    var random = SeededRandom(seed: TestSeed.current &+ 5)
    var events = RandomEvents(seed: TestSeed.current &+ 5)
    var taken = 0
    for _ in 0..<600 {
      var line = EventLineWriter.line(events.next())
      let other = EventLineWriter.line(events.next())
      expectAlike(line, after: other)
      if canonical(line) != nil { taken += 1 }
      for _ in 0..<6 {
        let before = line
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          let place = Int.random(in: 0..<line.count, using: &random)
          switch Int.random(in: 0..<5, using: &random) {
          case 0: line[place] = UInt8.random(in: 0...255, using: &random)
          case 1: line.remove(at: place)
          case 2: line.insert(UInt8(ascii: "\""), at: place)
          case 3: line.insert(contentsOf: line[place...].prefix(20), at: place)
          default: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          }
        }
        // A line has no LF in it.
        line.removeAll { $0 == 0x0a }
        expectAlike(line, after: before)
        line = before
      }
    }
    #expect(taken > 50)
  }

  /// Each byte of a line that has everything, with each bit changed, and set to each byte that means something.
  @Test func everyByteOfALine() {
    let line = Array(
      (FormatEventLineTests.head
        + ",\"v\":7,\"server\":\"1970-01-01T00:00:01.000000002Z\",\"present\":true,\"over\":null,"
        + "\"set\":{\"a\":1,\"ab\":[],\"b\":\"x\"},\"rel\":\"r\",\"to\":\"t\",\"by\":\"b\",\"why\":\"w\",\"salt\":\"s\"}")
        .utf8)
    #expect(canonical(line) != nil)
    for place in line.indices {
      let flipped = (0..<8).map { line[place] ^ 1 << $0 }
      for byte in flipped + Array("\"\\{}[]:,09-.e \u{1f}".utf8) + [0, 0x80, 0xff] where byte != 0x0a {
        var changed = line
        changed[place] = byte
        expectAlike(changed)
        expectAlike(changed, after: line)
      }
    }
  }
}
