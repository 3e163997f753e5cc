package import DaybookModel

extension BlobStore {
  /// Writes a blob of a folder as another one keeps it: encrypted, encrypted anew, or plain. Durable when this returns, and
  /// read back; the former file stays. In memory that does not grow with it.
  ///
  /// - Returns: the path of what was written.
  /// - Throws: `FrameError` where the blob is not what its name says; ``FileError``.
  package static func rewrap(
    _ path: String, _ name: Hash256, of source: any FileStore, into target: any FileStore
  ) throws -> String {
    guard let status = try source.status(path) else { throw FileError(.missing, "read", path) }
    func read(_ offset: Int, _ count: Int) throws(FileError) -> [UInt8] {
      try source.read(path, from: offset, count: count)
    }
    let found = try survey(
      path, sizeBytes: status.sizeBytes, source.cipher, read: read, expecting: name, into: { _ in })
    guard let found else { throw FrameError.corrupt }
    let made = BlobStore(target).path(toWrite: found.content)
    if made == path { return path }
    let folder = target.folder(of: made)
    try target.createFolderDurably(folder)
    let temporary = joined(folder, "\(random()).tmp")
    let file = try target.create(temporary)
    defer { file.close() }
    do {
      let opened =
        LedgerLayout.isLockedBlob(path) ? try source.cipher?.open(blobOf: status.sizeBytes, read) : nil
      let closing = try target.encryption?.closingBlob()
      var rest = found.frameSizeBytes
      var offset = 0
      while rest > 0 {
        // What follows the frame is padding.
        let piece = try (opened.map { try $0.next(read) ?? [] } ?? read(offset, pieceSizeBytes)).prefix(rest)
        if piece.isEmpty { throw FrameError.truncated }
        (rest, offset) = (rest - piece.count, offset + piece.count)
        try file.write(closing?.push(Array(piece)) ?? Array(piece))
      }
      if let closing { try file.write(closing.finish()) }
      try file.sync()
      try target.rename(temporary, to: made, replacing: true)
    } catch {
      try? target.remove(temporary)
      throw error
    }
    try target.syncFolder(folder)
    guard try Self.read(made, in: target, expecting: found.content) else {
      throw FileError(.system(5), "read back", made)
    }
    return made
  }
}
