import DaybookLog
package import DaybookModel

// A device whose own keys are damaged or gone can only become another one. It does so when somebody asks for it, and what
// is left of it stays beside the new keys.

extension DeviceState {
  /// What of this device's keys is damaged, or gone though it confirmed a lock; nil where all are sound.
  ///
  /// - Throws: where a file cannot be read: it may be sound.
  package func damage() throws(LedgerError) -> LedgerError? {
    do throws(LedgerError) {
      if let kept = try keptLock() {
        _ = try kept.lock()
        if try deviceKey() == nil { return missingKey }
      }
      if let replica = try current(), try keys(of: replica).epochs.isEmpty {
        return missingEpochs(of: replica)
      }
      _ = try deviceKey()
      return nil
    } catch {
      if error.cause != nil { throw error }
      return error
    }
  }

  /// Makes this machine a device that nobody knows yet, as ``leave(_:)`` does, and moves all keys of the former one to a
  /// folder of their own. Can be done again where it was interrupted.
  package func giveUp(_ replica: ReplicaID) throws(LedgerError) {
    try noteLeft(replica)
    let aside = joined(folder, "former-\(replica)")
    do throws(FileError) {
      try state.createFolderDurably(aside)
      for entry in try state.list(folder) ?? []
      where entry.kind == .file && ![Self.leftName, Self.takenName].contains(entry.name) {
        try state.rename(joined(folder, entry.name), to: joined(aside, entry.name), replacing: true)
      }
      try state.syncFolder(aside)
      try state.syncFolder(folder)
    } catch { throw LedgerError(error) }
  }
}
