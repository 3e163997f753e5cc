import Crypto
package import DaybookModel

// Blobs piece by piece, in memory that does not grow with them.

extension BlobStore {
  /// How much is read from a file at once.
  package static let pieceSizeBytes = 1 << 20

  /// Keeps what `next` gives until that is nothing, durably when this returns.
  ///
  /// - Throws: ``LedgerError``, `bad-data` for more than ``sizeBytesMax``; what `next` throws. Then nothing is kept.
  package func write(
    from next: () throws -> [UInt8]
  ) throws -> (hash: Hash256, sizeBytes: Int64) {
    let first = try next()
    let second = try next()
    if second.isEmpty { return (try write(first), Int64(first.count)) }
    do {
      return try writeLong([first, second], next)
    } catch let error as FileError {
      throw LedgerError(error)
    }
  }

  /// Its name is known only at its end: until then it lies beside the folders of names.
  private func writeLong(
    _ beginning: [[UInt8]], _ next: () throws -> [UInt8]
  ) throws -> (hash: Hash256, sizeBytes: Int64) {
    let root = LedgerLayout.blobs
    try store.createFolderDurably(root)
    let temporary = joined(root, "\(Self.random()).tmp")
    let file = try store.create(temporary)
    defer { file.close() }
    do {
      var hasher = SHA256()
      var sizeBytes: Int64 = 0
      let frame = ZstdStreamWriter(level: level)
      var pieces = beginning[...]
      while true {
        let piece = try pieces.popFirst() ?? next()
        if piece.isEmpty { break }
        sizeBytes += Int64(piece.count)
        guard sizeBytes <= Self.sizeBytesMax else {
          throw LedgerError(
            .badData, "a value of more than \(Self.sizeBytesMax >> 30) GiB", advice: "keep a smaller one")
        }
        piece.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        let bytes = frame.push(piece)
        if !bytes.isEmpty { try file.write(bytes) }
      }
      try file.write(frame.finish())
      try file.sync()
      let digest = Hash256(hasher.finalize())
      let folder = LedgerLayout.folder(ofBlob: digest)
      try store.createFolderDurably(folder)
      if try holds(digest) {
        try store.remove(temporary)
      } else {
        // Replaces a damaged one: by its name, the content is what that file should have had.
        try store.rename(temporary, to: LedgerLayout.path(ofBlob: digest), replacing: true)
      }
      try store.syncFolder(folder)
      try store.syncFolder(root)
      return (digest, sizeBytes)
    } catch {
      try? store.remove(temporary)
      throw error
    }
  }

  /// Gives `sink` the content piece by piece; whoever keeps what it was given drops it when this throws.
  ///
  /// - Returns: false when there is no such blob here.
  /// - Throws: ``LedgerError/Code/damaged`` when the content is not what the name says, which is known only at
  ///   the end; what `sink` throws.
  package func read(_ digest: Hash256, into sink: ([UInt8]) throws -> Void) throws -> Bool {
    let path = LedgerLayout.path(ofBlob: digest)
    do {
      return try Self.read(path, in: store, expecting: digest, into: sink)
    } catch let error as FileError {
      throw LedgerError(error)
    } catch let error as FrameError {
      throw LedgerError(
        .damaged, "the blob is not what its name says (\(error))", file: path,
        advice: "replicate from another machine that has it", cause: error)
    }
  }

  /// Unpacks a file that should hold the content of a name: a blob, or one on its way.
  ///
  /// - Returns: false when there is no such file.
  /// - Throws: `FrameError` when it holds anything else, `FileError`, what `sink` throws.
  package static func read(
    _ path: String, in store: any FileStore, expecting digest: Hash256,
    into sink: ([UInt8]) throws -> Void = { _ in }
  ) throws -> Bool {
    guard let status = try store.status(path) else { return false }
    guard status.kind == .file else { throw FileError(.notRegular, "read", path) }
    guard Int64(status.sizeBytes) <= frameSizeBytesMax else { throw FrameError.tooLarge }
    var hasher = SHA256()
    var frame = ZstdStreamReader(contentMax: sizeBytesMax)
    var offset = 0
    while true {
      let bytes = try store.read(path, from: offset, count: pieceSizeBytes)
      if bytes.isEmpty { break }
      offset += bytes.count
      try frame.push(bytes) { piece in
        piece.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        try sink(piece)
      }
    }
    try frame.finish()
    guard Hash256(hasher.finalize()) == digest else { throw FrameError.corrupt }
    return true
  }

  /// Whether the bytes of a file are a blob of this name.
  package static func isSound(_ bytes: [UInt8], _ digest: Hash256) -> Bool {
    var hasher = SHA256()
    var frame = ZstdStreamReader(contentMax: sizeBytesMax)
    do {
      if !bytes.isEmpty {
        try frame.push(bytes) { piece in piece.withUnsafeBytes { hasher.update(bufferPointer: $0) } }
      }
      try frame.finish()
    } catch {
      return false
    }
    return Hash256(hasher.finalize()) == digest
  }
}
