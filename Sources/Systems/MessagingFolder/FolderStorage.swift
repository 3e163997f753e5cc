package import Daybook
import DaybookLog
package import Messaging
import Synchronization

/// Records in a folder. Only the documents count; the list of changes has their order and the server's latest time, and
/// is made again from them if it is damaged or missing.
///
/// A write is first listed, then carried out: if a listed write was not carried out, the document has another revision
/// or is missing, and the entry is skipped. So every write that was carried out is listed, even after a power failure.
/// Several writes together are first written to a file of their own, and are certain from then on: any client may
/// finish them.
package struct FolderStorage: RemoteStorage {
  let store: any FileStore
  let files: FolderFiles
  private let clock: @Sendable () -> ServerTime
  var order = ChangeOrder()
  /// How much of the list has been read, and of which file.
  var readBytes = 0
  private var readFile: UInt64?
  /// Folders that are known to survive a power failure. An existing folder may have been made by a client that did not
  /// get to flush it.
  var flushedFolders: Set<String> = []
  let damage = FolderDamage()

  static let listSizeBytesMax = 1 << 30

  init(_ store: any FileStore, _ files: FolderFiles, clock: @escaping @Sendable () -> ServerTime) {
    (self.store, self.files, self.clock) = (store, files, clock)
  }

  /// Reads what others have listed since. To be called with the lock held, before anything else.
  mutating func refresh() throws(RemoteStoreError) {
    do throws(FileError) {
      try finishBatch()
      guard let status = try store.status(FolderLayout.changes) else { return try rebuild() }
      guard status.kind == .file else { throw FileError(.notRegular, "read", FolderLayout.changes) }
      if readFile != status.inode || status.sizeBytes < readBytes {
        (order, readBytes, readFile) = (ChangeOrder(), 0, status.inode)
      }
      guard status.sizeBytes > readBytes else { return }
      guard status.sizeBytes <= Self.listSizeBytesMax else {
        throw FileError(.tooLarge, "read", FolderLayout.changes)
      }
      let bytes = try store.read(FolderLayout.changes, from: readBytes, count: status.sizeBytes - readBytes)
      readBytes += bytes.count
      var isWhole = bytes.last == UInt8(ascii: "\n")
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        guard let change = files.change(line) else {
          isWhole = false
          break
        }
        order.add(change.path, at: change.time)
      }
      if !isWhole { try rebuild() }
    } catch {
      throw RemoteStoreError(error)
    }
  }

  /// Makes the list from the documents, and from what is left of it for those that cannot be read. O(documents).
  mutating func rebuild() throws(FileError) {
    var found: [RemotePath: ServerTime] = [:]
    for root in order.roots {
      for write in order.writes(of: root, after: nil) { found[write.path] = write.time }
    }
    for root in FolderLayout.roots { try collect(root, &found) }
    order = ChangeOrder()
    var bytes: [UInt8] = []
    for (path, time) in found.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      order.add(path, at: time)
      bytes += files.line(path, time)
    }
    try store.replaceFile(FolderLayout.changes, with: bytes)
    readBytes = bytes.count
    readFile = try store.status(FolderLayout.changes)?.inode
  }

  private func collect(_ folder: String, _ found: inout [RemotePath: ServerTime]) throws(FileError) {
    for entry in try store.list(folder) ?? [] {
      let path = joined(folder, entry.name)
      switch entry.kind {
      case .folder: try collect(path, &found)
      case .file where entry.name.hasSuffix(FolderLayout.suffix):
        if case .record(let record) = try read(path), files.file(of: record.path) == path {
          found[record.path] = record.revision
        }
      case .file, .link, .other: continue
      }
    }
  }

  enum Content {
    case nothing, damage
    case record(RemoteRecord)
  }

  private func read(_ file: String) throws(FileError) -> Content {
    let content = try stored(file)
    if case .damage = content { damage.note(file) }
    return content
  }

  func stored(_ file: String) throws(FileError) -> Content {
    do throws(FileError) {
      let bytes = try store.readAll(file, sizeBytesMax: files.sizeBytesMax(FolderDocument.sizeBytesMax))
      return files.record(bytes).map { .record($0) } ?? .damage
    } catch {
      switch error.reason {
      case .missing: return .nothing
      case .notRegular, .tooLarge: return .damage
      default: throw error
      }
    }
  }

  private func content(_ path: RemotePath) throws(RemoteStoreError) -> Content {
    let file = files.file(of: path)
    do throws(FileError) {
      let content = try read(file)
      if case .record(let record) = content, record.path != path {
        damage.note(file)
        return .damage
      }
      return content
    } catch {
      throw RemoteStoreError(error)
    }
  }
}

