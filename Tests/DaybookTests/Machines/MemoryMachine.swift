import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport

@testable import Daybook

/// A machine of a simulated world, in memory: its copy of a ledger's folder, its state, its cache, and the program, which
/// runs or does not.
final class MemoryMachine {
  let number: Int
  var folder = MemoryFileStore()
  var state = MemoryFileStore()
  var cache = MemoryFileStore()
  /// Nil while the program does not run.
  var ledger: Ledger?
  let clock: TestClock
  /// Ids, salts and signing keys are drawn from it; nil: from the system.
  private let source: LedgerOptions?
  /// The disks of a machine that is to fail.
  private var control: FaultControl?
  /// When what is written is published.
  var publishing = PublishPolicy.atOnce

  init(_ number: Int, clock: TestClock, seed: UInt64? = nil) {
    (self.number, self.clock) = (number, clock)
    source = seed.map { LedgerOptions.seeded(by: $0) }
  }

  var options: LedgerOptions {
    var options = source ?? LedgerOptions.prompt
    let clock = clock
    options.now = { clock.now }
    options.replicaName = "machine \(number)"
    options.wordIterations = 1
    options.snapshots = number % 2 == 0 ? .never : .always
    options.wait = .zero
    options.publishing = publishing
    return options
  }

  var machine: Daybook.Machine { machine(with: state) }

  func machine(with state: any FileStore) -> Daybook.Machine {
    let number = number
    var machine = Daybook.Machine(
      state: { state }, existingState: { state },
      id: { _ in MachineID(hash: Hash256(words: (UInt64(number), 0, 0, 7))) },
      folder: {
        FolderMark(
          realPath: "/home/\(number)/l", mark: FileMark(inode: UInt64(number) + 1, birthTime: 1))
      },
      hostName: { "machine \(number)" })
    let cache = cache
    machine.cache = { cache }
    return machine
  }

  var path: String { "/home/\(number)/l" }
  var place: LedgerPlace { LedgerPlace(folder, path: path, machine) }

  /// The program, started if it does not run.
  func running() throws -> Ledger {
    if let ledger { return ledger }
    var (folder, state): (any FileStore, any FileStore) = (folder, state)
    if let control { (folder, state) = (FaultFileStore(folder, control), FaultFileStore(state, control)) }
    let opened = try Ledger.open(folder, path: path, [.house], machine(with: state), options)
    ledger = opened
    return opened
  }

  func stop() async {
    await ledger?.close()
    ledger = nil
  }

  /// Loses power: what the program had begun is lost, and of what was not flushed something.
  func crash(seed: UInt64) {
    (ledger, control) = (nil, nil)
    folder = MemoryFileStore(folder.image.crashed(seed: seed))
    state = MemoryFileStore(state.image.crashed(seed: seed &+ 1))
  }

  /// Loses power at a file operation of the program, which starts for what it does.
  ///
  /// - Parameter number: of the operation, from 1.
  /// - Returns: whether the power failed; the program may have come to its end before.
  func crash(
    at number: Int, seed: UInt64, _ body: (Ledger) async throws -> Void
  ) async -> Bool {
    await stop()
    let control = FaultControl(FaultPlan(.crash, at: number))
    self.control = control
    if let ledger = try? running() { try? await body(ledger) }
    crash(seed: seed)
    return control.hasStruck
  }
}
