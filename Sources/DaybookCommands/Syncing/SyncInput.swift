import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files that a sync takes in. What is in folders and archives an executable opens that links the library for it; the
/// command `daybook` runs without, and hands over to that executable.
package struct SyncInput: Sendable {
  /// A file's name, as the user named it or with its place in the folder or the archive; whether the user named it itself;
  /// and its next bytes, none at the end.
  package typealias File = (name: String, isNamed: Bool, read: () throws -> [UInt8])

  package struct Opening: Sendable {
    /// The files of a path, one after another; an error of the code `unreadable` is that of one file.
    let files: @Sendable (_ path: String) -> () throws -> File?

    package init(_ files: @escaping @Sendable (_ path: String) -> () throws -> File?) { self.files = files }
  }

  @TaskLocal package static var opening: Opening?

  let paths: [String]
  /// What the names of such files end with in folders and archives.
  let extensions: Set<String>

  /// Hands over where there is more to open than files.
  func prepare() throws(LedgerError) {
    if Self.opening == nil, paths.contains(where: Self.isPlace) {
      try PartExecutable.become(ForeignFormats.executable)
    }
  }

  /// The files of one of the paths.
  func files(of path: String) throws(LedgerError) -> SyncFiles {
    if let opening = Self.opening, Self.isPlace(path) {
      return SyncFiles(next: opening.files(path), extensions: extensions)
    }
    let input = try InputReader(path)
    var file: File? = (name: path, isNamed: true, read: { try input.read() })
    return SyncFiles(
      next: {
        defer { file = nil }
        return file
      }, extensions: extensions)
  }

  /// A folder, or by its name an archive or a compressed file.
  private static func isPlace(_ path: String) -> Bool {
    guard path != "-" else { return false }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return true }
    return ["zip", "tar", "tgz", "gz", "zst", "xz", "bz2"].contains(SyncFiles.fileExtension(path))
  }
}

/// Files of a path, one after another.
struct SyncFiles {
  enum Step {
    case file(SyncInput.File)
    /// One that is in the way of no other.
    case unreadable(LedgerError)
  }

  let next: () throws -> SyncInput.File?
  let extensions: Set<String>

  /// The next one; in folders and archives those alone that are named so.
  func step() throws -> Step? {
    do {
      while let file = try next() {
        let name = file.name.lowercased()
        if file.isNamed || extensions.contains(where: { name.hasSuffix("." + $0) }) { return .file(file) }
      }
      return nil
    } catch let error as LedgerError where error.code == .unreadable {
      return .unreadable(error)
    }
  }

  /// All that is left of a file.
  static func contents(of file: SyncInput.File, sizeBytesMax: Int = 256 << 20) throws -> [UInt8] {
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

  static func fileExtension(_ name: String) -> String {
    let name = name.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }
}
