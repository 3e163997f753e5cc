package import DaybookLog

/// A store whose operations are counted and go wrong as planned.
package final class FaultFileStore: FileStore {
  private let store: any FileStore
  private let control: FaultControl

  /// Whether the file system can be flushed as one.
  private let flushesAll: Bool

  package init(_ store: any FileStore, _ control: FaultControl, flushesAll: Bool = true) {
    (self.store, self.control, self.flushesAll) = (store, control, flushesAll)
  }

  /// Counts the operation, and fails it if that is planned.
  private func enter(_ name: FaultOperation.Name, _ path: String) throws(FileError) {
    switch control.strike(FaultOperation(name, path)) {
    case .crash?: throw FileError(.system(5), name.rawValue, path)
    case .fail(let reason)?, .shortWrite(let reason)?: throw FileError(reason, name.rawValue, path)
    case nil: return
    }
  }

  package func list(_ folder: String) throws(FileError) -> [FileEntry]? {
    try enter(.list, folder)
    guard var entries = try store.list(folder) else { return nil }
    for name in control.remembered(in: folder) where !entries.contains(where: { $0.name == name }) {
      entries.append(FileEntry(name: name, kind: .file))
    }
    return entries
  }

  package func status(_ path: String) throws(FileError) -> FileStatus? {
    try enter(.status, path)
    guard let made = control.remembered(path) else { return try store.status(path) }
    return FileStatus(kind: .file, sizeBytes: made.count, device: 0, inode: 0, birthTime: 0)
  }

  package func read(_ path: String, from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try enter(.read, path)
    guard let made = control.remembered(path) else {
      return try store.read(path, from: offset, count: count)
    }
    return Array(made.dropFirst(offset).prefix(count))
  }

  package func create(_ path: String) throws(FileError) -> any WritableFile {
    try enter(.create, path)
    return FaultFile(try store.create(path), path, control)
  }

  package func append(to path: String) throws(FileError) -> any WritableFile {
    try enter(.append, path)
    return FaultFile(try store.append(to: path), path, control)
  }

  package func update(_ path: String) throws(FileError) -> any WritableFile {
    try enter(.append, path)
    return FaultFile(try store.update(path), path, control)
  }

  package func createFolder(_ path: String) throws(FileError) {
    try enter(.createFolder, path)
    try store.createFolder(path)
  }

  package func rename(_ path: String, to target: String, replacing: Bool) throws(FileError) {
    try enter(.rename, target)
    try store.rename(path, to: target, replacing: replacing)
    if control.lies.contains(.memory) { control.remember(target, try store.readAll(target)) }
  }

  package func remove(_ path: String) throws(FileError) {
    try enter(.remove, path)
    control.remember(path, nil)
    try store.remove(path)
  }

  package func syncFolder(_ folder: String) throws(FileError) {
    try enter(.syncFolder, folder)
    if !control.lies.contains(.syncFolder) { try store.syncFolder(folder) }
  }

  package func syncAll() throws(FileError) -> Bool {
    guard flushesAll else { return false }
    try enter(.syncAll, "")
    if control.lies.contains(.sync) { return true }
    return try store.syncAll()
  }

  package func lock(_ path: String) throws(FileError) -> (any FileLock)? {
    try enter(.lock, path)
    return try store.lock(path)
  }

  package func isLocked(_ path: String) throws(FileError) -> Bool {
    try enter(.status, path)
    return try store.isLocked(path)
  }
}

private final class FaultFile: WritableFile {
  private let file: any WritableFile
  private let path: String
  private let control: FaultControl

  init(_ file: any WritableFile, _ path: String, _ control: FaultControl) {
    (self.file, self.path, self.control) = (file, path, control)
  }

  func write(_ bytes: borrowing [UInt8]) throws(FileError) {
    let bytes = copy bytes
    switch control.strike(FaultOperation(.write, path)) {
    case .crash?: throw FileError(.system(5), "write", path)
    case .fail(let reason)?: throw FileError(reason, "write", path)
    case .shortWrite(let reason)?:
      try file.write(Array(bytes.prefix(bytes.count / 2)))
      throw FileError(reason, "write", path)
    case nil: try file.write(bytes)
    }
  }

  func write(_ bytes: borrowing [UInt8], at offset: Int) throws(FileError) {
    let bytes = copy bytes
    switch control.strike(FaultOperation(.write, path)) {
    case .crash?: throw FileError(.system(5), "write", path)
    case .fail(let reason)?: throw FileError(reason, "write", path)
    case .shortWrite(let reason)?:
      try file.write(Array(bytes.prefix(bytes.count / 2)), at: offset)
      throw FileError(reason, "write", path)
    case nil: try file.write(bytes, at: offset)
    }
  }

  func read(from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    switch control.strike(FaultOperation(.read, path)) {
    case .crash?: throw FileError(.system(5), "read", path)
    case .fail(let reason)?, .shortWrite(let reason)?: throw FileError(reason, "read", path)
    case nil: return try file.read(from: offset, count: count)
    }
  }

  func sync() throws(FileError) {
    switch control.strike(FaultOperation(.sync, path)) {
    case .crash?: throw FileError(.system(5), "sync", path)
    case .fail(let reason)?, .shortWrite(let reason)?:
      (file as? MemoryFile)?.failSync()
      if control.lies.contains(.syncAgain) { return try file.sync() }
      throw FileError(reason, "sync", path)
    case nil: if !control.lies.skipsSync(of: path) { try file.sync() }
    }
  }

  func truncate(to sizeBytes: Int) throws(FileError) {
    switch control.strike(FaultOperation(.truncate, path)) {
    case .crash?: throw FileError(.system(5), "truncate", path)
    case .fail(let reason)?, .shortWrite(let reason)?: throw FileError(reason, "truncate", path)
    case nil: try file.truncate(to: sizeBytes)
    }
  }

  func status() throws(FileError) -> FileStatus {
    if case .crash? = control.strike(FaultOperation(.status, path)) {
      throw FileError(.system(5), "status", path)
    }
    return try file.status()
  }

  func close() { file.close() }
}
