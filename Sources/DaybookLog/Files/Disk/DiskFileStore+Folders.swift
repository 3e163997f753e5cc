// Walking, listing and making folders.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A name and the open folder that it is in.
struct DiskPlace: ~Copyable {
  let folder: Descriptor
  let name: String
}

extension DiskFileStore {
  /// The components of a path; refuses paths that could lead to another place than they name.
  private func components(_ path: String, _ operation: String) throws(FileError) -> [String] {
    if path.isEmpty { return [] }
    var parts: [String] = []
    var text = path
    let isSound = text.withUTF8 { bytes in
      var start = 0
      while true {
        var end = start
        var isDots = true
        while end < bytes.count, bytes[end] != UInt8(ascii: "/") {
          if bytes[end] == 0 { return false }
          if bytes[end] != UInt8(ascii: ".") { isDots = false }
          end += 1
        }
        if end - start <= 2 && isDots { return false }
        parts.append(String(decoding: bytes[start..<end], as: UTF8.self))
        if end == bytes.count { return true }
        start = end + 1
      }
    }
    guard isSound else { throw FileError(errno: EINVAL, operation, path) }
    return parts
  }

  /// Whether it can only name something in a folder.
  func isName(_ part: String) -> Bool {
    !part.isEmpty && part != "." && part != ".."
      && part.utf8.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "/") }
  }

  func folder(_ path: String, _ operation: String) throws(FileError) -> Descriptor {
    try folder(try components(path, operation)[...], operation, path)
  }

  private func folder(
    _ components: ArraySlice<String>, _ operation: String, _ path: String
  ) throws(FileError) -> Descriptor {
    guard let first = components.first else {
      return Descriptor(try systemCall(operation, path) { openRoot() })
    }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var current = Descriptor(try systemCall(operation, path) { openat(root, first, flags) })
    for component in components.dropFirst() {
      current = Descriptor(
        try systemCall(operation, path) { openat(current.number, component, flags) })
    }
    return current
  }

  /// A separate file description: a duplicate would share its position with every other listing.
  private func openRoot() -> Int32 { openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

  func place(of path: String, _ operation: String) throws(FileError) -> DiskPlace {
    let parts = try components(path, operation)
    guard let name = parts.last else { throw FileError(errno: EINVAL, operation, path) }
    return DiskPlace(folder: try folder(parts.dropLast(), operation, path), name: name)
  }

  package func createFolder(_ path: String) throws(FileError) {
    var current = Descriptor(try systemCall("create", path) { openRoot() })
    for component in try components(path, "create") {
      let made = mkdirat(current.number, component, 0o700)
      if made != 0 {
        let number = errno
        if number != EEXIST { throw FileError(errno: number, "create", path) }
      } else {
        // A umask can only have removed permissions; without them this process could not even open the folder.
        var status = stat()
        try systemCall("create", path) {
          fstatat(current.number, component, &status, AT_SYMLINK_NOFOLLOW)
        }
        if FileKind(mode: status.st_mode) == .folder, status.st_mode & 0o777 != 0o700 {
          do throws(FileError) {
            try systemCall("create", path) { fchmodat(current.number, component, 0o700, 0) }
          } catch  where error.isWithoutRights {
            // A stick, a share: permissions are those of the mount.
          }
        }
      }
      current = Descriptor(
        try systemCall("create", path) {
          openat(current.number, component, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        })
    }
  }

  /// A name that is not UTF-8 is listed with replacement characters: no file of a ledger has such a name, and it is
  /// never opened.
  package func list(_ folder: String) throws(FileError) -> [FileEntry]? {
    let number: Int32
    do throws(FileError) {
      number = try self.folder(folder, "list").release()
    } catch {
      if error.reason == .missing { return nil }
      throw error
    }
    guard let stream = fdopendir(number) else {
      let error = FileError(errno: errno, "list", folder)
      _ = close(number)
      throw error
    }
    defer { closedir(stream) }
    var entries: [(name: [UInt8], kind: FileKind)] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == 0 { break }
        throw FileError(errno: errno, "list", folder)
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 1) {
          [UInt8](UnsafeBufferPointer(start: $0, count: strlen($0)))
        }
      }
      if name == [UInt8(ascii: ".")] || name == [UInt8(ascii: "."), UInt8(ascii: ".")] { continue }
      if let kind = try kind(of: entry, in: number, folder) { entries.append((name, kind)) }
    }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    return entries.map { FileEntry(name: String(decoding: $0.name, as: UTF8.self), kind: $0.kind) }
  }

  /// Nil if the entry disappeared during the listing.
  private func kind(
    of entry: UnsafeMutablePointer<dirent>, in descriptor: Int32, _ folder: String
  ) throws(FileError) -> FileKind? {
    switch Int(entry.pointee.d_type) {
    case Int(DT_REG): return .file
    case Int(DT_DIR): return .folder
    case Int(DT_LNK): return .link
    case Int(DT_UNKNOWN): break
    default: return .other
    }
    var status = stat()
    let result = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 1) {
        fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW)
      }
    }
    if result == 0 { return FileKind(mode: status.st_mode) }
    if errno == ENOENT { return nil }
    throw FileError(errno: errno, "list", folder)
  }
}
