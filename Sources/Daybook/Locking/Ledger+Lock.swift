import DaybookAge
import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// Locks a ledger: from now on its segments are encrypted, for its members and for the recovery key. This machine is the
  /// first member. Commits of other replicas that this machine holds so far count, and those replicas continue to write
  /// once they have joined. Call it again after an interruption.
  ///
  /// Members, events, their digest, roots and signatures stay as they were. Copies that were made
  /// before stay plain.
  ///
  /// - Parameters:
  ///   - path: the ledger's folder.
  ///   - recovery: the key for the paper; show it, and see that it is kept, before this is called.
  ///   - options: settings, such as the state directory, in which this machine's keys are kept.
  ///   - progress: called with the number of files that were encrypted.
  /// - Throws: ``LedgerError``: `refused` for a ledger that is locked already.
  public static func lock(
    at path: String, recovery: RecoverySecret, options: LedgerOptions = LedgerOptions(),
    progress: @Sendable (Int) -> Void = { _ in }
  ) async throws {
    try await lock(LedgerPlace(path), recovery: recovery, options: options, progress: progress)
  }

  package static func lock(
    _ place: LedgerPlace, recovery: RecoverySecret, options: LedgerOptions,
    progress: @Sendable (Int) -> Void = { _ in }
  ) async throws {
    let ledger = try place.open(options)
    do { try await ledger.beginLock(recovery) } catch {
      await ledger.close()
      throw error
    }
    await ledger.close()
    try await finishLock(place, options: options, progress: progress)
  }

  /// Refuses a folder in which nothing can be written, so that no key is shown for a ledger that cannot be locked.
  package func requireWritableFolder() throws {
    if !machine.canWrite { _ = try machine.state() }
    do throws(FileError) {
      let place = try folder.status(LedgerLayout.replicas) == nil ? "" : LedgerLayout.replicas
      try WritingTrial.run(folder, in: place, sizeBytes: Self.trialSizeBytes)
    } catch { throw LedgerError(error, in: info.path) }
  }

  private static let trialSizeBytes = 64 << 10

  /// Whether this machine confirmed a lock of the ledger, or began to lock it: then its recovery key is in use.
  package static func hasLock(at path: String, options: LedgerOptions = LedgerOptions()) throws -> Bool {
    let place = LedgerPlace(path)
    guard let state = try place.files(options).machine.existingState() else { return false }
    let ledger = try place.descriptor(options).ledger
    return try DeviceState(state, ledgerFolder: StateLayout.folder(ledger: ledger)).pinned() != nil
  }

  /// Whether locking this ledger was begun on this machine and must be continued.
  public static func isLockUnfinished(at path: String, options: LedgerOptions = LedgerOptions()) throws
    -> Bool
  {
    try isLockUnfinished(LedgerPlace(path), options: options)
  }

  package static func isLockUnfinished(_ place: LedgerPlace, options: LedgerOptions) throws -> Bool {
    let descriptor = try place.descriptor(options)
    guard let state = try place.files(options).machine.existingState() else { return false }
    let device = DeviceState(state, ledgerFolder: StateLayout.folder(ledger: descriptor.ledger))
    guard let lock = try device.pinned() else { return false }
    guard descriptor.isLocked else { return true }
    guard let own = try device.current(), lock.devices.first?.replica == own else { return false }
    return try device.keys(of: own).encrypted == nil
  }

  /// Continues locking: everything after the lock was pinned.
  public static func finishLock(
    at path: String, options: LedgerOptions = LedgerOptions(), progress: @Sendable (Int) -> Void = { _ in }
  ) async throws {
    try await finishLock(LedgerPlace(path), options: options, progress: progress)
  }

  package static func finishLock(
    _ place: LedgerPlace, options: LedgerOptions, progress: @Sendable (Int) -> Void = { _ in }
  ) async throws {
    let ledger = try place.open(options)
    do { try await ledger.encryptAll(progress) } catch {
      await ledger.close()
      throw error
    }
    await ledger.close()
  }

  /// Pins the lock in the state: from then on this machine writes no plain file.
  private func beginLock(_ recovery: RecoverySecret) throws {
    guard locking == nil, !descriptor.isLocked else {
      throw LedgerError(.refused, "the ledger is locked already", file: info.path)
    }
    try beginSession()
    publishNow()
    guard let session else { throw LedgerError(.refused, "this machine cannot write to the ledger") }
    let device = DeviceState(try machine.state(), ledgerFolder: StateLayout.folder(ledger: descriptor.ledger))
    let key = try device.madeDeviceKey()
    guard let keys = PublicKeys(key: session.identity.key.publicKey, recipient: key.recipient) else {
      throw LedgerError(.refused, "files cannot be encrypted for this machine's key")
    }
    let lock = try DeviceLock(
      ledger: descriptor.ledger, devices: [keys], heads: try heads(), recovery: recovery.key)
    // In a ledger that was locked before, files that were encrypted then count as plain.
    try device.forgetEncrypted(session.replica)
    try device.pin(lock)
  }

  /// Writes the lock event, says that the ledger is locked, and encrypts what is plain.
  private func encryptAll(_ progress: (Int) -> Void) throws {
    guard let locking else { throw LedgerError(.refused, "the ledger is not locked", file: info.path) }
    try beginSession()
    guard let own = session?.replica else { return }
    do throws(FileError) { try LedgerDescriptor.note(isLocked: true, in: folder) } catch {
      throw LedgerError(error, in: info.path)
    }
    publishNow()
    try encryptOwnFiles(locking, own, looking: true, progress: progress)
  }
}
