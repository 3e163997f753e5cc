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
