package import DaybookModel

// Storage behind one interface: all code that reads or writes files goes through a `FileStore`, so
// that crashes, full disks and torn writes can be tested in memory.

/// A folder of files. Paths are relative to its root, separated by `/`, without `.` and `..`.
/// No symbolic link is followed: one on the way is ``FileError/Reason/notRegular``. Every call may throw ``FileError``.
package protocol FileStore: Sendable {
  /// The cipher that opens and closes the files of a locked ledger; nil if the store is not for one, or has no keys.
  var cipher: (any FolderCipher)? { get }

  /// The entries of a folder ("" is the root), ascending by name bytes; nil when there is none.
  func list(_ folder: String) throws(FileError) -> [FileEntry]?

  /// The status of a file; nil if nothing exists at `path`.
  func status(_ path: String) throws(FileError) -> FileStatus?

  /// The same for names in one folder, without their creation times, which are 0.
  func statuses(_ names: [String], in folder: String) throws(FileError) -> [FileStatus?]

  /// Up to `count` bytes from `offset` (fewer at the end of the file). Regular files only: a link,
  /// FIFO, socket or device is refused without waiting for it.
  func read(_ path: String, from offset: Int, count: Int) throws(FileError) -> [UInt8]

  /// Opens a file for mapping into memory; nil if the store does not support that.
  func mapped(_ path: String) throws(FileError) -> MappedFile?

  /// Makes a file that must not exist yet; mode 0600 whatever the umask.
  func create(_ path: String) throws(FileError) -> any WritableFile

  /// Makes a file that must not exist yet, whose parts are written at their places; mode 0600 whatever the umask.
  func createPlaced(_ path: String) throws(FileError) -> any PlacedFile

  /// Opens an existing file, to continue at its end.
  func append(to path: String) throws(FileError) -> any WritableFile

  /// Opens an existing file, to write at places in it.
  func update(_ path: String) throws(FileError) -> any WritableFile

  /// Makes a folder, and those above it if they are missing; mode 0700 whatever the umask. Does
  /// not make them durable: ``syncFolder(_:)`` of each parent does.
  func createFolder(_ path: String) throws(FileError)

  /// Atomic. Without `replacing` an existing target is ``FileError/Reason/exists``.
  func rename(_ path: String, to target: String, replacing: Bool) throws(FileError)

  func remove(_ path: String) throws(FileError)

  /// Makes creations, renames and removals in a folder durable.
  func syncFolder(_ folder: String) throws(FileError)

  /// Makes everything durable that was done in the store so far, by one flush of its file system; false where the
  /// system has no such call.
  func syncAll() throws(FileError) -> Bool

  /// Takes an exclusive lock on a file (made if missing) without waiting; nil if another holder has it. Released with
  /// the handle.
  func lock(_ path: String) throws(FileError) -> (any FileLock)?

  /// Whether somebody holds the exclusive lock on a file. Makes no file, and several may ask at once.
  func isLocked(_ path: String) throws(FileError) -> Bool
}

/// A file open for reading and writing. Not for use by two tasks at once.
package protocol WritableFile: AnyObject, Sendable {
  /// Appends all of `bytes`, or throws; after an error an unknown part of them may have been written.
  func write(_ bytes: borrowing [UInt8]) throws(FileError)
  /// The same, from memory that does not change during the call.
  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError)
  /// Writes all of `bytes` from `offset` on, or throws; after an error an unknown part of them may have been written.
  /// Only for a file that ``FileStore/update(_:)`` opened, and not beyond its end.
  func write(_ bytes: borrowing [UInt8], at offset: Int) throws(FileError)
  /// Up to `count` bytes from `offset`, fewer at the end of the file.
  func read(from offset: Int, count: Int) throws(FileError) -> [UInt8]
  /// Makes what was written durable (fdatasync; F_FULLFSYNC on macOS).
  func sync() throws(FileError)
  /// Truncates the file.
  func truncate(to sizeBytes: Int) throws(FileError)
  func status() throws(FileError) -> FileStatus
  /// Closes the descriptor; closing twice does nothing.
  func close()
}

