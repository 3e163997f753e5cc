public import Daybook
package import DaybookLog
public import Messaging

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A plain folder as the server: on a disk, a stick or a share, for all clients that can write to it, one at a time.
///
/// The server's time is the writing client's clock, never below the latest time in the folder: writes are ordered as
/// they arrived, but a client whose clock is fast moves everybody's times forward.
///
/// The rules are checked here, by the code of each client. Anyone who can open the folder, and has its key if it is
/// encrypted, can read and change everything in other ways: it is for people who trust one another. Others can see the
/// number, sizes and times of an encrypted folder's files.
///
/// Calls wait for the folder's lock up to a limit and block their thread meanwhile. The lock is the system's (flock):
/// it is released with its process, however that ends.
public actor FolderRemoteStore: RemoteStore {
  private var server: RemoteServer<FolderStorage>
  private let store: any FileStore
  private let wait: Duration
  /// Whether its files are encrypted.
  public nonisolated let isEncrypted: Bool
  /// Whether the folder was empty, and has now become a remote store.
  public nonisolated let isNew: Bool

  /// The remote store in an existing folder; an empty folder becomes a remote store.
  ///
  /// - Parameters:
  ///   - path: the path of the folder, which must exist.
  ///   - key: the key with which the files are encrypted; nil for a plain folder.
  ///   - wait: how long a call waits for the folder's lock; after that it throws `unreachable`.
  /// - Throws: `unreachable` if there is no folder, `usage` if it contains something else, `locked` without its key,
  ///   `refused` if a key is given for a plain folder.
  public init(path: String, key: FolderKey? = nil, wait: Duration = .seconds(10)) throws(LedgerError) {
    let store: DiskFileStore
    do throws(FileError) {
      store = try DiskFileStore(path: path)
    } catch {
      let advice = error.reason == .missing ? "make it, or connect the share that it is on" : nil
      throw LedgerError(
        .unreachable, "the folder cannot be opened", file: path, advice: advice, cause: error)
    }
    do throws(LedgerError) {
      try self.init(store, key: key, clock: Self.now, wait: wait)
    } catch {
      throw LedgerError(
        error.code, error.what, file: error.file.map { joined(path, $0) } ?? path, advice: error.advice)
    }
  }

  package init(
    _ store: any FileStore, key: FolderKey? = nil, clock: @escaping @Sendable () -> ServerTime,
    wait: Duration = .zero
  ) throws(LedgerError) {
    (self.store, self.wait, isEncrypted) = (store, wait, key != nil)
    let (id, isNew) = try FolderDescriptor.prepare(store, key, wait: wait)
    self.isNew = isNew
    server = RemoteServer(FolderStorage(store, FolderFiles(key), clock: clock), id: id)
  }

  package func setPageSize(_ size: Int) { server.pageSize = size }

  /// The files that could not be read so far, as paths within the folder; they are skipped.
  public var damagedFiles: [String] { server.storage.damage.all }

  /// The system's time.
  private static func now() -> ServerTime {
    var time = timespec()
    _ = clock_gettime(CLOCK_REALTIME, &time)
    return ServerTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }

  /// Runs a closure with the folder's lock, on its present content.
  private func locked<Answer>(
    _ body: (inout RemoteServer<FolderStorage>) throws(RemoteStoreError) -> Answer
  ) throws(RemoteStoreError) -> Answer {
    let lock: WriterLock
    do throws(LedgerError) {
      lock = try WriterLock.acquire(state: store, folder: "", wait: wait)
    } catch {
      if error.code == .busy { throw .unreachable("another client is using the remote store's folder") }
      throw .unreachable("the remote store's folder: \(error.what)")
    }
    defer { withExtendedLifetime(lock) {} }
    try server.storage.refresh()
    return try body(&server)
  }

  public func changes(for user: String, since cursor: RemoteCursor?) async throws(RemoteStoreError)
    -> RemoteChanges
  {
    try locked { (server) throws(RemoteStoreError) in try server.changes(for: user, since: cursor) }
  }

  public func write(_ write: RemoteWrite, by user: String) async throws(RemoteStoreError) -> RemoteReceipt {
    try locked { (server) throws(RemoteStoreError) in try server.write(write, by: user) }
  }

  public func write(
    all writes: [RemoteWrite], by user: String
  ) async throws(RemoteStoreError) -> [Result<RemoteReceipt, RemoteStoreError>] {
    try locked { (server) throws(RemoteStoreError) in try server.write(all: writes, by: user) }
  }

  public func document(_ path: RemotePath, for user: String) async throws(RemoteStoreError) -> RemoteDocument?
  {
    try locked { (server) throws(RemoteStoreError) in try server.document(path, for: user) }
  }

  public func upload(
    _ bytes: [UInt8], as object: RemoteObject, mimeType: String, by user: String
  ) async throws(RemoteStoreError) {
    try object.check(bytes)
    try locked { (server) throws(RemoteStoreError) in
      try server.checkObject(object, for: user)
      try server.storage.keep(bytes, as: object)
    }
  }

  public func download(_ object: RemoteObject, for user: String) async throws(RemoteStoreError) -> [UInt8] {
    try locked { (server) throws(RemoteStoreError) in
      try server.checkObject(object, for: user)
      guard let bytes = try server.storage.bytes(of: object) else {
        throw .gone("the attachment's bytes are missing")
      }
      return bytes
    }
  }
}
