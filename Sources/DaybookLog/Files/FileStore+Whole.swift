// Whole files: read at once, or replaced so that either the old or the new one is there.

extension FileStore {
  /// All of a file. One longer than `sizeBytesMax` is refused before anything is read.
  package func readAll(_ path: String, sizeBytesMax: Int = 1 << 30) throws(FileError) -> [UInt8] {
    guard let status = try status(path) else { throw FileError(.missing, "read", path) }
    guard status.kind == .file else { throw FileError(.notRegular, "read", path) }
    guard status.sizeBytes <= sizeBytesMax else { throw FileError(.tooLarge, "read", path) }
    return try read(path, from: 0, count: status.sizeBytes)
  }

  /// Puts `bytes` at `path`, durably when this returns: a new file, flushed, takes the old one's
  /// place by renaming, and the folder is flushed. A crash leaves the old file or the new one whole.
  package func replaceFile(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let temporary = path + ".new"
    if try status(temporary) != nil { try remove(temporary) }
    let file = try create(temporary)
    defer { file.close() }
    try file.write(bytes)
    try file.sync()
    try rename(temporary, to: path, replacing: true)
    try syncFolder(folder(of: path))
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

  /// What is before the last `/`: "" is the root.
  package func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[..<slash])
  }
}

/// `name` in `folder`, where "" is the root.
package func joined(_ folder: String, _ name: String) -> String {
  folder.isEmpty ? name : folder + "/" + name
}
