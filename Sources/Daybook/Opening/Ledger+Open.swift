package import DaybookLog
import DaybookModel
import DaybookReplication
public import DaybookView

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Ledger {
  /// Creates a ledger in a new or empty folder.
  ///
  /// - Parameters:
  ///   - path: a new or empty folder; if it is missing, it is made with the folders above it.
  ///   - name: makes this machine's replica at once, with this name; otherwise the first write makes it, with the
  ///   host's name.
  ///   - recovery: locks the ledger, with this machine as the first member. The key is for the paper: show
  ///   it, and make sure that it is kept, before you call this.
  ///   - options: settings, such as the state directory, in which this machine keeps its identity and keys.
  /// - Throws: ``LedgerError`` with code `cannot-create` if the folder is not empty.
  @discardableResult
  public static func create(
    at path: String, name: String? = nil, lockedWith recovery: RecoverySecret? = nil,
    options: LedgerOptions = LedgerOptions()
  ) async throws -> LedgerInfo {
    try await create(
      UUIDText.random(options.random), at: path, name: name, lockedWith: recovery, options: options)
  }

  /// The same with an id that was made before: the paper of the recovery key names it.
  package static func create(
    _ id: String, at path: String, name: String?, lockedWith recovery: RecoverySecret?,
    options: LedgerOptions = LedgerOptions()
  ) async throws -> LedgerInfo {
    let (store, missing) = try requireNew(at: path)
    let descriptor = LedgerDescriptor(ledger: id, createdAt: options.now())
    do throws(FileError) {
      try descriptor.found(in: missing, of: store)
      if missing.isEmpty { try store.syncOwnEntry() }
    } catch {
      if error.reason == .exists {
        throw LedgerError(.cannotCreate, "the folder is a ledger already", file: path)
      }
      throw LedgerError(error, creating: path)
    }
    if let recovery {
      var options = options
      options.replicaName = name ?? options.replicaName
      try await lock(at: path, recovery: recovery, options: options)
    } else if let name {
      var options = options
      options.replicaName = name
      let ledger = try await open(at: path, systems: [], options: options)
      try await ledger.makeReplica()
      await ledger.close()
    }
    return LedgerInfo(descriptor, path: SystemFolder.resolved(path))
  }

  /// Refuses a folder in which no ledger can be created.
  ///
  /// - Returns: the nearest folder that is there, and the path of what is missing in it.
  @discardableResult
  package static func requireNew(at path: String) throws -> (store: DiskFileStore, missing: String) {
    if SystemFolder.exists(path), !SystemFolder.isFolder(path) {
      throw LedgerError(
        .cannotCreate, "the file exists already", file: path, advice: "name a new folder")
    }
    let (store, missing) = try nearest(to: path)
    if missing.isEmpty {
      if try store.status(LedgerLayout.descriptor) != nil {
        throw LedgerError(.cannotCreate, "the folder is a ledger already", file: path)
      }
      guard try LedgerDescriptor.isBrokenOff(store.list("") ?? [], in: store) else {
        throw LedgerError(
          .cannotCreate, "the folder is not empty", file: path, advice: "name a new folder, or empty this one"
        )
      }
    }
    return (store, missing)
  }

  /// Opens the ledger in a folder and reads it, or one in a tar, packed with zstd or not, which cannot be written.
  /// O(size of the ledger); O(what came since) where this machine has a snapshot of it.
  ///
  /// - Parameters:
  ///   - path: the ledger's folder, or a tar that holds it.
  ///   - systems: the kinds to read and write through a schema; others stay raw.
  ///   - options: settings, such as the state directory, in which this machine keeps its identity and keys.
  /// - Throws: ``LedgerError`` with code `no-ledger` where there is none.
  public static func open(
    at path: String, systems: [System], options: LedgerOptions = LedgerOptions()
  ) async throws -> Ledger {
    try await open(at: path, schemas: SchemaRegistry([.daybook] + systems), options: options)
  }

  /// The same with schemas that were read already, or will be when they are asked for.
  package static func open(
    at path: String, schemas: SchemaRegistry, options: LedgerOptions = LedgerOptions()
  ) async throws -> Ledger {
    Ledger(try SynchronousLedger.open(at: path, schemas: schemas, options: options))
  }

  /// The files of the ledger in a folder or a tar, and this machine with its state of the ledger: none for one in a
  /// tar.
  static func files(
    at path: String, _ options: LedgerOptions
  ) throws -> (store: any FileStore, machine: Machine) {
    let store = try LedgerFiles.open(path)
    guard let disk = store as? DiskFileStore else {
      return (store, .reading(path, stateDirectory: options.stateDirectory))
    }
    let machine = Machine.current(
      stateDirectory: options.stateDirectory, cacheDirectory: options.cacheDirectory, disk: disk)
    return (store, machine)
  }

  /// Opens the ledger in a folder and reads it.
  public static func open(
    at url: URL, systems: [System], options: LedgerOptions = LedgerOptions()
  ) async throws -> Ledger {
    try await open(at: url.path, systems: systems, options: options)
  }

  /// A ledger that lives as long as the object does: for tests and previews.
  public static func inMemory(systems: [System], options: LedgerOptions = LedgerOptions()) throws -> Ledger {
    let store = MemoryFileStore()
    let descriptor = LedgerDescriptor(ledger: UUIDText.random(options.random), createdAt: options.now())
    try store.replaceFile(LedgerLayout.descriptor, with: descriptor.bytes)
    return try open(store, path: "memory:", systems, .inMemory(), options)
  }

  /// Opens the ledger in a store of any kind.
  package static func open(
    _ store: any FileStore, path: String, _ systems: [System], _ machine: Machine, _ options: LedgerOptions
  ) throws -> Ledger {
    Ledger(try SynchronousLedger(store, path: path, SchemaRegistry([.daybook] + systems), machine, options))
  }

  private static func nearest(to path: String) throws -> (store: DiskFileStore, missing: String) {
    do throws(FileError) {
      return try DiskFileStore.nearest(to: path)
    } catch {
      throw LedgerError(error, creating: path)
    }
  }
}

extension LedgerError {
  /// A folder that cannot be made.
  init(_ error: FileError, creating path: String) {
    let why =
      error.reason == .notRegular ? "it, or a folder above it, already exists as a file" : error.what
    self.init(
      .cannotCreate, "the folder cannot be made: \(why)", file: path,
      advice: "name a folder that you may write to", cause: error)
  }
}

extension LedgerInfo {
  init(_ descriptor: LedgerDescriptor, path: String) {
    self.init(id: descriptor.ledger, createdAt: descriptor.createdAt, path: path, format: descriptor.format)
  }
}
