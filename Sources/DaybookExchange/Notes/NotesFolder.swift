import Daybook
import DaybookInput

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folder that the user named, or that a file lies in.
struct NotesFolder {
  var name: String
  var shown: String

  init(_ stream: ByteStream) { self.init(stream.name, path: stream.path) }

  /// Of a folder, a file or an archive as the user names it.
  init(named path: String) {
    let bare = path.hasSuffix("/") ? String(path.dropLast()) : path
    var status = stat()
    let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    if isFolder || Self.archiveSuffix(of: bare) != nil {
      self.init(bare + "/-", path: "-")
    } else {
      self.init(path, path: Self.last(path))
    }
  }

  private init(_ name: String, path: String) {
    guard name.utf8.count > path.utf8.count, name.hasSuffix(path) else {
      // A file of the working directory, or the standard input.
      shown = "."
      self.name =
        name == InputTree.standardInputName ? name : FileTime.canonical(".").map(Self.last) ?? "notes"
      return
    }
    shown = String(name.dropLast(path.count + 1))
    let base = Self.last(FileTime.canonical(shown) ?? shown)
    let isArchive = Self.archiveSuffix(of: base)
    self.name = KeyNormalizer.trimmedComposed.normalized(
      isArchive.map { String(base.dropLast($0.count)) } ?? base)
    if self.name.isEmpty { self.name = "notes" }
  }

  private static func archiveSuffix(of name: String) -> String? {
    [".zip", ".tar", ".tgz"].first { name.lowercased().hasSuffix($0) }
  }

  private static func last(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// What the file system says of a file; nil for what is not in it by itself.
enum FileTime {
  static func modified(_ path: String) -> Instant? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    let (milliseconds, overflows) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1000)
    let instant = Instant(milliseconds: milliseconds &+ Int64(time.tv_nsec) / 1_000_000)
    return overflows || !(0..<253_370_764_800_000).contains(instant.milliseconds) ? nil : instant
  }

  /// Absolute, without links.
  static func canonical(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
