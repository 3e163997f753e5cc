import Synchronization
package import Testing

/// Runs a test once with each of its seeds, and reports which one failed.
///
/// The seeds are ``TestSeed/fixed`` and those that the test adds; `DAYBOOK_SEED` replaces them with one, and
/// `DAYBOOK_HUNT` with the given number of fresh ones.
package struct SeededTrait: TestTrait, TestScoping {
  /// Seeds that have failed once.
  var known: [UInt64] = []

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if let rounds = TestSettings.huntRounds {
      try await hunt(rounds, test, testCase, function)
      return
    }
    for seed in TestSettings.seed.map({ [$0] }) ?? (TestSeed.fixed + known) {
      guard try await passes(seed, test, testCase, function) else { return }
    }
  }

  private static let start = ContinuousClock.now
  private static let hasBegun = Mutex(false)

  private func hunt(
    _ rounds: UInt64, _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void
  ) async throws {
    let end = TestSettings.huntSeconds.map { Self.start + .seconds(Int64(clamping: $0)) }
    for _ in 0..<rounds {
      // At least one round; of a test with many cases, not necessarily all.
      let isFirst = Self.hasBegun.withLock { hasBegun in
        defer { hasBegun = true }
        return !hasBegun
      }
      if !isFirst, let end, .now > end { return }
      guard try await passes(.random(in: .min ... .max), test, testCase, function) else { return }
    }
  }

  private func passes(
    _ seed: UInt64, _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void
  ) async throws -> Bool {
    let round = TestRound(seed: seed)
    let start = ContinuousClock.now
    HuntLog.begin(seed)
    defer { HuntLog.end(round, milliseconds: Int64((ContinuousClock.now - start) / .milliseconds(1))) }
    let watching = IssueHandlingTrait.compactMapIssues { issue in
      if issue.isFailure { round.fail() }
      return issue
    }
    do {
      try await watching.provideScope(for: test, testCase: testCase) {
        try await TestSeed.$round.withValue(round) { try await function() }
      }
    } catch {
      round.fail()
      Self.tell(seed, test)
      throw error
    }
    if round.hasFailed { Self.tell(seed, test) }
    return !round.hasFailed
  }

  private static func tell(_ seed: UInt64, _ test: Test) {
    let command = "swift test --filter '\(test.name.prefix { $0 != "(" })'"
    // With a given seed a simulation runs one case; with the fixed ones any case may have failed.
    let isFixed = TestSettings.seed == nil && TestSettings.huntRounds == nil
    Issue.record("\(isFixed ? "" : "DAYBOOK_SEED=\(seed) ")\(command) runs this again; its seed was \(seed)")
  }
}

extension Trait where Self == SeededTrait {
  /// The test is randomised, with ``TestSeed/current``.
  package static var seeded: Self { SeededTrait() }

  /// The same, and always also with these seeds that have failed once.
  package static func seeded(also known: UInt64...) -> Self { SeededTrait(known: known) }
}
