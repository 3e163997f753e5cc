#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where what a user names lies.
package enum InputPlace {
  /// The folder that holds a file or a folder, from the root; nil where there is none.
  package static func parent(of path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    let text = String(cString: real)
    guard text != "/", let end = text.lastIndex(of: "/") else { return nil }
    return end == text.startIndex ? "/" : String(text[..<end])
  }

  package static func isFolder(_ path: String) -> Bool { FolderWalk.isFolder(path) }

  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether what lies there can be read once only: the standard input, a pipe, a device.
  package static func isReadOnce(_ path: String) -> Bool {
    if path == "-" { return true }
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }
}
