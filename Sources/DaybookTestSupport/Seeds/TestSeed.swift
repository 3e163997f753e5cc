import Foundation
import Synchronization
import Testing

/// The seed of a randomised test. `@Test(.seeded)` sets it; a test draws from nothing else.
package enum TestSeed {
  /// The default seeds: the same on every machine, so that a run fails because of the code and never by chance.
  /// `tools/hunt` tries others.
  package static let fixed: [UInt64] = [1]

  @TaskLocal static var round: TestRound?

  package static var current: UInt64 {
    guard let round else {
      Issue.record("this test uses random values: mark it @Test(.seeded), which gives it its seeds")
      return fixed[0]
    }
    return round.seed
  }

  /// A further number of this round, different at each call.
  static func drawn() -> UInt64 {
    let current = current
    return round?.drawn() ?? current
  }

  /// Adds to what this round did, as `tools/hunt` reports it: "cases", "steps".
  package static func count(_ what: String, _ number: Int) { round?.add(what, number) }
}

/// How much a test does for one seed.
package enum TestSize {
  /// Whether the run has one given seed, or many in turn: a simulation then runs one case for each.
  package static var isSingle: Bool { TestSettings.seed != nil || TestSettings.huntRounds != nil }

  /// The length of a story of `number` steps; less when `tools/hunt` searches for the shortest failing story.
  package static func steps(_ number: Int) -> Int {
    let steps = min(number, TestSettings.stepsMax ?? number)
    TestSeed.count("steps", steps)
    if let round = TestSeed.round { HuntLog.steps(round.seed) }
    return steps
  }
}

/// One run of a test with one seed.
final class TestRound: Sendable {
  let seed: UInt64
  private let state: Mutex<(failed: Bool, counts: [String: Int], random: SeededRandom)>

  init(seed: UInt64) {
    self.seed = seed
    state = Mutex((failed: false, counts: [:], random: SeededRandom(seed: ~seed)))
  }

  func drawn() -> UInt64 { state.withLock { $0.random.next() } }
  func fail() { state.withLock { $0.failed = true } }
  func add(_ what: String, _ number: Int) { state.withLock { $0.counts[what, default: 0] += number } }

  var hasFailed: Bool { state.withLock(\.failed) }

  /// `cases=3,steps=41`, by name.
  var counts: String {
    state.withLock(\.counts).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
  }
}

/// What the environment says about seeds.
enum TestSettings {
  /// `DAYBOOK_SEED`: run this seed only.
  static let seed = number("DAYBOOK_SEED")

  /// `DAYBOOK_HUNT`: the number of fresh seeds for each case of a test.
  static let huntRounds = number("DAYBOOK_HUNT")

  /// `DAYBOOK_HUNT_SECONDS`: no round except the first begins after this time.
  static let huntSeconds = number("DAYBOOK_HUNT_SECONDS")

  /// `DAYBOOK_HUNT_LOG`: the file that gets a line when a round begins and when it ends.
  static let huntLog = ProcessInfo.processInfo.environment["DAYBOOK_HUNT_LOG"]

  /// `DAYBOOK_STEPS`: the greatest number of steps of a story.
  static let stepsMax = number("DAYBOOK_STEPS").map { Int(clamping: $0) }

  private static func number(_ name: String) -> UInt64? {
    guard let text = ProcessInfo.processInfo.environment[name], !text.isEmpty else { return nil }
    guard let number = UInt64(text) else { fatalError("\(name) is not a whole number: \(text)") }
    return number
  }
}

/// Writes a line to `$DAYBOOK_HUNT_LOG` when a round begins and when it ends, so that the seed of a round that ends
/// its process is known. Fields are separated by tabs.
enum HuntLog {
  static func begin(_ seed: UInt64) { write("begin\t\(seed)") }

  static func end(_ round: TestRound, milliseconds: Int64) {
    write("end\t\(round.seed)\t\(round.hasFailed ? "failed" : "ok")\t\(milliseconds)\t\(round.counts)")
  }

  /// The round has a story, which can be shortened.
  static func steps(_ seed: UInt64) { write("steps\t\(seed)") }

  /// One call per line, so that the lines of concurrent rounds do not mix.
  private static func write(_ line: String) {
    guard let path = TestSettings.huntLog else { return }
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { fatalError("cannot write \(path)") }
    defer { close(file) }
    let bytes = Array((line + "\n").utf8)
    guard Foundation.write(file, bytes, bytes.count) == bytes.count else {
      fatalError("cannot write \(path)")
    }
  }
}
