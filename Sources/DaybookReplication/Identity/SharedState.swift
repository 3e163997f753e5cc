package import DaybookLog

/// What several processes of one machine change in its state: by one at a time, on what is there by then.
package enum SharedState {
  private static let lockName = "shared.lock"

  /// Does something while no other process changes what is shared of a ledger.
  ///
  /// - Throws: ``LedgerError/Code/locked`` when another process does so for longer than `wait`.
  package static func changing<Result>(
    _ state: any FileStore, ledger: String, wait: Duration = .seconds(1), _ body: () throws -> Result
  ) throws -> Result {
    let folder = StateLayout.folder(ledger: ledger)
    if try state.status(folder) == nil { try state.createFolderDurably(folder) }
    let lock = try WriterLock.acquire(state: state, folder: folder, name: lockName, wait: wait)
    return try withExtendedLifetime(lock) { try body() }
  }
}
