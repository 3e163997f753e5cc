package import DaybookModel

/// Large values beside the log: `blobs/ab/<sha256>.zst`, one zstd frame named by the SHA-256 of what it unpacks to.
/// Anyone who has the name can check the content, and the same content is one file however often it is written, also by
/// several replicas.
package struct BlobStore: Sendable {
  let store: any FileStore
  let level: Int

  /// Of the content, which is written and read piece by piece; content in one piece has a lower limit.
  package static let sizeBytesMax: Int64 = 4 << 30
  /// Of content that is held in memory whole.
  package static let wholeSizeBytesMax = 256 << 20
  /// Of the file: content that does not compress, and what a frame costs in itself.
  package static let frameSizeBytesMax = sizeBytesMax + (16 << 20)

  package init(_ store: any FileStore, level: Int = 3) { (self.store, self.level) = (store, level) }

  /// Keeps `content`, durably when this returns, and gives its digest.
  @discardableResult
  package func write(_ content: [UInt8]) throws(LedgerError) -> Hash256 {
    let digest = Hash256.of(content.span)
    let path = self.path(toWrite: digest)
    let folder = store.folder(of: path)
    do throws(FileError) {
      // Folders too may have been made by somebody who did not come to flush them.
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
        // Replaces a damaged one: by its name, the content is what that file should have had.
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

  /// The whole content; nil when there is no such blob here. Throws ``LedgerError/Code/damaged`` when it is
  /// not what the name says, `bad-data` when it is larger than is held in memory.
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

  /// Whether there is a file of that name; says nothing about its content.
  package func contains(_ digest: Hash256) throws(FileError) -> Bool {
    try path(of: digest) != nil
  }

  func path(toWrite digest: Hash256) -> String {
    guard let name = store.encryption?.names(ofBlob: digest).first else {
      return LedgerLayout.path(ofBlob: digest)
    }
    return LedgerLayout.path(ofLockedBlob: name)
  }

  /// Its file, by whatever name; nil where there is none.
  func path(of digest: Hash256) throws(FileError) -> String? {
    for name in store.cipher?.names(ofBlob: digest) ?? [] {
      let path = LedgerLayout.path(ofLockedBlob: name)
      if try store.status(path)?.kind == .file { return path }
    }
    let path = LedgerLayout.path(ofBlob: digest)
    return try store.status(path)?.kind == .file ? path : nil
  }

  /// Removes a blob, durably; whether there was one.
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
