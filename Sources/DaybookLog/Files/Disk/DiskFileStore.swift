// The ledger's files on a disk. Every path is walked from the root's descriptor, folder by folder,
// without following a link, so that nothing inside a ledger can lead out of it; and everything is private from the
// moment of its creation, so that others can never open it.

import CShim

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder on a disk, held open: it stays the same folder if it is moved.
package final class DiskFileStore: FileStore {
  /// As the caller named it; links on the way to the root are the caller's and are followed.
  package let path: String
  let root: Int32

  /// Opens an existing folder.
  package init(path: String) throws(FileError) {
    self.path = path
    root = try systemCall("open", path) { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  /// Opens a folder; if it or those above it are missing, makes them, durably and with mode 0700.
  package static func creating(path: String) throws(FileError) -> DiskFileStore {
    let (store, missing) = try nearest(to: path)
    guard !missing.isEmpty else { return store }
    try store.createFolderDurably(missing)
    return try DiskFileStore(path: path)
  }

  /// Opens the nearest existing folder above one that may be missing, and returns the missing path below it, "" if
  /// nothing is missing.
  package static func nearest(to path: String) throws(FileError) -> (store: DiskFileStore, missing: String) {
    var missing: [String] = []
    var above = path[...]
    while true {
      do throws(FileError) {
        let store = try DiskFileStore(path: above.isEmpty ? "/" : String(above))
        return (store, missing.reversed().joined(separator: "/"))
      } catch {
        // As for `mkdir`, `..` does not lead out of a folder that does not exist.
        guard error.reason == .missing, let (parent, name) = split(above), name != ".." else { throw error }
        if !name.isEmpty && name != "." { missing.append(String(name)) }
        above = parent
      }
    }
  }

  /// Makes a new folder's entry in its parent durable, if the parent may be opened.
  package func syncOwnEntry() throws(FileError) {
    let number = openat(root, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return }
    let above = Descriptor(number)
    try sync(above, path)
  }

  /// The last component of a path and the path above it; nil for a root.
  private static func split(_ path: Substring) -> (parent: Substring, name: Substring)? {
    if path.isEmpty || path == "/" || path == "." { return nil }
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let parent = path[..<slash]
    return (parent.isEmpty ? "/" : parent, path[path.index(after: slash)...])
  }

  deinit { _ = close(root) }
}

extension DiskFileStore {
  package func status(_ path: String) throws(FileError) -> FileStatus? {
    if path.isEmpty {
      var result = stat()
      try systemCall("status", path) { fstat(root, &result) }
      return FileStatus(result, birthTime: daybook_birth_time(root, ""))
    }
    do throws(FileError) {
      let place = try place(of: path, "status")
      var result = stat()
      try systemCall("status", path) {
        fstatat(place.folder.number, place.name, &result, AT_SYMLINK_NOFOLLOW)
      }
      return FileStatus(result, birthTime: daybook_birth_time(place.folder.number, place.name))
    } catch {
      if error.reason == .missing { return nil }
      throw error
    }
  }

  /// The path to the folder is walked only once.
  package func statuses(_ names: [String], in folder: String) throws(FileError) -> [FileStatus?] {
    if names.isEmpty { return [] }
    let opened: Descriptor
    do throws(FileError) {
      opened = try self.folder(folder, "status")
    } catch {
      if error.reason == .missing { return names.map { _ in nil } }
      throw error
    }
    var statuses: [FileStatus?] = []
    statuses.reserveCapacity(names.count)
    for name in names {
      guard isName(name) else { throw FileError(errno: EINVAL, "status", "\(folder)/\(name)") }
      var result = stat()
      if fstatat(opened.number, name, &result, AT_SYMLINK_NOFOLLOW) == 0 {
        statuses.append(FileStatus(result, birthTime: 0))
      } else {
        let number = errno
        guard number == ENOENT else { throw FileError(errno: number, "status", "\(folder)/\(name)") }
        statuses.append(nil)
      }
    }
    return statuses
  }

  package func read(_ path: String, from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    precondition(offset >= 0 && count >= 0)
    let place = try place(of: path, "read")
    // A FIFO would wait for its writer; NONBLOCK makes the open return so that it can be refused.
    let file = Descriptor(
      try systemCall("read", path) {
        openat(place.folder.number, place.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      })
    let size = Int(try file.requireRegular("read", path).st_size)
    let wanted = min(count, max(size - offset, 0))
    return try readBytes(of: file.number, path, from: offset, count: wanted)
  }

  package func rename(_ path: String, to target: String, replacing: Bool) throws(FileError) {
    let from = try place(of: path, "rename")
    let to = try place(of: target, "rename")
    if replacing {
      try systemCall("rename", path) {
        renameat(from.folder.number, from.name, to.folder.number, to.name)
      }
    } else {
      let number = daybook_rename_exclusive(from.folder.number, from.name, to.folder.number, to.name)
      if number != 0 { throw FileError(errno: number, "rename", number == EEXIST ? target : path) }
    }
  }

  package func remove(_ path: String) throws(FileError) {
    let place = try place(of: path, "remove")
    try systemCall("remove", path) { unlinkat(place.folder.number, place.name, 0) }
  }

  package func syncFolder(_ folder: String) throws(FileError) {
    try sync(self.folder(folder, "sync"), folder)
  }

  package func syncAll() throws(FileError) -> Bool {
    let number = daybook_sync_all(root)
    if number == ENOTSUP { return false }
    if number != 0 { throw FileError(errno: number, "sync", path) }
    return true
  }

  private func sync(_ folder: borrowing Descriptor, _ path: String) throws(FileError) {
    do throws(FileError) {
      try systemCall("sync", path) { fsync(folder.number) }
    } catch {
      // Some network file systems have no way to sync a folder and say so; there is no other way.
      if error.reason == .system(EINVAL) || error.reason == .system(ENOTSUP) { return }
      throw error
    }
  }
}
