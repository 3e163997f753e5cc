import Testing

/// The seed of a test that draws at random. `@Test(.seeded)` sets it; nothing else in the tests is random.
package enum TestSeed {
  /// The seeds of a run that asks for no others: the same on every machine, so that a run fails by its
  /// code and never by its luck. `tools/hunt` tries others.
  package static let fixed: [UInt64] = [1]

  @TaskLocal static var round: TestRound?

  package static var current: UInt64 {
    guard let round else {
      Issue.record("this test draws at random: mark it @Test(.seeded), which gives it its seeds")
      return fixed[0]
    }
    return round.seed
  }

  /// Another number of this round, and each time another.
  static func drawn() -> UInt64 {
    let current = current
    return round?.drawn() ?? current
  }

  /// Adds to what this round did, as `tools/hunt` reports it: "cases", "steps".
  package static func count(_ what: String, _ number: Int) { round?.add(what, number) }
}

/// How much a test does for one seed.
package enum TestSize {
  /// Whether one seed was asked for, or many in turns: a simulation then runs one case for each.
  package static var isSingle: Bool { TestSettings.seed != nil || TestSettings.huntRounds != nil }

  /// The length of a story of `number` steps; a shorter one where `tools/hunt` looks for the shortest that fails.
  package static func steps(_ number: Int) -> Int {
    let steps = min(number, TestSettings.stepsMax ?? number)
    TestSeed.count("steps", steps)
    if let round = TestSeed.round { HuntLog.steps(round.seed) }
    return steps
  }
}
