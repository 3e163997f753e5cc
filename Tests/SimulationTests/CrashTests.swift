import DaybookTestSupport
import Foundation
import Testing

/// How much is simulated: `DAYBOOK_SIMULATION_CASES`, or what suits the build.
enum SimulationSize {
  static var cases: Int {
    if let text = ProcessInfo.processInfo.environment["DAYBOOK_SIMULATION_CASES"], let count = Int(text) {
      return count
    }
    #if DEBUG
      return 300
    #else
      return 220_000
    #endif
  }
}

@Suite struct CrashTests {
  @Test func noAcknowledgedCommitIsLostAtAnyPoint() {
    let simulation = CrashSimulation()
    var random = SeededRandom(seed: TestSeed.current)
    var (cases, points, scripts) = (0, 0, 0)
    let clock = ContinuousClock()
    let start = clock.now
    while cases < SimulationSize.cases {
      let result = simulation.run(
        scriptSeed: random.next() >> 16, length: Int.random(in: 5...40, using: &random))
      (cases, points, scripts) = (cases + result.cases, points + result.points, scripts + 1)
      #expect(result.failures == [])
      if !result.failures.isEmpty { break }
    }
    let seconds =
      Double((clock.now - start).components.attoseconds) / 1e18
      + Double((clock.now - start).components.seconds)
    print(
      "\(cases) crash-and-recover cases at \(points) points of \(scripts) scripts, \(Int(Double(cases) / seconds)) a second"
    )
  }
}
