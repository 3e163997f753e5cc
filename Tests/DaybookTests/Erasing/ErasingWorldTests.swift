import DaybookTestSupport
import Foundation
import Testing

/// Machines of one ledger erase, lose power, and get old copies back, plain and locked, while days pass: at the end all show
/// the same, no byte of what is erased is left anywhere, and nothing else is lost.
@Suite struct ErasingWorldTests {
  static var seeds: Range<UInt64> {
    0..<(ProcessInfo.processInfo.environment["DAYBOOK_ERASING_SEEDS"].flatMap { UInt64($0) } ?? 6)
  }

  /// Of four seeds one is plain and ends by `--now`, one is locked and ends so, and two end after a week and a month.
  @Test(.seeded, arguments: seeds) func nothingElseIsLostAndNothingIsLeft(index: UInt64) async throws {
    let seed = TestSeed.current &+ index
    let ending: ErasingWorld.Ending = index % 4 < 2 ? .now : .days
    let world = try ErasingWorld(seed: seed)
    do {
      try await world.run(locks: index % 2 == 1)
      try await world.settle(ending)
    } catch {
      world.problems.append("\(error)")
    }
    #expect(world.problems == [], "seed \(seed), \(ending):\n\(world.log.joined(separator: "\n"))")
    let counts = world.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print("seed \(seed), \(ending), \(world.machines.count) machines: \(counts.joined(separator: ", "))")
  }
}
