import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// Refuses another copy of the ledger that is locked, if this machine's copy is plain: everything here would be
  /// copied into it unencrypted. A machine that unlocked the ledger accepts copies that it can read completely and that
  /// nobody locked again, and decrypts them.
  ///
  /// - Parameter store: the other copy, as it lies there.
  /// - Throws: ``LedgerError`` with code `locked`.
  func refuseLocked(_ store: any FileStore, _ path: String) throws {
    if locking != nil { return }
    do {
      let segments = try Inventory.scan(store).replicas.flatMap(\.segments).filter(\.name.isLocked)
      guard try isLocked(store) || !segments.isEmpty else { return }
      if let keys = folder.cipher as? UnlockedKeys {
        keys.add(rings(in: store))
        var isRead = true
        for file in segments where isRead { isRead = try keys.opens(file.path, in: store) }
        if isRead, try !isLockedAnew(CipheredFolder(store, keys)) { return }
      }
    } catch let error as FileError {
      throw LedgerError(error, in: path)
    }
    throw LedgerError(
      .locked,
      "the copy there is locked, and this machine's copy is not: plain files would be copied into the locked folder",
      file: path,
      advice:
        "nothing was copied: copy the files there into this folder with 'cp -r \(path)/. \(info.path)', and ask for "
        + "access with '\(Remedy.join)'")
  }

  private func isLocked(_ store: any FileStore) throws(FileError) -> Bool {
    guard try store.status(LedgerLayout.descriptor) != nil else { return false }
    let bytes = try store.readAll(LedgerLayout.descriptor, sizeBytesMax: LedgerDescriptor.sizeBytesMax)
    return (try? LedgerDescriptor(bytes))?.isLocked ?? false
  }

  /// Whether the ledger was locked again since this machine unlocked it. Reads all of the folder.
  private func isLockedAnew(_ store: any FileStore) throws -> Bool {
    guard let former = try device?.keptLock()?.lock() else { return false }
    var devices = DeviceLog()
    devices.isWanted = true
    _ = try LedgerReader(store: store, descriptor: descriptor).read(Inventory.scan(store)) { frame in
      devices.note(frame.content, frame.commits, of: frame.branch, firstLeaf: frame.firstLeaf)
    }
    return devices.commits.contains { branch, commits in
      let known = former.heads[branch.replica]?.flatMap(\.trees).map(\.size).max() ?? 0
      return commits.contains { commit in
        commit.end > known
          && commit.events.contains { event in
            guard case .lock(let lock) = event.event.action else { return false }
            return lock != former && lock.isSigned(ledger: descriptor.ledger)
          }
      }
    }
  }

  private var device: DeviceState? {
    machine.existingState().map {
      DeviceState($0, ledgerFolder: StateLayout.folder(ledger: descriptor.ledger))
    }
  }

  private func rings(in store: any FileStore) -> FoundRings {
    guard let key = try? device?.deviceKey() else { return FoundRings() }
    return FoundRings(in: store, ledger: descriptor.ledger, identities: [key])
  }
}
