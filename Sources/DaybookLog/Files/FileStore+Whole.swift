// Whole files: read at once, or replaced so that either the old or the new one exists.

extension FileStore {
  /// All of a file, from a single open: if the file is replaced meanwhile, this returns the old bytes or the new
  /// ones, never part of either. A file longer than `sizeBytesMax` is refused before anything is read.
  package func readAll(_ path: String, sizeBytesMax: Int = 1 << 30) throws(FileError) -> [UInt8] {
    guard let status = try status(path) else { throw FileError(.missing, "read", path) }
    guard status.kind == .file else { throw FileError(.notRegular, "read", path) }
    guard status.sizeBytes <= sizeBytesMax else { throw FileError(.tooLarge, "read", path) }
    let bytes = try read(path, from: 0, count: sizeBytesMax)
    // A longer file may have replaced it.
    guard bytes.count < sizeBytesMax || status.sizeBytes == sizeBytesMax else {
      throw FileError(.tooLarge, "read", path)
    }
    return bytes
  }

  /// Puts `bytes` at `path`, durably when this returns: a new file, flushed, takes the old one's
  /// place by renaming, and the folder is flushed. A crash leaves either the old file or the new one complete.
  ///
  /// The new file gets a unique temporary name, so that each of several processes that replace a file at the same
  /// time puts its own complete file there.
  ///
  /// - Parameter removingLeftovers: also removes the temporary files that ended processes left. Only for a caller
  ///   that knows that no other process is replacing the file. O(files in the folder).
  package func replaceFile(
    _ path: String, with bytes: [UInt8], removingLeftovers: Bool = false
  ) throws(FileError) {
    if removingLeftovers { try removeLeftovers(of: path) }
    try put(bytes, at: path, replacing: true)
  }

  /// The same for a file that must not exist yet: of several callers at the same time, one succeeds. The others
  /// get ``FileError/Reason/exists``.
  package func createFile(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try put(bytes, at: path, replacing: false)
  }

  /// The same as ``replaceFile(_:with:removingLeftovers:)`` without any flush: until ``flush(_:)`` a loss of power leaves
  /// the old file, the new one, or part of it.
  package func replaceFileUnflushed(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try write(bytes, to: path, replacing: true, flushes: false)
  }

  /// Makes files durable, with their entries in their folders: by one flush where the store can do that.
  package func flush(_ paths: [String]) throws(FileError) {
    if try syncAll() { return }
    for path in paths {
      let file = try update(path)
      defer { file.close() }
      try file.sync()
    }
    for folder in Set(paths.map { folder(of: $0) }).sorted() { try syncFolder(folder) }
  }

  private func put(_ bytes: [UInt8], at path: String, replacing: Bool) throws(FileError) {
    try write(bytes, to: path, replacing: replacing, flushes: true)
    try syncFolder(folder(of: path))
  }

  private func write(
    _ bytes: [UInt8], to path: String, replacing: Bool, flushes: Bool
  ) throws(FileError) {
    let temporary = TemporaryName.replacing(path)
    let file = try create(temporary)
    defer { file.close() }
    do throws(FileError) {
      try file.write(bytes)
      if flushes { try file.sync() }
      try rename(temporary, to: path, replacing: replacing)
    } catch {
      try? remove(temporary)
      throw error
    }
  }

  private func removeLeftovers(of path: String) throws(FileError) {
    let folder = folder(of: path)
    let name = folder.isEmpty ? path[...] : path.dropFirst(folder.utf8.count + 1)
    for entry in try list(folder) ?? [] where entry.kind == .file {
      guard TemporaryName.replaces(entry.name, name) else { continue }
      try remove(joined(folder, entry.name))
    }
  }

  /// Makes a folder and makes it durable, with those above it.
  package func createFolderDurably(_ path: String) throws(FileError) {
    try createFolder(path)
    var above = path
    while !above.isEmpty {
      above = folder(of: above)
      try syncFolder(above)
    }
  }

  /// The part before the last `/`: "" is the root.
  package func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[..<slash])
  }
}

/// `name` in `folder`, where "" is the root.
package func joined(_ folder: String, _ name: String) -> String {
  folder.isEmpty ? name : folder + "/" + name
}
