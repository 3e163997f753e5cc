import Daybook

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files in some folders, for documents that are no longer where they were. No link is followed.
struct DocumentSearch {
  /// Canonical paths, ascending.
  private(set) var paths: [String] = []
  private var hashes: [String: String] = [:]
  private let reader: DocumentReader

  /// The maximum number of files, in case somebody names the root of a disk.
  private static let countMax = 200_000
  private static let depthMax = 64

  /// - Throws: `not-found`, `input-output` for a folder that cannot be read at all.
  init(_ folders: [String], reader: DocumentReader) throws(LedgerError) {
    self.reader = reader
    for folder in folders {
      guard let resolved = realpath(folder, nil) else {
        throw LedgerError(
          errno == ENOENT ? .notFound : .inputOutput,
          "cannot search the folder (\(String(cString: strerror(errno))))",
          file: folder, advice: "name a folder")
      }
      defer { free(resolved) }
      let path = String(cString: resolved)
      guard Self.kind(path) == S_IFDIR else {
        throw LedgerError(.usage, "this is not a folder", file: folder, advice: "\(SystemRemedy.folder)")
      }
      walk(path, depth: 0)
    }
    paths = Array(Set(paths)).sorted()
  }

  private mutating func walk(_ folder: String, depth: Int) {
    guard depth < Self.depthMax, let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while paths.count < Self.countMax, let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      let path = folder == "/" ? "/" + name : folder + "/" + name
      switch Self.kind(path) {
      case S_IFDIR: walk(path, depth: depth + 1)
      case S_IFREG: paths.append(path)
      default: continue
      }
    }
  }

  /// The kind of the link itself, not of its target.
  private static func kind(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  static func exists(_ path: String) -> Bool { kind(path) == S_IFREG }

  /// A file with one of the contents; the first if there are several. Files of the same type are read first. O(size of
  /// the files), once.
  mutating func path(hashed wanted: Set<String>, like name: String) -> String? {
    guard !wanted.isEmpty else { return nil }
    let type = DocumentType(suffixOf: name)
    let (alike, others) = (
      paths.filter { DocumentType(suffixOf: $0) == type }, paths.filter { DocumentType(suffixOf: $0) != type }
    )
    for path in alike + others {
      // A file that cannot be read is skipped.
      guard let hash = hashes[path] ?? (try? reader.identify(path).hash) else { continue }
      hashes[path] = hash
      if wanted.contains(hash) { return path }
    }
    return nil
  }

  /// Files of the same name, without its folder.
  func paths(named path: String) -> [String] {
    let name = path.split(separator: "/").last.map { "/" + $0 } ?? path
    return paths.filter { $0.hasSuffix(name) }
  }
}
