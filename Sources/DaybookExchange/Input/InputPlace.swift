public import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finds the files and folders that a user names.
public enum InputPlace {
  /// The folder that holds a file or a folder, from the root; nil where there is none.
  public static func parent(of path: String) -> String? {
    guard let text = real(path), text != "/", let end = text.lastIndex(of: "/") else { return nil }
    return end == text.startIndex ? "/" : String(text[..<end])
  }

  /// Whether a path names a folder; links are followed.
  public static func isFolder(_ path: String) -> Bool { FolderWalk.isFolder(path) }

  /// Whether a path names a file without content.
  public static func isEmptyFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// Whether a path names a regular file; links are followed.
  public static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The file at a path within a folder; nil where there is none, or where links lead out of the folder.
  public static func file(_ path: String, within folder: String) -> ByteStream? {
    let name = folder.isEmpty || folder.hasSuffix("/") ? folder + path : folder + "/" + path
    guard isFile(name), let outer = real(folder.isEmpty ? "." : folder), let inner = real(name),
      inner.utf8.starts(with: (outer == "/" ? outer : outer + "/").utf8)
    else { return nil }
    guard let file = try? OpenFile(inner) else { return nil }
    return ByteStream(name: name, path: path, isNamed: false) { () throws(LedgerError) in try file.read() }
  }

  /// The first file of this name in an archive, even a hidden one; nil if there is no such file or archive.
  public static func member(_ name: String, ofArchive path: String) throws(LedgerError) -> ByteStream? {
    guard ArchiveFile.isArchive(path), isFile(path) else { return nil }
    let archive = try ArchiveFile(path, hidden: name)
    while let stream = try archive.next() {
      if stream.fileName == name { return stream }
    }
    return nil
  }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether the path can be read only once: the standard input, a pipe, a device.
  public static func isReadOnce(_ path: String) -> Bool {
    if path == "-" { return true }
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }
}
