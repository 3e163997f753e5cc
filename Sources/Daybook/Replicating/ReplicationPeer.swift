// The other side's folder: opened, or refused as a place for a copy of the ledger.

import DaybookLog
import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folder that a ledger is replicated with.
struct ReplicationPeer {
  /// Empty, and in memory, while there is no folder.
  var store: any FileStore
  /// Absolute.
  var path: String
  /// There was no ledger there.
  var isNew: Bool

  /// Opens what is at `path`. Throws a one-line error for anything that cannot be a copy of this ledger; writes
  /// nothing.
  static func open(_ path: String, descriptor: LedgerDescriptor, besides ledger: any FileStore) throws -> Self
  {
    guard SystemFolder.exists(path) else { return try missing(path, besides: ledger) }
    guard SystemFolder.isFolder(path) else {
      throw LedgerError(.refused, "is a file, not a folder", file: path, advice: "name the copy's folder")
    }
    let store = try disk(path)
    let resolved = SystemFolder.resolved(path)
    try refuseWithin(resolved, ledger, named: path)
    let isLedger: Bool
    let entries: [FileEntry]
    do throws(FileError) {
      isLedger = try store.status(LedgerLayout.descriptor) != nil
      entries = try store.list("") ?? []
    } catch {
      throw LedgerError(error, in: path)
    }
    guard isLedger else {
      // What desktops and synchronizers put into every folder is hidden; a copy that was broken off is ours.
      guard try isFree(entries.filter { !$0.name.hasPrefix(".") }, store, path) else {
        throw LedgerError(
          .refused, "is not a ledger, and not empty", file: path,
          advice: "name a copy of this ledger, or a new folder to become one")
      }
      return ReplicationPeer(store: store, path: resolved, isNew: true)
    }
    try require(descriptor, in: store, path)
    return ReplicationPeer(store: store, path: resolved, isNew: false)
  }

  /// A folder that is still to be made, in one that is there.
  private static func missing(_ path: String, besides ledger: any FileStore) throws -> Self {
    var trimmed = path[...]
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    let parent = SystemFolder.parent(of: String(trimmed))
    guard SystemFolder.isFolder(parent) else {
      throw LedgerError(
        .unreachable, "neither the folder nor the folder above it exists", file: path,
        advice: "check that the disk is there (plugged in, mounted), or make the folder above it")
    }
    try refuseWithin(SystemFolder.resolved(parent), ledger, named: path)
    let name = trimmed.split(separator: "/").last.map(String.init) ?? ""
    let resolved = SystemFolder.resolved(parent)
    return ReplicationPeer(
      store: MemoryFileStore(), path: (resolved == "/" ? "" : resolved) + "/" + name, isNew: true)
  }

  /// Makes the folder a copy of the ledger, durably: before anything else is copied into it.
  mutating func become(_ descriptor: LedgerDescriptor) throws {
    if store is MemoryFileStore {
      do throws(FileError) { store = try DiskFileStore.creating(path: path) } catch {
        throw LedgerError(error, in: path)
      }
    }
    do throws(FileError) {
      try store.createFile(LedgerLayout.descriptor, with: descriptor.bytes)
      try (store as? DiskFileStore)?.syncOwnEntry()
    } catch {
      guard error.reason == .exists else { throw LedgerError(error, in: path) }
      // Somebody made it a ledger meanwhile.
      try Self.require(descriptor, in: store, path)
    }
  }

  private static func require(_ descriptor: LedgerDescriptor, in store: any FileStore, _ path: String) throws
  {
    let other = try LedgerDescriptor.settled(in: store, path: path)
    guard other.ledger == descriptor.ledger else {
      throw LedgerError(
        .refused, "is another ledger (\(other.ledger), not \(descriptor.ledger))", file: path,
        advice: "name a copy of this ledger")
    }
  }

  private static func isFree(_ entries: [FileEntry], _ store: any FileStore, _ path: String) throws -> Bool {
    do throws(FileError) {
      return try LedgerDescriptor.isBrokenOff(entries, in: store)
    } catch {
      throw LedgerError(error, in: path)
    }
  }

  /// Refuses the ledger itself and what lies in it, however it is named: by device and inode, folder by folder
  /// upwards.
  private static func refuseWithin(_ path: String, _ ledger: any FileStore, named: String) throws {
    guard let own = try ledger.status("") else { return }
    var folder = path
    while true {
      var status = stat()
      if stat(folder, &status) == 0, UInt64(truncatingIfNeeded: status.st_dev) == own.device,
        UInt64(truncatingIfNeeded: status.st_ino) == own.inode
      {
        throw LedgerError(
          .refused, folder == path ? "is the ledger itself" : "lies within the ledger", file: named,
          advice: "name a folder outside of it")
      }
      if folder == "/" || folder == "." { return }
      folder = SystemFolder.parent(of: folder)
    }
  }

  private static func disk(_ path: String) throws(LedgerError) -> DiskFileStore {
    do throws(FileError) {
      return try DiskFileStore(path: path)
    } catch {
      var failure = LedgerError(error, in: path)
      failure.code = .unreachable
      throw failure
    }
  }
}

extension LedgerError {
  /// The error for a failed file operation, with the folder's name.
  init(_ error: FileError, in folder: String) {
    self.init(error)
    file = error.path.isEmpty || error.path == folder ? folder : "\(folder)/\(error.path)"
  }
}
