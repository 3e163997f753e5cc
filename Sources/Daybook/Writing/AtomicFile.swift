import DaybookLog
import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file outside the ledger, with a path as the user typed it: the source or the destination of a blob's content.
public struct AtomicFile {
  private let folder: DiskFileStore
  private let name: String
  private let path: String

  /// An existing file; links are followed.
  init(_ path: String) throws {
    self.path = path
    let resolved = SystemFolder.resolved(path)
    name = Self.name(of: resolved)
    do throws(FileError) {
      folder = try DiskFileStore(path: SystemFolder.parent(of: resolved))
      guard let status = try folder.status(name) else { throw FileError(.missing, "read", path) }
      guard status.kind == .file else { throw FileError(.notRegular, "read", path) }
    } catch {
      throw Self.error(error, path)
    }
  }

  /// The next piece; empty at the end.
  func read(from offset: Int) throws -> [UInt8] {
    do throws(FileError) {
      return try folder.read(name, from: offset, count: BlobStore.pieceSizeBytes)
    } catch {
      throw Self.error(error, path)
    }
  }

  /// Puts what `content` writes at `path`, durably and in one step; if it returns false or throws, an existing file
  /// stays.
  ///
  /// - Parameters:
  ///   - path: the file; a link's target is replaced, not the link. Refused for a folder, or in a missing one.
  ///   - isDurable: false for one of many new files, which ``makeAllDurable()`` then makes durable together. A file that
  ///   replaces another is always durable first.
  ///   - content: writes the file's bytes, piece by piece, with `write`; false: the file is not put there.
  public static func replace(
    _ path: String, isDurable: Bool = true, _ content: (_ write: ([UInt8]) throws -> Void) throws -> Bool
  ) throws -> Bool {
    let isDurable = isDurable || exists(path)
    return try replacing(path, isDurable: isDurable) { folder, part in
      let file = try folder.create(part)
      defer { file.close() }
      guard try content({ try file.write($0) }) else { return false }
      if isDurable { try file.sync() }
      return true
    }
  }

  /// Makes durable whatever was written until now, anywhere. O(bytes that wait to be written).
  public static func makeAllDurable() { sync() }

  /// The same for a file that `content` itself writes durably at a path, which is at first an empty file with mode
  /// 0600.
  public static func replace(_ path: String, making content: (_ part: String) throws -> Void) throws {
    _ = try replacing(path, isDurable: true) { folder, part in
      try folder.create(part).close()
      try content(SystemFolder.parent(of: SystemFolder.target(of: path)) + "/" + part)
      return true
    }
    removeLeftovers(of: path)
  }

  /// Removes a file that this process wrote.
  public static func remove(_ path: String) throws {
    let resolved = SystemFolder.resolved(path)
    try DiskFileStore(path: SystemFolder.parent(of: resolved)).remove(name(of: resolved))
  }

  /// Whether something has the name, even a link that leads nowhere.
  public static func exists(_ path: String) -> Bool { SystemFolder.exists(path) }

  /// Removes temporary files that a killed process left beside a file, except those younger than an hour, which a
  /// process may still be writing. O(files of the folder).
  public static func removeLeftovers(of path: String) {
    let target = SystemFolder.target(of: path)
    let name = name(of: target)
    guard let folder = try? DiskFileStore(path: SystemFolder.parent(of: target)),
      let written = (try? folder.status(name)) ?? nil, let entries = (try? folder.list("")) ?? nil
    else { return }
    for entry in entries where isPart(entry.name, of: name) {
      guard let status = (try? folder.status(entry.name)) ?? nil, status.kind == .file,
        status.modifiedTime < written.modifiedTime - 3_600_000_000_000
      else { continue }
      try? folder.remove(entry.name)
    }
  }

  private static func partName(of name: String) -> String {
    ".\(name).\(UInt64.random(in: .min ... .max)).part"
  }

  private static func isPart(_ text: String, of name: String) -> Bool {
    let (start, end) = (".\(name).", ".part")
    guard text.hasPrefix(start), text.hasSuffix(end), text.utf8.count > start.utf8.count + end.utf8.count
    else { return false }
    return UInt64(text.dropFirst(start.count).dropLast(end.count)) != nil
  }

  private static func replacing(
    _ path: String, isDurable: Bool, _ content: (_ folder: DiskFileStore, _ part: String) throws -> Bool
  ) throws -> Bool {
    do {
      // A link stays one: what it leads to is replaced.
      let resolved = SystemFolder.target(of: path)
      guard !SystemFolder.isFolder(resolved) else { throw FileError(.notRegular, "write", path) }
      try requireReplaceable(resolved, path)
      let parent = SystemFolder.parent(of: resolved)
      guard SystemFolder.isFolder(parent) else {
        throw LedgerError(
          .cannotCreate, "there is no folder '\(parent)'", file: path,
          advice: "make it first, or write into another folder")
      }
      let folder = try DiskFileStore(path: parent)
      let name = name(of: resolved)
      let part = partName(of: name)
      do {
        guard try content(folder, part) else {
          try folder.remove(part)
          return false
        }
        try folder.rename(part, to: name, replacing: true)
      } catch {
        try? folder.remove(part)
        throw error
      }
      if isDurable { try folder.syncFolder("") }
      return true
    } catch let error as FileError {
      throw Self.error(error, path)
    }
  }

  /// A file never replaces a device, a pipe or a socket, even where the process has the right to do so.
  private static func requireReplaceable(_ resolved: String, _ path: String) throws {
    var status = stat()
    guard stat(resolved, &status) == 0, status.st_mode & S_IFMT != S_IFREG, status.st_mode & S_IFMT != S_IFDIR
    else { return }
    throw LedgerError(
      .cannotCreate, "it is not a regular file, so it cannot be replaced", file: path,
      advice: "name another one, or write to the standard output")
  }

  private static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// With the name that the caller gave.
  private static func error(_ error: FileError, _ path: String) -> LedgerError {
    var named = error
    named.path = path
    return LedgerError(named)
  }
}
