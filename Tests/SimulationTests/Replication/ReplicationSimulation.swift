import DaybookLog
import DaybookTestSupport

/// Runs a replicated world from a seed to its end, and when something is wrong there looks for a shorter story
/// that ends as badly.
struct ReplicationSimulation {
  var lies: FaultLies = []
  /// What the worlds have beside writing and copying; nil: drawn by the seed.
  var form: ReplicatedWorld.Form?

  struct Result {
    var writes = 0
    var refusals = 0
    var events = 0
    var conflicts = 0
    var erasures = 0
    var rewrittenFiles = 0
    var locked = 0
    var steps = 0
    /// What went wrong, with the seed that shows it again.
    var failure: String?
  }

  func run(seed: UInt64) async -> Result {
    var random = SeededRandom(seed: seed)
    let steps = (0..<TestSize.steps(Int.random(in: 10...60, using: &random))).map { _ in random.next() }
    var (result, world) = await play(seed, steps)
    guard let failure = result.failure else { return result }
    print("DAYBOOK_SEED=\(seed): \(failure); looking for a shorter story")
    let shortest = await shrink(seed, steps)
    let last: Result
    (last, world) = await play(seed, shortest)
    let story = (world?.trace ?? []).joined(separator: "\n  ")
    result.failure =
      "DAYBOOK_SEED=\(seed): \(failure)\n\(shortest.count) steps will do:\n  \(story)\n  \(last.failure ?? "")"
    return result
  }

  private func play(_ seed: UInt64, _ steps: [UInt64]) async -> (Result, ReplicatedWorld?) {
    var result = Result()
    var world: ReplicatedWorld?
    do {
      let made = try ReplicatedWorld(seed: seed, lies: lies, form: form ?? .drawn(seed))
      world = made
      if made.form.isLocked { try await made.lock() }
      for step in steps { try await made.step(seed: step) }
      try await made.end(seed: seed &+ 1)
      result.conflicts = made.history.conflicts.count
    } catch {
      result.failure = "\(error)"
    }
    result.steps = steps.count
    if let world {
      (result.writes, result.refusals, result.events) = (
        world.writes, world.refusals, world.history.events.count
      )
      (result.erasures, result.rewrittenFiles) = (world.erasures, world.rewrittenFiles)
      result.locked = world.form.isLocked ? 1 : 0
    }
    return (result, world)
  }

  /// Leaves out steps as long as it still fails.
  private func shrink(_ seed: UInt64, _ steps: [UInt64]) async -> [UInt64] {
    var steps = steps
    var size = steps.count / 2
    while size > 0 {
      var start = 0
      while start < steps.count {
        let fewer = Array(steps[..<start] + steps[min(start + size, steps.count)...])
        if await play(seed, fewer).0.failure != nil { steps = fewer } else { start += size }
      }
      size /= 2
    }
    return steps
  }
}
