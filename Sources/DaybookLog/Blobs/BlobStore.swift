package import DaybookModel

/// Large values beside the log: `blobs/ab/<sha256>.zst`, one zstd frame named by the SHA-256 of what it
/// unpacks to. Whoever has the name can check the content, and the same content is one file however
/// often it is written, also by several replicas.
package struct BlobStore: Sendable {
  private let store: any FileStore
  private let level: Int

  package static let sizeBytesMax = 256 << 20
  /// Of the file: content that does not compress, and what a frame costs in itself.
  package static let frameSizeBytesMax = sizeBytesMax + (1 << 20)

  package init(_ store: any FileStore, level: Int = 3) { (self.store, self.level) = (store, level) }

  /// Keeps `content`, durably when this returns, and gives its digest.
  @discardableResult
  package func write(_ content: [UInt8]) throws(LedgerError) -> Hash256 {
    guard content.count <= Self.sizeBytesMax else {
      throw LedgerError(.badData, "a value of \(content.count) bytes, more than \(Self.sizeBytesMax)")
    }
    let digest = Hash256.of(content.span)
    let path = LedgerLayout.path(ofBlob: digest)
    let folder = LedgerLayout.folder(ofBlob: digest)
    do throws(FileError) {
      // Folders too may have been made by somebody who did not come to flush them.
      try store.createFolderDurably(folder)
      if try holds(digest, path) {
        try store.syncFolder(folder)
        return digest
      }
      let temporary = joined(folder, "\(digest.description.prefix(16)).\(Self.random()).tmp")
      let file = try store.create(temporary)
      defer { file.close() }
      do throws(FileError) {
        try file.write(ZstdFrame.compress(content, level: level))
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

  /// Nil when there is no such blob here. Throws ``LedgerError/Code/damaged`` when its content is
  /// not what the name says.
  package func read(_ digest: Hash256) throws(LedgerError) -> [UInt8]? {
    let path = LedgerLayout.path(ofBlob: digest)
    let frame: [UInt8]
    do throws(FileError) {
      guard try store.status(path) != nil else { return nil }
      frame = try store.readAll(path, sizeBytesMax: Self.frameSizeBytesMax)
    } catch {
      throw LedgerError(error)
    }
    do throws(FrameError) {
      return try Self.content(of: frame, digest)
    } catch {
      throw LedgerError(
        .damaged, "the blob is not what its name says (\(error))", file: path,
        advice: "replicate from another machine that has it", cause: error)
    }
  }

  /// What a blob's file unpacks to, checked against its name.
  package static func content(of frame: [UInt8], _ digest: Hash256) throws(FrameError) -> [UInt8] {
    let content = try ZstdFrame.decompress(frame, contentMax: sizeBytesMax)
    guard Hash256.of(content.span) == digest else { throw .corrupt }
    return content
  }

  /// Whether there is a file of that name; says nothing about its content.
  package func contains(_ digest: Hash256) throws(LedgerError) -> Bool {
    do throws(FileError) {
      return try store.status(LedgerLayout.path(ofBlob: digest))?.kind == .file
    } catch {
      throw LedgerError(error)
    }
  }

  private func holds(_ digest: Hash256, _ path: String) throws(FileError) -> Bool {
    guard try store.status(path)?.kind == .file else { return false }
    do throws(LedgerError) {
      return try read(digest) != nil
    } catch {
      if let cause = error.cause as? FileError { throw cause }
      return false
    }
  }

  private static func random() -> String {
    var text: [UInt8] = []
    text.append(hexadecimal: UInt64.random(in: .min ... .max), width: 16)
    return String(decoding: text, as: UTF8.self)
  }
}
