import Synchronization

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
