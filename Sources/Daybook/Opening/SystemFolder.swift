import DaybookLog
import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Folders named by their place in the whole file system, as people name them.
package enum SystemFolder {
  /// Makes a folder and its missing parents, for this user alone; they may not survive a loss of power.
  static func create(_ path: String) throws {
    if isFolder(path) { return }
    let above = parent(of: path)
    if above != path, !above.isEmpty { try create(above) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST && isFolder(path) else {
      throw LedgerError(
        .cannotCreate, "the folder cannot be made (\(String(cString: strerror(errno))))", file: path,
        advice: "name a folder that you may write to")
    }
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether this user may make files in a folder.
  static func mayWrite(in path: String) -> Bool { access(path, W_OK | X_OK) == 0 }

  /// Absolute, without links; the path itself where it cannot be resolved.
  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Where a path leads through its links, even if nothing exists there yet.
  static func target(of path: String) -> String {
    var target = path
    // As many as the system follows.
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(target, &buffer, buffer.count)
      guard count > 0 else { break }
      let next = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      target = next.hasPrefix("/") ? next : parent(of: target) + "/" + next
    }
    return resolved(target)
  }

  /// Whether a folder, which may be still to be made, is another one or lies in it, links resolved.
  package static func isWithin(_ path: String, _ folder: String) -> Bool {
    var above = path
    while !exists(above), parent(of: above) != above { above = parent(of: above) }
    return (resolved(above) + "/").hasPrefix(resolved(folder) + "/")
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func hostName() -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "unnamed" }
    let name = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return name.isEmpty ? "unnamed" : String(decoding: name, as: UTF8.self)
  }
}
