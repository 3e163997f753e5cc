import DaybookLog
import DaybookModel
import DaybookTestSupport
import Synchronization

/// Runs a script on a simulated machine, keeps the disks as they are before every operation that changes
/// something, and then looks at each of them as a machine that starts again would.
struct CrashSimulation {
  var lies: FaultLies = []
  /// Ways in which each point's unflushed data is lost.
  var lossesPerPoint = 4
  let verifier = SignatureCache()

  /// Everything with some of the cases, since it takes several times as long.
  private func depth(_ number: Int) -> Checker.Depth {
    number % 7 == 0 ? .goOn : number % 3 == 0 ? .recoverTwice : .recover
  }

  struct Result {
    var cases = 0
    var points = 0
    /// What went wrong, with all that is needed to see it again.
    var failures: [String] = []
  }

  func run(scriptSeed: UInt64, length: Int, failuresMax: Int = 3) -> Result {
    run(Script(seed: scriptSeed, length: length), seed: scriptSeed, failuresMax: failuresMax)
  }

  func run(_ script: Script, seed scriptSeed: UInt64, failuresMax: Int = 3) -> Result {
    var result = Result()
    let recorder = Recorder()
    let control = FaultControl(lies: lies) { number, operation in recorder.record(number, operation) }
    guard let disks = try? Disks.founded(),
      var machine = Machine(
        disks, control, rollSizeBytes: script.rollSizeBytes, isLocked: script.isLocked)
    else { return result }
    recorder.watch(machine)
    do {
      try machine.run(script) { recorder.note($0) }
    } catch {
      result.failures.append("script \(scriptSeed): \(error)")
    }
    recorder.record(control.count, FaultOperation(.sync, "the end"))
    for (index, point) in recorder.points.enumerated() {
      result.points += 1
      let checker = Checker(
        appended: point.appended, acknowledged: point.acknowledged, blobs: point.blobs,
        erased: point.erased, isLocked: script.isLocked, lies: lies, rollSizeBytes: script.rollSizeBytes,
        verifier: verifier)
      for loss in 0...lossesPerPoint {
        let seed = scriptSeed &* 1_000_003 &+ UInt64(index * 16 + loss)
        // Without a loss of power the process alone was killed.
        let disks = loss == 0 ? point.disks : point.disks.crashed(seed: seed)
        result.cases += 1
        guard let failure = checker.check(disks, seed: seed, depth(result.cases)) else { continue }
        result.failures.append(
          "script \(scriptSeed), operation \(point.number) (\(point.operation)), loss \(loss): \(failure)")
        if result.failures.count >= failuresMax { return result }
      }
    }
    return result
  }
}

/// Keeps the disks before each operation.
private final class Recorder: Sendable {
  struct Point {
    var number: Int
    var operation: FaultOperation
    var disks: Disks
    var appended: [[String]]
    var acknowledged: Int
    var blobs: [Hash256: [UInt8]]
    var erased: ErasedLines
  }

  private struct State {
    var stores: (ledger: MemoryFileStore, state: MemoryFileStore)?
    var appended: [[String]] = []
    var acknowledged = 0
    var blobs: [Hash256: [UInt8]] = [:]
    var erased = ErasedLines()
    var points: [Point] = []
  }

  private let state = Mutex(State())

  func watch(_ machine: Machine) {
    state.withLock { $0.stores = (machine.ledgerStore, machine.stateStore) }
  }

  func note(_ machine: Machine) {
    state.withLock {
      ($0.appended, $0.acknowledged, $0.blobs) = (machine.appended, machine.acknowledged, machine.blobs)
      $0.erased = machine.erased
    }
  }

  func record(_ number: Int, _ operation: FaultOperation) {
    state.withLock { state in
      guard let stores = state.stores else { return }
      let disks = Disks(ledger: stores.ledger.image, state: stores.state.image)
      state.points.append(
        Point(
          number: number, operation: operation, disks: disks, appended: state.appended,
          acknowledged: state.acknowledged, blobs: state.blobs, erased: state.erased))
    }
  }

  var points: [Point] { state.withLock(\.points) }
}
