package import DaybookModel

/// Large values beside the log: `blobs/ab/<sha256>.zst`, one zstd frame named by the SHA-256 of what it unpacks to.
/// Anyone who has the name can check the content, and the same content is one file however often it is written, even by
/// several replicas.
package struct BlobStore: Sendable {
  let store: any FileStore
  let level: Int

  /// The maximum size of content that is written and read piece by piece; content in one piece has a lower limit.
  package static let sizeBytesMax: Int64 = 4 << 30
  /// The maximum size of content that is held in memory as a whole.
  package static let wholeSizeBytesMax = 256 << 20
  /// The maximum size of the file: content that does not compress, plus the frame's own bytes.
  package static let frameSizeBytesMax = sizeBytesMax + (16 << 20)

  package init(_ store: any FileStore, level: Int = 3) { (self.store, self.level) = (store, level) }

  /// Stores `content`, durable when this returns, and returns its digest.
  @discardableResult
  package func write(_ content: [UInt8]) throws(LedgerError) -> Hash256 {
    let digest = Hash256.of(content.span)
    let path = self.path(toWrite: digest)
    let folder = store.folder(of: path)
    do throws(FileError) {
      // Folders, too, may have been made by a process that did not get to flush them.
      try store.createFolderDurably(folder)
      if try holds(digest) {
        try store.syncFolder(folder)
        return digest
      }
      let temporary = joined(folder, "\(Self.random()).tmp")
      let file = try store.create(temporary)
      defer { file.close() }
      do throws(FileError) {
        let frame = ZstdFrame.compress(content, level: level)
        if let closing = try store.encryption?.closingBlob() {
          try file.write(closing.push(frame))
          try file.write(closing.finish())
        } else {
          try file.write(frame)
        }
        try file.sync()
        // Replaces a damaged one: according to its name, that file should have had this content.
        try store.rename(temporary, to: path, replacing: true)
      } catch {
        try? store.remove(temporary)
        throw error
      }
      try store.syncFolder(folder)
      return digest
    } catch {
      throw LedgerError(error)
    }
  }

  /// The whole content; nil when there is no such blob here. Throws ``LedgerError/Code/damaged`` if it does not match
  /// the name, `bad-data` if it is too large to be held in memory.
  package func read(_ digest: Hash256) throws(LedgerError) -> [UInt8]? {
    var content: [UInt8] = []
    let isThere: Bool
    do {
      isThere = try read(digest) { piece in
        guard content.count + piece.count <= Self.wholeSizeBytesMax else {
          throw LedgerError(
            .badData, "a value of more than \(Self.wholeSizeBytesMax >> 20) MiB is not held in memory",
            file: LedgerLayout.path(ofBlob: digest), advice: "copy it to a file")
        }
        content += piece
      }
    } catch {
      throw error as? LedgerError ?? LedgerError(.inputOutput, "\(error)")
    }
    return isThere ? content : nil
  }

  /// Whether the content is here and sound.
  func holds(_ digest: Hash256) throws(FileError) -> Bool {
    do {
      guard let path = try path(of: digest) else { return false }
      return try Self.read(path, in: store, expecting: digest)
    } catch let error as FileError {
      if error.reason == .locked { return false }
      throw error
    } catch {
      return false
    }
  }

  /// Whether there is a file with that name; its content is not checked.
  package func contains(_ digest: Hash256) throws(FileError) -> Bool {
    try path(of: digest) != nil
  }

  func path(toWrite digest: Hash256) -> String {
    guard let name = store.encryption?.names(ofBlob: digest).first else {
      return LedgerLayout.path(ofBlob: digest)
    }
    return LedgerLayout.path(ofLockedBlob: name)
  }

  /// The blob's file, whatever its name; nil if there is none.
  func path(of digest: Hash256) throws(FileError) -> String? {
    for name in store.cipher?.names(ofBlob: digest) ?? [] {
      let path = LedgerLayout.path(ofLockedBlob: name)
      if try store.status(path)?.kind == .file { return path }
    }
    let path = LedgerLayout.path(ofBlob: digest)
    return try store.status(path)?.kind == .file ? path : nil
  }

  /// Removes a blob, durably; returns whether there was one.
  package func remove(_ digest: Hash256) throws(FileError) -> Bool {
    var isRemoved = false
    while let path = try path(of: digest) {
      try store.remove(path)
      try store.syncFolder(store.folder(of: path))
      isRemoved = true
    }
    return isRemoved
  }

  static func random() -> String {
    var text: [UInt8] = []
    text.append(hexadecimal: UInt64.random(in: .min ... .max), width: 16)
    return String(decoding: text, as: UTF8.self)
  }
}

extension BlobStore {
  /// Whether a blob of a locked ledger is encrypted to a former epoch of its writer, while a folder has it in the
  /// latest epoch: then nobody needs it. Reads the blob only if its epoch is a former one.
  ///
  /// - Parameters:
  ///   - path: the blob's file in `source`.
  ///   - name: the blob's name, from its path.
  ///   - target: the folder with the later file; it may be `source`.
  package static func isFormer(
    _ path: String, _ name: Hash256, in source: any FileStore, heldBy target: any FileStore
  ) throws -> Bool {
    guard LedgerLayout.isLockedBlob(path), let status = try source.status(path), status.kind == .file else {
      return false
    }
    func read(_ offset: Int, _ count: Int) throws(FileError) -> [UInt8] {
      try source.read(path, from: offset, count: count)
    }
    // Any hash will do to learn whether there is a later epoch.
    guard let opened = try source.cipher?.open(blobOf: status.sizeBytes, read),
      opened.laterName(of: name) != nil,
      let found = try survey(
        path, sizeBytes: status.sizeBytes, source.cipher, read: read, expecting: name, into: { _ in }),
      let later = opened.laterName(of: found.content)
    else { return false }
    return try target.status(LedgerLayout.path(ofLockedBlob: later))?.kind == .file
  }
}

extension BlobStore {
  /// Writes a blob of one folder in the form that another folder uses: encrypted, encrypted anew, or plain. The new
  /// file is durable and was read back when this returns; the former file stays. Needs memory that does not grow with
  /// the blob.
  ///
  /// - Returns: the path of what was written.
  /// - Throws: `FrameError` if the blob does not match its name; ``FileError``.
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
        // The bytes after the frame are padding.
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