extension FolderStorage {
  package func record(_ path: RemotePath) throws(RemoteStoreError) -> RemoteRecord? {
    switch try content(path) {
    case .nothing: return nil
    case .record(let record): return record
    case .damage:
      throw .unreachable("a file of the remote store's folder is damaged: \(files.file(of: path))")
    }
  }

  package mutating func put(_ record: RemoteRecord) throws(RemoteStoreError) {
    let file = files.file(of: record.path)
    do throws(FileError) {
      let line = files.line(record.path, record.revision)
      let list = try store.append(to: FolderLayout.changes)
      defer { list.close() }
      // Until the line is known to be written whole, the state of the list is unknown.
      let size = readBytes
      readBytes = .max
      try list.write(line)
      try list.sync()
      readBytes = size + line.count
      order.add(record.path, at: record.revision)
      try prepareFolder(of: file)
      try store.replaceFile(file, with: files.bytes(record))
    } catch {
      flushedFolders = []
      throw RemoteStoreError(error)
    }
  }

  mutating func prepareFolder(of file: String) throws(FileError) {
    let folder = store.folder(of: file)
    if flushedFolders.contains(folder) { return }
    try store.createFolderDurably(folder)
    flushedFolders.insert(folder)
  }

  package mutating func nextTime(after time: ServerTime?) throws(RemoteStoreError) -> ServerTime {
    [order.last, time].compactMap { $0?.next }.reduce(clock(), max)
  }

  package func conversations(of user: String) throws(RemoteStoreError) -> [RemotePath] {
    var found: [RemotePath] = []
    for root in order.roots where root.components[0] == "conversations" {
      guard case .record(let record) = try content(root) else { continue }
      if AccessTable.texts(record.fields["participantIDs"]).contains(where: { $0.hasSameBytes(as: user) }) {
        found.append(root)
      }
    }
    return found
  }

  package func records(
    of root: RemotePath, after time: ServerTime?, limit: Int
  ) throws(RemoteStoreError) -> [RemoteRecord] {
    var found: [RemoteRecord] = []
    for write in order.writes(of: root, after: time) where found.count < limit {
      if case .record(let record) = try content(write.path), record.revision == write.time {
        found.append(record)
      }
    }
    return found
  }
}

extension FolderStorage {
  /// Keeps an attachment's bytes under their name, durably. Other bytes under that name are replaced.
  func keep(_ bytes: [UInt8], as object: RemoteObject) throws(RemoteStoreError) {
    if try self.bytes(of: object) != nil { return }
    let file = files.file(of: object)
    do throws(FileError) {
      try store.createFolderDurably(store.folder(of: file))
      try store.replaceFile(file, with: files.closed(bytes))
    } catch {
      throw RemoteStoreError(error)
    }
  }

  /// Nil where they are not, or not whole.
  func bytes(of object: RemoteObject) throws(RemoteStoreError) -> [UInt8]? {
    let file = files.file(of: object)
    do throws(FileError) {
      let stored = try store.readAll(file, sizeBytesMax: files.sizeBytesMax(RemoteObject.sizeBytesMax))
      if let bytes = files.opened(stored), object.names(bytes) { return bytes }
    } catch {
      switch error.reason {
      case .missing: return nil
      case .notRegular, .tooLarge: break
      default: throw RemoteStoreError(error)
      }
    }
    damage.note(file)
    return nil
  }
}

/// The files of a remote store's folder that could not be read as what they should be.
final class FolderDamage: Sendable {
  private let files = Mutex<Set<String>>([])

  func note(_ file: String) { files.withLock { _ = $0.insert(file) } }

  var all: [String] { files.withLock { $0.sorted() } }
}

extension RemoteStoreError {
  /// The remote store's error for a failed file operation: every such error may be temporary.
  init(_ error: FileError) {
    var what = "the remote store's folder: \(error.what)"
    if !error.path.isEmpty { what += " (\(error.path))" }
    self = .unreachable(what)
  }
}
