package import DaybookLog

/// The part of a machine's state that several of its processes change: one at a time, each on the latest version.
package enum SharedState {
  private static let lockName = "shared.lock"

  /// Runs a closure while no other process changes the shared state of a ledger.
  ///
  /// - Throws: ``LedgerError/Code/locked`` if another process holds it for longer than `wait`.
  package static func changing<Result>(
    _ state: any FileStore, ledger: String, wait: Duration = .seconds(1), _ body: () throws -> Result
  ) throws -> Result {
    let folder = StateLayout.folder(ledger: ledger)
    if try state.status(folder) == nil { try state.createFolderDurably(folder) }
    let lock = try WriterLock.acquire(state: state, folder: folder, name: lockName, wait: wait)
    return try withExtendedLifetime(lock) { try body() }
  }
}