extension FileStore {
  package func mapped(_ path: String) throws(FileError) -> MappedFile? { nil }

  package func syncAll() throws(FileError) -> Bool { false }

  package func statuses(_ names: [String], in folder: String) throws(FileError) -> [FileStatus?] {
    var statuses: [FileStatus?] = []
    for name in names {
      var status = try status(folder.isEmpty ? name : "\(folder)/\(name)")
      status?.birthTime = 0
      statuses.append(status)
    }
    return statuses
  }
}

extension WritableFile {
  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) { try write(Array(bytes)) }
}

/// Holds a lock for as long as it lives.
package protocol FileLock: AnyObject, Sendable {
  /// False once the lock's file was removed or replaced: then others may hold the lock, too.
  var isInPlace: Bool { get }
}

package enum FileKind: Sendable { case file, folder, link, other }

package struct FileEntry: Equatable, Sendable {
  package var name: String
  package var kind: FileKind

  package init(name: String, kind: FileKind) {
    self.name = name
    self.kind = kind
  }
}

package struct FileStatus: Equatable, Sendable {
  package var kind: FileKind
  package var sizeBytes: Int
  package var device: UInt64
  package var inode: UInt64
  /// The creation time, in nanoseconds since 1970; 0 if the file system has none.
  package var birthTime: Int64
  /// When its bytes were last changed, and when anything about it was; nanoseconds since 1970. The owner of the file
  /// may set the first to anything; the second is the system's.
  package var modifiedTime: Int64
  package var changedTime: Int64

  package init(
    kind: FileKind, sizeBytes: Int, device: UInt64, inode: UInt64, birthTime: Int64, modifiedTime: Int64 = 0,
    changedTime: Int64 = 0
  ) {
    (self.kind, self.sizeBytes, self.device) = (kind, sizeBytes, device)
    (self.inode, self.birthTime) = (inode, birthTime)
    (self.modifiedTime, self.changedTime) = (modifiedTime, changedTime)
  }
}

/// The reason why a file operation failed.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Reason: Equatable, Sendable {
    case missing, exists, noSpace, readOnly, denied, notRegular, tooLarge
    /// Encrypted, and this device has no key for it.
    case locked
    /// Any other `errno`.
    case system(Int32)
  }

  package var reason: Reason
  package var operation: String
  package var path: String

  package init(_ reason: Reason, _ operation: String, _ path: String) {
    (self.reason, self.operation, self.path) = (reason, operation, path)
  }

  package var description: String { "\(path): \(what)" }

  /// The operation and the reason, without the path.
  package var what: String { "cannot \(operation): \(why)" }

  /// The reason in words.
  package var why: String {
    switch reason {
    case .missing: "no such file or folder"
    case .exists: "exists already"
    case .noSpace: "no space left"
    case .readOnly: "read-only file system"
    case .denied: "permission denied"
    case .notRegular: "not a regular file or folder"
    case .tooLarge: "too large"
    case .locked: "no key on this device opens it"
    case .system(let number): "system error \(number)"
    }
  }
}

extension LedgerError {
  /// What a failed file operation means to the ledger's user.
  package init(_ error: FileError) {
    let code: Code
    var advice: String?
    switch error.reason {
    case .noSpace: (code, advice) = (.inputOutput, "make room and try again")
    case .readOnly, .denied: (code, advice) = (.cannotCreate, "check the folder's permissions")
    case .locked:
      (code, advice) = (.locked, "copy the key files (keys-*.age) of all replicas from another machine")
    case .missing, .exists, .notRegular, .tooLarge, .system: code = .inputOutput
    }
    self.init(code, error.what, file: error.path.isEmpty ? nil : error.path, advice: advice, cause: error)
  }

  /// A key, ring or device file that exists but cannot be read.
  package init(unreadableKey error: FileError) {
    self.init(
      .unreadableKey, "a file with keys cannot be read: \(error.why)",
      file: error.path.isEmpty ? nil : error.path,
      advice: "check its permissions and the disk; nothing new was made in its place", cause: error)
  }
}
