import DaybookTestSupport
import Foundation
import Testing

/// How much is simulated: `DAYBOOK_SIMULATION_CASES`, or what suits the build.
enum SimulationSize {
  /// Replicated worlds: far fewer, since each is many whole ledgers.
  static var worlds: Int { cases == 1 ? 1 : max(10, cases / 100) }

  static var cases: Int {
    if let text = ProcessInfo.processInfo.environment["DAYBOOK_SIMULATION_CASES"], let count = Int(text) {
      return count
    }
    if TestSize.isSingle { return 1 }
    #if DEBUG
      return 400
    #else
      return 51_000
    #endif
  }
}

@Suite struct CrashTests {
  /// In two halves, which run side by side.
  @Test(.seeded, arguments: [1, 2] as [UInt64])
  func noAcknowledgedCommitIsLostAtAnyPoint(_ half: UInt64) {
    let simulation = CrashSimulation()
    var random = SeededRandom(seed: TestSeed.current &+ half)
    var (cases, points, scripts) = (0, 0, 0)
    let clock = ContinuousClock()
    let start = clock.now
    while cases < max(1, SimulationSize.cases / 2) {
      let length = TestSize.steps(Int.random(in: 4...18, using: &random))
      let result = simulation.run(scriptSeed: random.next() >> 16, length: length)
      (cases, points, scripts) = (cases + result.cases, points + result.points, scripts + 1)
      #expect(result.failures == [])
      if !result.failures.isEmpty { break }
    }
    TestSeed.count("cases", cases)
    let seconds = (clock.now - start) / .seconds(1)
    print(
      "\(cases) crash-and-recover cases at \(points) points of \(scripts) scripts, \(Int(Double(cases) / seconds))/s"
    )
  }
}
