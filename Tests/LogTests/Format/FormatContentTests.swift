import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLog

/// A frame's content is taken whole or quarantined whole, and says why.
@Suite struct FormatContentTests {
  static let golden = GoldenLedger()

  private func quarantine(_ lines: [[UInt8]], replica: ReplicaID? = nil) -> FrameRejection? {
    switch FrameContent.parse(lines.flatMap { $0 + [0x0a] }, replica: replica) {
    case .content: nil
    case .quarantined(let quarantine): quarantine
    }
  }

  private func text(_ line: String) -> [UInt8] { Array(line.utf8) }

  @Test func commitsHoldTheirEventsAndLeaves() throws {
    let golden = try #require(Self.golden)
    let lines = [golden.commits[0].header.line()] + golden.commits.flatMap(\.lines)
    guard case .content(let content) = FrameContent.parse(lines.flatMap { $0 + [0x0a] }) else {
      Issue.record("quarantined")
      return
    }
    #expect(content.header == golden.commits[0].header)
    #expect(content.commits.count == golden.commits.count)
    #expect(content.commits.map(\.events.count) == golden.commits.map(\.events.count))
    #expect(content.commits.map(\.leaves.count) == golden.commits.map(\.leafCount))
    // One line of an unknown type: a leaf, and no event.
    #expect(content.leaves.count == content.events.count + content.commits.count + 1)
    var tree = MerkleTree()
    for leaf in content.leaves { tree.append(leaf.hash) }
    #expect(tree.root == content.commits.last?.commit.head?.root)
  }

  @Test func whatIsWrongIsNamedWithItsLine() throws {
    let golden = try #require(Self.golden)
    let commit = golden.commits[1]
    let header = commit.header.line()
    let lines = commit.lines
    let replica = golden.key.replica
    let other = text(
      String(decoding: lines[0], as: UTF8.self).replacing("-\(replica)", with: "-0000000000000001"))
    let start = header.count + 1
    let cases: [([[UInt8]], FrameRejection.Reason, line: Int, offset: Int)] = [
      ([], .empty, 1, 0),
      ([header] + lines + [header], .misplacedHeader, 5, start + lines.reduce(0) { $0 + $1.count + 1 }),
      ([header, lines[0], lines[2]], .wrongCount(announced: 2, found: 1), 3, start + lines[0].count + 1),
      ([header, lines[0], lines[1]], .leftover(lines: 2), 3, start),
      (
        [header, lines[0], lines[0], lines[1], lines[2]], .wrongCount(announced: 2, found: 3), 5,
        start + 2 * lines[0].count + lines[1].count + 3
      ),
      ([header, other, lines[1], lines[2]], .foreignStamp(ReplicaID(rawValue: 1)), 2, start),
      (
        [header] + lines + [text("{\"later\":1}")], .leftover(lines: 1), 5,
        start + lines.reduce(0) { $0 + $1.count + 1 }
      ),
      ([header, text("")], .line(LineError(.notObject, at: 0)), 2, start),
      ([header, text("[1]")], .line(LineError(.notObject, at: 0)), 2, start),
      ([header, text("{\"later\":01}")], .line(LineError(.json(.invalidNumber), at: 10)), 2, start),
      ([header, text("{\"a\":1,\"a\":1}")], .line(LineError(.json(.duplicateKey), at: 7)), 2, start),
    ]
    for (lines, reason, line, offset) in cases {
      #expect(quarantine(lines) == FrameRejection(reason, line: line, offset: offset))
    }
    #expect(quarantine([header] + lines) == nil)
    #expect(quarantine(lines, replica: replica) == nil)
    #expect(quarantine(lines, replica: ReplicaID(rawValue: 5))?.reason == .foreignStamp(replica))
    #expect(quarantine([header] + lines, replica: ReplicaID(rawValue: 5))?.reason == .foreignHeader)
    if case .quarantined(let found) = FrameContent.parse(header) {
      #expect(found.reason == .unfinishedLine)
      #expect(!found.description.isEmpty)
    } else {
      Issue.record("an unfinished line was taken")
    }
  }

