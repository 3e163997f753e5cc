import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files below a folder in the order of their paths' bytes. Hidden ones, links and anything that is neither a file
/// nor a folder are skipped, except hidden folders of mail: a maildir keeps its other folders so (Maildir++). Its
/// `tmp`, which holds what is still being delivered, is skipped, too.
struct FolderWalk {
  /// The folder as the user named it.
  let root: String
  /// What is still to be visited, the next one last: paths within the root.
  private var waiting: [(path: String, isFolder: Bool)] = []

  /// Deeper than people nest folders.
  private static let depthMax = 64

  init(_ root: String) throws(LedgerError) {
    self.root = root
    try enter("")
  }

  /// Whether there is a folder at a path; links are followed.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The next file's path within the root.
  mutating func next() throws(LedgerError) -> String? {
    while let (path, isFolder) = waiting.popLast() {
      if !isFolder { return path }
      if path.utf8.lazy.filter({ $0 == UInt8(ascii: "/") }).count < Self.depthMax { try enter(path) }
    }
    return nil
  }

  func fullPath(_ path: String) -> String { root.hasSuffix("/") ? root + path : root + "/" + path }

  private func isMaildir(_ path: String) -> Bool {
    ["/cur", "/new"].contains { Self.isFolder(fullPath(path) + $0) }
  }

  private func isDelivery(_ name: String, in path: String) -> Bool {
    name == "tmp" && ["/cur", "/new"].allSatisfy { Self.isFolder(fullPath(path) + $0) }
  }

  private mutating func enter(_ path: String) throws(LedgerError) {
    let full = path.isEmpty ? root : fullPath(path)
    guard let folder = opendir(full) else { throw OpenFile.error("cannot read the folder", full) }
    defer { closedir(folder) }
    var found: [(path: String, isFolder: Bool)] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      let inner = path.isEmpty ? name : path + "/" + name
      if name.hasPrefix("."), !isMaildir(inner) { continue }
      var status = stat()
      guard lstat(fullPath(inner), &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR where isDelivery(name, in: path): continue
      case S_IFDIR: found.append((inner, true))
      case S_IFREG: found.append((inner, false))
      default: continue
      }
    }
    found.sort { $1.path.utf8.lexicographicallyPrecedes($0.path.utf8) }
    waiting += found
  }
}
