package import Daybook
import DaybookLog
import DaybookModel
import Synchronization

extension LedgerOptions {
  /// Options that follow from this round's seed: keys, ids and salts, and a clock that advances by a millisecond at
  /// each reading. Each call gives different options.
  package static func seeded() -> LedgerOptions { seeded(by: TestSeed.drawn()) }

  /// Options that follow from a seed.
  package static func seeded(by seed: UInt64) -> LedgerOptions {
    let random = Mutex(SeededRandom(seed: seed))
    let keys = Mutex(SeededRandom(seed: ~seed))
    let clock = TestClock(1_795_241_580_000)
    var options = LedgerOptions.prompt
    options.random = { random.withLock { $0.next() } }
    options.makeKey = {
      keys.withLock { keys in
        SigningKey(seed: (0..<32).map { _ in UInt8.random(in: 0...255, using: &keys) })
      } ?? SigningKey()
    }
    options.now = {
      clock.advance(1)
      return clock.now
    }
    return options
  }
}

extension Ledger {
  /// A ledger in memory whose keys, ids, salts and clock follow from this round's seed.
  package static func seeded(systems: [System]) throws -> Ledger {
    try inMemory(systems: systems, options: .seeded())
  }
}
