import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookTestSupport
import Foundation
import Testing

/// Prints how fast parsed frames fold into records. Not a test of anything: run it in release, with
/// DAYBOOK_BENCH=1 for the sample mutations or DAYBOOK_BENCH=FILE for a file of mutations, one a line.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["DAYBOOK_BENCH"] != nil), .serialized)
struct FoldBenchmark {
  @Test func fold() throws {
    let frames = try frames(replica: replicaA)
    let clock = ProcessorClock()
    for round in 1...5 {
      var records = Records()
      let branch = records.declareBranch(replica: replicaA)
      var parsing = ProcessorClock.Duration()
      var folding = ProcessorClock.Duration()
      var leaf: UInt64 = 0
      for frame in frames {
        var content = FrameContent(bytes: [])
        parsing += try clock.measure { content = try TestHistory.content(frame) }
        folding += clock.measure {
          records.apply(content, commits: 0..<content.commits.count, branch: branch, firstLeaf: leaf)
        }
        leaf += UInt64(content.leaves.count)
      }
      var digest: Hash256?
      let digesting = clock.measure { digest = records.digest() }
      let rate = Double(records.eventCount) / folding.seconds / 1e6
      print(
        "round \(round): \(records.eventCount) events, \(records.entityCount) entities, processor seconds: "
          + "parse \(parsing.seconds), fold \(folding.seconds) (\(rate) M/s), digest \(digesting.seconds) "
          + "\(digest?.description.prefix(8) ?? "")")
    }
  }

  /// Frames of about 1 MiB, ten events a commit.
  private func frames(replica: ReplicaID) throws -> [[UInt8]] {
    var frames: [[UInt8]] = []
    var frame: [UInt8] = []
    var events: UInt64 = 0
    var number: UInt64 = 0
    var seq: UInt64 = 0
    try forEachMutation { mutation in
      seq += 1
      let event = Event(
        stamp: stamp(1 << 24 + seq, replica), seq: seq, mutation: mutation, salt: "AAAAAAAAAAAAAAAA")
      frame += EventLineWriter.line(event) + [0x0a]
      events += 1
      guard events == 10 else { return }
      number += 1
      frame += CommitLine.write(Commit(number: number, events: events)) + [0x0a]
      events = 0
      if frame.count > 1 << 20 {
        frames.append(frame)
        frame = []
      }
    }
    if events > 0 { frame += CommitLine.write(Commit(number: number + 1, events: events)) + [0x0a] }
    return frame.isEmpty ? frames : frames + [frame]
  }

  private func forEachMutation(_ body: (Mutation) throws -> Void) throws {
    let source = ProcessInfo.processInfo.environment["DAYBOOK_BENCH"] ?? "1"
    guard source != "1" else { return try SampleMutations(seed: 1, count: 1_000_000).forEach(body) }
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: source)))
    for line in bytes.split(separator: 0x0a) {
      guard let object = try JSONParser.parse(Array(line)).object else { continue }
      try body(try Mutation(object))
    }
  }
}

/// Processor time of this process, so that busy neighbours do not count.
private struct ProcessorClock {
  struct Duration {
    var seconds = 0.0

    static func += (left: inout Duration, right: Duration) { left.seconds += right.seconds }
  }

  func measure(_ body: () throws -> Void) rethrows -> Duration {
    let start = clock()
    try body()
    return Duration(seconds: Double(clock() - start) / Double(CLOCKS_PER_SEC))
  }
}
