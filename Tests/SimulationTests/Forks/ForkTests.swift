import DaybookTestSupport
import Testing

@Suite struct ForkTests {
  /// At every point of each history one of twelve accidents.
  @Test(.seeded) func copiesOfWritersAreToldAndLoseNothing() async {
    let clock = ContinuousClock()
    let start = clock.now
    var (cases, forks) = (0, 0)
    let histories = max(1, SimulationSize.worlds / 2)
    for number in 0..<histories {
      let result = await ForkSimulation().run(seed: TestSeed.current &+ UInt64(number))
      #expect(result.failure == nil)
      if result.failure != nil { break }
      (cases, forks) = (cases + result.cases, forks + result.forks)
    }
    TestSeed.count("cases", cases)
    let seconds = (clock.now - start) / .seconds(1)
    print(
      "\(cases) accidents in \(histories) histories, \(forks) forks, \(Int(Double(cases) / seconds))/s")
  }
}