  /// A type of line that this version does not know is kept as a leaf of the commit that follows.
  @Test func unknownLinesBelongToTheNextCommit() throws {
    let golden = try #require(Self.golden)
    let lines = golden.commits[1].lines
    let unknown = [text("{\"erased\":\"x\",\"stamp\":1}"), text(" { } "), text("{\"\":{\"stamp\":1}}")]
    let all = unknown + [lines[0]] + unknown + lines[1...]
    guard case .content(let content) = FrameContent.parse(all.flatMap { $0 + [0x0a] }) else {
      Issue.record("quarantined")
      return
    }
    #expect(content.commits.map(\.leaves) == [0..<9])
    #expect(content.events.map(\.leaf) == [3, 7])
  }

  /// A frame of empty objects would take fifteen times its size in leaves.
  @Test func linesOfAFrameHaveALimit() {
    let count = SegmentLimit.frameLinesMax
    let bytes = [UInt8](unsafeUninitializedCapacity: 3 * (count + 1)) { buffer, initialized in
      for index in 0...count {
        for (offset, byte) in zip(0..., "{}\n".utf8) { buffer[3 * index + offset] = byte }
      }
      initialized = 3 * (count + 1)
    }
    guard case .quarantined(let found) = FrameContent.parse(bytes) else {
      Issue.record("taken")
      return
    }
    #expect(found == FrameRejection(.tooManyLines, line: count + 1, offset: 3 * count))
  }

  @Test func aLineOfAHundredMebibytesIsRefused() {
    let sizeBytes = 100 << 20
    var line = text("{\"later\":\"") + [UInt8](repeating: 0x61, count: sizeBytes - 13) + text("\"}\n")
    guard case .quarantined(let found) = FrameContent.parse(line) else {
      Issue.record("taken")
      return
    }
    #expect(found.reason == .line(LineError(.tooLong, at: sizeBytes - 1)))
    let frame = ZstdFrame.compress(line, level: 1)
    line = []
    #expect(throws: FrameError.tooLarge) { try ZstdFrame.decompress(frame) }
    let read = ReadFile(frame, isSealed: false)
    #expect(read.frames.isEmpty)
    #expect(read.damage.map(\.reason) == [.frame(.tooLarge)])
  }

  @Test(arguments: [
    String(repeating: "[", count: 100_000), "{\"a\":" + String(repeating: "[", count: 100_000),
    String(repeating: "{\"a\":", count: 100_000), "{\"stamp\":" + String(repeating: "[", count: 100_000),
    "{\"commit\":" + String(repeating: "{\"a\":", count: 100_000),
    "{\"daybook\":" + String(repeating: "[", count: 100_000),
    "{\"commit\":1,\"seen\":" + String(repeating: "[", count: 100_000),
  ])
  func deepNestingIsRefused(line: String) {
    let reason = quarantine([text(line)])?.reason
    guard case .line? = reason else {
      Issue.record("\(String(describing: reason))")
      return
    }
  }

  @Test func invalidUTF8IsRefusedWhereverItStands() throws {
    let golden = try #require(Self.golden)
    let lines = golden.commits[1].lines
    let content: [UInt8] = lines.flatMap { $0 + [0x0a] }
    for place in content.indices where content[place] != 0x0a {
      var changed = content
      changed[place] = 0xff
      guard case .quarantined = FrameContent.parse(changed) else {
        Issue.record("taken with 0xff at \(place)")
        continue
      }
    }
  }

  @Test(.seeded) func changedContentNeverTraps() throws {
    var random = SeededRandom(seed: TestSeed.current &+ 4)
    let golden = try #require(Self.golden)
    let lines = [golden.commits[0].header.line()] + golden.commits.flatMap(\.lines)
    let content: [UInt8] = lines.flatMap { $0 + [0x0a] }
    for _ in 0..<400 {
      var changed = content
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<changed.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changed[place] = UInt8.random(in: 0...255, using: &random)
        case 1: changed.remove(at: place)
        case 2: changed.insert(contentsOf: content.dropFirst(place).prefix(40), at: place)
        default: changed.removeSubrange(place..<min(changed.count, place + 300))
        }
      }
      if case .content(let read) = FrameContent.parse(changed) {
        #expect(
          read.commits.allSatisfy {
            $0.events.upperBound <= read.events.count && $0.leaves.upperBound <= read.leaves.count
          })
      }
    }
  }
}
