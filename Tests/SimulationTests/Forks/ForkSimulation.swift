import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport

/// Makes a history of one machine or two, and lets at each of its points something happen to the first one's state
/// or folder.
struct ForkSimulation {
  struct Result {
    var cases = 0
    var forks = 0
    var failure: String?
  }

  func run(seed: UInt64) async -> Result {
    var result = Result()
    do {
      let points = try await points(seed)
      var random = SeededRandom(seed: seed &+ 77)
      for (number, now) in points.enumerated() {
        let accident = Accident.allCases[Int.random(in: 0..<Accident.allCases.count, using: &random)]
        let then = points[Int.random(in: 0...number, using: &random)]
        result.cases += 1
        var world = ForkedWorld(accident, now: now, then: then, seed: random.next())
        do {
          try await world.run()
          result.forks += world.isForked ? 1 : 0
        } catch {
          result.failure =
            "DAYBOOK_SEED=\(seed), point \(number) of \(points.count), \(accident): \(error)\n  \(world.story)"
          return result
        }
      }
    } catch {
      result.failure = "DAYBOOK_SEED=\(seed): \(error)"
    }
    return result
  }

  /// The files that a history and an accident leave behind, and whether a replica has forked.
  func files(seed: UInt64) async throws -> (files: [String: [UInt8]], isForked: Bool) {
    var random = SeededRandom(seed: seed)
    let points = try await points(seed)
    guard let now = points.last, let then = points.randomElement(using: &random) else { return ([:], false) }
    let accident = Bool.random(using: &random) ? Accident.bothRolledBack : .identicalClone
    var world = ForkedWorld(accident, now: now, then: then, seed: random.next())
    try await world.run()
    return (try CopyingTools.files(world.sites[0].folder), world.isForked)
  }

  private func points(_ seed: UInt64) async throws -> [ForkedWorld.Point] {
    var random = SeededRandom(seed: seed)
    var workload = Workload(random: SeededRandom(seed: random.next()))
    let computers = try (1...Int.random(in: 1...2, using: &random)).map { number in
      try Computer(number, seed: random.next())
    }
    var history = WrittenHistory()
    var points: [ForkedWorld.Point] = []
    for step in 0..<TestSize.steps(Int.random(in: 2...6, using: &random)) {
      for computer in computers { computer.moveClock(60_000) }
      let computer = computers[Int.random(in: 0..<computers.count, using: &random)]
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        if await computer.ledger?.isWriting == true { _ = try await computer.running().maintenance.seal() }
      case 1: await computer.stop(orderly: Bool.random(using: &random))
      case 2, 3:
        for computer in computers {
          let files = try CopyingTools(random: random).union(computers.map(\.folder))
          let own = replica(of: computer, history)
          try CopyingTools.lay(files.filter { !$0.key.contains(own) }, over: computer.folder)
          try await computer.refresh()
        }
      default: _ = try await history.append(workload.mutations(), why: "before \(step)", on: computer)
      }
      points.append(
        ForkedWorld.Point(
          disks: computers.map(\.disks), clock: computers[0].clock.now.milliseconds, history: history,
          replica: history.events.last { $0.writer.computer == 1 }?.writer.replica))
    }
    return points
  }

  private func replica(of computer: Computer, _ history: WrittenHistory) -> String {
    history.events.last { $0.writer.computer == computer.number }.map { "\($0.writer.replica)" } ?? "nobody"
  }
}
