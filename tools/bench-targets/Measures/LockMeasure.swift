import Daybook
import Foundation

/// Locking an existing ledger, and approving a device.
enum LockMeasure {
  static func lock(_ folder: String) async throws {
    let seconds = try await Measures.time {
      try await Ledger.lock(
        at: folder + "/ledger", recovery: RecoverySecret(), options: WorkloadLedger.options(folder))
    }
    Measures.tell("seconds", seconds)
  }

  /// The work of the member's machine after the words were compared: the approval, and the ring with the new reader.
  static func admit(_ folder: String) async throws {
    let path = folder + "/ledger"
    let state = folder + "/joining-\(UInt32.random(in: .min ... .max))"
    var options = WorkloadLedger.options(folder)
    (options.stateDirectory, options.cacheDirectory) = (state, state + "-cache")
    let joining = Joining(at: path, options: options)
    guard case .asking(let device, _) = try await joining.step() else {
      throw LedgerError(.refused, "the device does not ask")
    }
    let ledger = try await Ledger.open(
      at: path, systems: WorkloadLedger.systems, options: WorkloadLedger.options(folder))
    let words = try await Measures.time { _ = try await ledger.devices.offer(to: device) }
    let seconds = try await Measures.time { try await ledger.devices.approve(device) }
    await ledger.close()
    Measures.tell("words", words)
    Measures.tell("seconds", seconds)
    try FileManager.default.removeItem(atPath: state)
  }
}
