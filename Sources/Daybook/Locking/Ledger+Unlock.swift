import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// Turns a locked ledger back into a plain one: anybody with the folder can read it from then on. This machine decrypts
  /// every file that it can open; machines that still write encrypted files decrypt theirs once they learn of it. Call
  /// it again after an interruption.
  ///
  /// In a plain ledger everything counts, including what devices wrote that were revoked or never joined.
  ///
  /// - Parameters:
  ///   - path: the ledger's folder.
  ///   - countingAll: unlock even if commits would then count that do not count in the locked ledger.
  ///   - options: settings, such as the state directory, and keys that open files besides this machine's.
  ///   - progress: called with the number of files that were decrypted.
  /// - Returns: paths of files that no key here opens, and that stay as they are.
  /// - Throws: ``LedgerError`` with code `refused` for a ledger that is not locked, or with commits that do not count.
  @discardableResult
  public static func unlock(
    at path: String, countingAll: Bool = false, options: LedgerOptions = LedgerOptions(),
    progress: @Sendable (Int) -> Void = { _ in }
  ) async throws -> [String] {
    try await unlock(LedgerPlace(path), countingAll: countingAll, options: options, progress: progress)
  }

  @discardableResult
  package static func unlock(
    _ place: LedgerPlace, countingAll: Bool = false, options: LedgerOptions,
    progress: @Sendable (Int) -> Void = { _ in }
  ) async throws -> [String] {
    let ledger = try place.open(options)
    do {
      if !countingAll { try await ledger.requireAllToCount() }
      let left = try await ledger.decryptAll(progress)
      await ledger.close()
      return left
    } catch {
      await ledger.close()
      throw error
    }
  }

  private func decryptAll(_ progress: (Int) -> Void) throws -> [String] {
    guard let base = (folder as? CipheredFolder)?.base else {
      throw LedgerError(.refused, "the ledger is not locked", file: info.path)
    }
    if locking != nil { try sayUnlocked() }
    var (left, count) = try decryptSegments(into: base, progress)
    let blobs = try rewriteBlobs(locking, own: nil, into: base) { progress(count + $0) }
    left += blobs.left
    count += blobs.written
    guard left.isEmpty else { return left }
    do throws(FileError) {
      try LedgerDescriptor.note(isLocked: false, in: base)
    } catch { throw LedgerError(error, in: info.path) }
    try locking?.device?.noteUnlocked()
    return left
  }

  /// Refuses a locked ledger in which something does not count.
  private func requireAllToCount() throws {
    guard locking != nil, let known = try membership(), !known.withheld.isEmpty else { return }
    let devices = known.withheld.sorted().map { name(of: $0).map { "\($0)" } ?? "\($0)" }
    throw LedgerError(
      .refused,
      "commits of \(devices.joined(separator: ", ")) do not count, since those devices were revoked or never joined; in a plain ledger they would",
      advice: "keep the ledger locked, or unlock it with \(Remedy.countAll)")
  }

  /// The other members learn of it. Nothing that is written from here on is encrypted.
  private func sayUnlocked() throws {
    let (_, known) = try lockedMembers()
    try beginSession()
    guard let own = session?.replica else { return }
    if !known.unlocked.contains(own) {
      try write([DeviceEvent(own, .unlock(UnlockNotice(lock: known.lock.leaf)))])
    }
    publishNow()
    close()
  }

  private func decryptSegments(
    into base: any FileStore, _ progress: (Int) -> Void
  ) throws -> (left: [String], count: Int) {
    var left: [String] = []
    var count = 0
    do throws(FileError) {
      for replica in try Inventory.scan(folder).replicas {
        for file in replica.segments where file.name.isLocked {
          guard case .sealed(let first, let last, _) = file.name else { continue }
          let bytes = try base.readAll(file.path, sizeBytesMax: SegmentLimit.fileSizeBytesMax)
          guard let content = try? folder.opened(bytes, of: file.path), content.last != 0xff else {
            left.append(file.path)
            continue
          }
          let name = SegmentName.sealed(first: first, last: last, file: content.span)
          let target = LedgerLayout.path(of: name, replica.id)
          try base.replaceFile(target, with: content)
          guard try base.readAll(target, sizeBytesMax: SegmentLimit.fileSizeBytesMax) == content
          else {
            throw FileError(.system(5), "read back", target)
          }
          try base.remove(file.path)
          count += 1
          progress(count)
        }
        // Before the ledger is marked as plain: removed files must not come back after a power loss.
        try base.syncFolder(LedgerLayout.folder(of: replica.id))
      }
    } catch { throw LedgerError(error, in: info.path) }
    return (left, count)
  }
}
