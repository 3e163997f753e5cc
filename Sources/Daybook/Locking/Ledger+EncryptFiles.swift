import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// Encrypts this replica's files anew that are plain, or encrypted to a former epoch of its own; the first of the
  /// members also does this for replicas that write no more. New files are durable and were read back before anything
  /// is removed.
  ///
  /// - Parameters:
  ///   - looking: whether to check files that were encrypted before, too: an old copy may have come back.
  ///   - progress: called with the number of segments that were encrypted.
  func encryptOwnFiles(
    _ locking: FolderLocking, _ own: ReplicaID, looking: Bool = false, progress: (Int) -> Void = { _ in }
  ) throws {
    guard let device = locking.device else { return }
    var keys = try device.keys(of: own)
    guard looking || keys.encrypted != keys.epochs.last?.number else { return }
    var count = 0
    for replica in try encryptedHere(own) {
      count += try encryptFiles(of: replica, locking) { progress(count + $0) }
      try removeUnfinished(of: replica)
    }
    _ = try rewriteBlobs(locking, own: own, into: folder)
    keys.encrypted = keys.epochs.last?.number
    try device.store(keys, of: own)
  }

  /// The replicas whose files this one encrypts. A replica that writes no more cannot do so itself; one that writes may
  /// not know of the lock yet, and encrypts its files once it does.
  private func encryptedHere(_ own: ReplicaID) throws -> [ReplicaID] {
    let first = try membership()?.members.members.first { $0.endedBy == nil }
    let isFirst = first?.keys.replica == own
    let former = Set(session?.former ?? [])
    return loaded.report.replicas.keys.sorted().filter { replica in
      replica == own || former.contains(replica) || isFirst && isRetired(replica)
    }
  }

  /// Encrypts the plain files of those besides this one: a replica may be retired long after the ledger was locked.
  func encryptPlainFiles(_ locking: FolderLocking, _ own: ReplicaID) throws {
    let plain = loaded.inventory.replicas.filter { files in files.segments.contains { !$0.name.isLocked } }
    guard plain.contains(where: { $0.id != own }) else { return }
    let here = Set(try encryptedHere(own))
    for files in plain where files.id != own && here.contains(files.id) {
      try encryptFiles(of: files.id, locking)
    }
  }

  /// Removes segments that an interrupted unlocking or locking left unfinished: they may be plain. O(files of the replica)
  private func removeUnfinished(of replica: ReplicaID) throws {
    let path = LedgerLayout.folder(of: replica)
    do throws(FileError) {
      for entry in try folder.list(path) ?? [] where entry.kind == .file {
        if TemporaryName.replacesSegment(entry.name) { try folder.remove(joined(path, entry.name)) }
      }
    } catch { throw LedgerError(error, in: info.path) }
  }

  /// The same for files that a tool brought back since; reads the beginnings of the files.
  func encryptReturned() throws {
    guard let locking, try mayHaveReplica() else { return }
    // Where a member unlocked the ledger, plain files are not an old copy.
    if let known = try membership(), !known.unlocked.isEmpty { return }
    try beginSession()
    guard let own = session?.replica else { return }
    try encryptOwnFiles(locking, own, looking: true)
    if isStale { try reload() }
  }

  /// The same for any replica that does not do so itself.
  ///
  /// - Returns: how many files were written.
  @discardableResult
  func encryptFiles(
    of replica: ReplicaID, _ locking: FolderLocking, progress: (Int) -> Void = { _ in }
  ) throws -> Int {
    guard let writing = locking.keys.writing else { return 0 }
    let path = LedgerLayout.folder(of: replica)
    var count = 0
    do throws(FileError) {
      for entry in try locking.base.list(path) ?? [] where entry.kind == .file {
        guard let name = SegmentName(entry.name), case .sealed(let first, let last, _) = name else {
          continue
        }
        let from = joined(path, entry.name)
        if locking.isCurrent(name, replica, writing) { continue }
        if name.isLocked, try locking.keys.epoch(ofSegment: from, in: locking.base)?.recipient == writing {
          locking.note(current: entry.name)
          continue
        }
        let file: [UInt8]
        do throws(FileError) {
          file = try locking.base.readAll(from, sizeBytesMax: SegmentLimit.fileSizeBytesMax)
        } catch  where error.reason == .missing {
          continue
        }
        let content: [UInt8]
        do throws(FileError) { content = try folder.opened(file, of: from) } catch
          where error.reason == .locked
        {
          continue
        }
        // What is damaged stays for repair.
        guard name.matches(file: file.span) else { continue }
        let closed = try locking.close(segment: content)
        let made = SegmentName.locked(first: first, last: last, file: closed.span)
        let target = joined(path, "\(made)")
        try locking.base.replaceFile(target, with: closed)
        let written = try locking.base.readAll(target, sizeBytesMax: SegmentLimit.fileSizeBytesMax)
        let again = try folder.opened(written, of: target)
        guard written == closed, again == content else {
          throw FileError(.system(5), "read back", target)
        }
        try locking.base.remove(from)
        try locking.base.syncFolder(path)
        session?.writer.renamed(name, to: made, sizeBytes: closed.count)
        locking.note(current: "\(made)")
        count += 1
        progress(count)
      }
    } catch { throw LedgerError(error, in: info.path) }
    if count > 0 { isStale = true }
    return count
  }
}

extension Ledger {
  /// Encrypts blobs anew that are plain, or that this replica encrypted to a former epoch of its own; in an unlocked
  /// ledger, decrypts all. New files are durable and were read back before anything is removed.
  ///
  /// - Parameter target: where they are written: the locked folder, or the plain one.
  /// - Returns: how many were written, and the paths of those that no key here opens.
  func rewriteBlobs(
    _ locking: FolderLocking?, own: ReplicaID?, into target: any FileStore, progress: (Int) -> Void = { _ in }
  ) throws -> (written: Int, left: [String]) {
    var written = 0
    var left: [String] = []
    let isLocking = target.encryption != nil
    let inventory = try Inventory.scan(folder, includingBlobs: true)
    // Nothing names them, and they may be plain.
    for file in inventory.strangers where isLocking && file.isUnfinishedBlob { try folder.remove(file.path) }
    for blob in inventory.blobs {
      let isLocked = LedgerLayout.isLockedBlob(blob.path)
      if isLocked, isLocking, let locking {
        guard let epoch = try locking.keys.epoch(ofBlob: blob.path, in: locking.base), epoch.replica == own,
          epoch.recipient != locking.keys.writing
        else { continue }
      }
      if !isLocked, !isLocking { continue }
      do {
        try rewrite(blob, into: target)
        written += 1
        progress(written)
      } catch let error as FileError where error.reason == .locked {
        left.append(blob.path)
      } catch is FrameError {
        // What is damaged stays for repair.
        left.append(blob.path)
      }
    }
    return (written, left)
  }

  private func rewrite(_ blob: Inventory.BlobFile, into target: any FileStore) throws {
    _ = try BlobStore.rewrap(blob.path, blob.hash, of: folder, into: target)
    try folder.remove(blob.path)
    try folder.syncFolder(folder.folder(of: blob.path))
  }
}
