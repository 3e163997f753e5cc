import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files that a sync imports. What is in folders and archives an executable opens that links the library for it; the
/// command `daybook` runs without, and hands over to that executable.
package struct SyncInput: Sendable {
  /// A file's name, as the user named it or with its place in the folder or the archive; whether the user named it itself;
  /// and its next bytes, none at the end.
  package typealias File = (name: String, isNamed: Bool, read: () throws -> [UInt8])

  package struct Opening: Sendable {
    /// The files of a path, one after another, of folders and archives those whose names end so.
    let files: @Sendable (_ path: String, _ extensions: [String]) -> () throws -> File?

    package init(
      _ files: @escaping @Sendable (_ path: String, _ extensions: [String]) -> () throws -> File?
    ) {
      self.files = files
    }
  }

  private static var opening: Opening? { CommandParts.current.inputs }

  let paths: [String]
  /// What the names of such files end with in folders and archives.
  let extensions: [String]

  /// Hands over where there is more to open than files.
  func prepare() throws(LedgerError) {
    if Self.opening == nil, paths.contains(where: Self.isPlace) {
      try PartExecutable.become(ForeignFormats.executable)
    }
  }

  /// The files of one of the paths, one after another. An error of the code `unreadable`, of the closure or of reading a
  /// file, is in the way of no other file.
  func files(of path: String) throws(LedgerError) -> () throws -> File? {
    if let opening = Self.opening, path == "-" || Self.isPlace(path) {
      return opening.files(path, extensions)
    }
    let input = try InputReader(path)
    let name = path == "-" ? "standard input" : path
    var file: File? = (name: name, isNamed: true, read: { try input.read() })
    return {
      defer { file = nil }
      return file
    }
  }

  /// A folder, or by its name an archive or a compressed file.
  private static func isPlace(_ path: String) -> Bool {
    guard path != "-" else { return false }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return true }
    return ["zip", "tar", "tgz", "gz", "zst", "xz", "bz2"].contains(fileExtension(path))
  }

  /// All that is left of a file.
  static func contents(of file: File, sizeBytesMax: Int = 256 << 20) throws -> [UInt8] {
    var contents: [UInt8] = []
    while true {
      let bytes = try file.read()
      if bytes.isEmpty { return contents }
      contents += bytes
      guard contents.count <= sizeBytesMax else {
        throw LedgerError(
          .badData, "larger than \(sizeBytesMax >> 20) MiB", file: file.name, advice: "split it")
      }
    }
  }

  private static func fileExtension(_ name: String) -> String {
    let name = name.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }
}
