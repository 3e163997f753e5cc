import DaybookLog
import DaybookTestSupport
import Testing

@Suite struct FaultTests {
  @Test(.seeded) func nothingIsAcknowledgedBehindAnError() {
    let simulation = FaultSimulation()
    var random = SeededRandom(seed: TestSeed.current ^ 0xfa17)
    var (cases, scripts) = (0, 0)
    while cases < max(1, SimulationSize.cases / 20) {
      let result = simulation.run(
        scriptSeed: random.next() >> 16, length: TestSize.steps(Int.random(in: 4...12, using: &random)))
      (cases, scripts) = (cases + result.cases, scripts + 1)
      #expect(result.failures == [])
      if !result.failures.isEmpty { break }
    }
    TestSeed.count("cases", cases)
    print("\(cases) failed operations in \(scripts) scripts")
  }
}

/// The simulation finds what it is there to find: each of these mistakes, made on purpose, is caught. The seeds
/// are the same in every run.
@Suite struct PlantedBugTests {
  private func crashFailures(_ simulation: CrashSimulation, scripts: Int = 40) -> [String] {
    var random = SeededRandom(seed: 1 ^ 0xb06)
    for _ in 0..<scripts {
      let failures = simulation.run(scriptSeed: random.next() >> 16, length: 25, failuresMax: 1).failures
      if !failures.isEmpty { return failures }
    }
    return []
  }

  @Test func skippingTheFlushIsCaught() {
    let failures = crashFailures(CrashSimulation(lies: .sync))
    #expect(!failures.isEmpty)
    print("without fsync: \(failures)")
  }

  @Test func skippingTheFoldersFlushIsCaught() {
    let failures = crashFailures(CrashSimulation(lies: .syncFolder))
    #expect(!failures.isEmpty)
    print("without fsync of folders: \(failures)")
  }

  @Test(arguments: [FaultLies.syncOfJournal, .syncOfSegments])
  func mistakesOfTheWriterAreCaught(_ lie: FaultLies) {
    let failures = crashFailures(CrashSimulation(lies: lie))
    #expect(!failures.isEmpty)
    print("\(lie): \(failures)")
  }

  /// Random scripts seldom damage just the segment whose name the next sealed one bears.
  @Test func trustInWhatWasPublishedIsCaught() {
    let script = Script([.append([2]), .meddle(.garbage), .seal, .append([1])], rollSizeBytes: 3004)
    #expect(CrashSimulation().run(script, seed: 1).failures == [])
    let failures = CrashSimulation(lies: .memory).run(script, seed: 1).failures
    #expect(!failures.isEmpty)
    print("segments as they were made: \(failures)")
  }

  @Test func askingAgainForAFlushThatFailedIsCaught() {
    var random = SeededRandom(seed: 1 ^ 0xf1)
    let simulation = FaultSimulation(lies: .syncAgain)
    let failures = (0..<10).lazy.map { _ in
      simulation.run(scriptSeed: random.next() >> 16, length: 8, failuresMax: 1).failures
    }.first { !$0.isEmpty }
    #expect(failures != nil)
    print("a flush asked for twice: \(failures ?? [])")
  }
}
