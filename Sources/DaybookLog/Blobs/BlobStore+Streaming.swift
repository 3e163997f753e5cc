import Crypto
package import DaybookModel

// Blobs piece by piece, in memory that does not grow with them.

extension BlobStore {
  /// How much is read from a file at once.
  package static let pieceSizeBytes = 1 << 20

  /// Stores what `next` returns, until that is empty; durable when this returns.
  ///
  /// - Throws: ``LedgerError``, `bad-data` for more than ``sizeBytesMax``; and what `next` throws. Then nothing is
  ///   stored.
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

  /// Its name is known only at its end: until then the file is beside the folders of names.
  private func writeLong(
    _ beginning: [[UInt8]], _ next: () throws -> [UInt8]
  ) throws -> (hash: Hash256, sizeBytes: Int64) {
    let root = LedgerLayout.blobs
    try store.createFolderDurably(root)
    let temporary = joined(root, "\(Self.random()).tmp")
    let file = try store.create(temporary)
    defer { file.close() }
    do {
      let closing = try store.encryption?.closingBlob()
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
        if !bytes.isEmpty { try file.write(closing?.push(bytes) ?? bytes) }
      }
      let rest = frame.finish()
      try file.write(closing?.push(rest) ?? rest)
      if let closing { try file.write(closing.finish()) }
      try file.sync()
      let digest = Hash256(hasher.finalize())
      let path = self.path(toWrite: digest)
      let folder = store.folder(of: path)
      try store.createFolderDurably(folder)
      if try holds(digest) {
        try store.remove(temporary)
      } else {
        // Replaces a damaged one: according to its name, that file should have had this content.
        try store.rename(temporary, to: path, replacing: true)
      }
      try store.syncFolder(folder)
      try store.syncFolder(root)
      return (digest, sizeBytes)
    } catch {
      try? store.remove(temporary)
      throw error
    }
  }

  /// Passes the content to `sink` piece by piece; if this throws, the caller must discard what `sink` received.
  ///
  /// - Returns: false when there is no such blob here.
  /// - Throws: ``LedgerError/Code/damaged`` if the content does not match the name, which is known only at the end;
  ///   and what `sink` throws.
  package func read(_ digest: Hash256, into sink: ([UInt8]) throws -> Void) throws -> Bool {
    var path = LedgerLayout.path(ofBlob: digest)
    do {
      guard let found = try self.path(of: digest) else { return false }
      path = found
      return try Self.read(path, in: store, expecting: digest, into: sink)
    } catch let error as FileError {
      throw LedgerError(error)
    } catch let error as FrameError {
      throw LedgerError(
        .damaged, "the blob does not match its name (\(error))", file: path,
        advice: "replicate from another machine that has it", cause: error)
    }
  }

  /// Unpacks a file that should hold the content of a name: a blob, or an unfinished copy of one.
  ///
  /// - Parameter digest: the content's hash, or, for a locked ledger, the file's name. - Returns: false if the file
  /// does not exist. - Throws: `FrameError` if it holds anything else, `FileError`, and what `sink` throws.
  package static func read(
    _ path: String, in store: any FileStore, expecting digest: Hash256,
    into sink: ([UInt8]) throws -> Void = { _ in }
  ) throws -> Bool {
    guard let status = try store.status(path) else { return false }
    guard status.kind == .file else { throw FileError(.notRegular, "read", path) }
    guard Int64(status.sizeBytes) <= frameSizeBytesMax else { throw FrameError.tooLarge }
    let isHeld = try unpack(
      path, sizeBytes: status.sizeBytes, store.cipher,
      read: { (offset, count) throws(FileError) in try store.read(path, from: offset, count: count) },
      expecting: digest, into: sink)
    guard isHeld else { throw FrameError.corrupt }
    return true
  }

  /// The content of a blob's file, as far as it can be read, whether or not it matches its name; nil if no key opens
  /// it.
  package static func content(ofFile path: String, in store: any FileStore) -> [UInt8]? {
    guard let status = try? store.status(path), status.kind == .file else { return nil }
    var content: [UInt8] = []
    do {
      _ = try survey(
        path, sizeBytes: status.sizeBytes, store.cipher,
        read: { (offset, count) throws(FileError) in try store.read(path, from: offset, count: count) },
        expecting: Hash256.of([UInt8]().span), into: { content += $0 })
    } catch let error as FileError {
      if error.reason == .locked { return nil }
    } catch {
      // What came before the damage.
    }
    return content
  }

  /// Whether the bytes of a file are a blob of this name.
  package static func isSound(
    _ bytes: [UInt8], at path: String, _ digest: Hash256, _ cipher: (any FolderCipher)?
  ) -> Bool {
    func read(_ offset: Int, _ count: Int) -> [UInt8] {
      Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
    }
    return
      (try? unpack(path, sizeBytes: bytes.count, cipher, read: read, expecting: digest, into: { _ in }))
      ?? false
  }

  /// - Returns: whether the content matches the name.
  private static func unpack(
    _ path: String, sizeBytes: Int, _ cipher: (any FolderCipher)?,
    read: (_ offset: Int, _ count: Int) throws(FileError) -> [UInt8], expecting digest: Hash256,
    into sink: ([UInt8]) throws -> Void
  ) throws -> Bool {
    try survey(path, sizeBytes: sizeBytes, cipher, read: read, expecting: digest, into: sink) != nil
  }

  /// - Returns: the content's hash and the length of its frame; nil if the content does not match the name.
  static func survey(
    _ path: String, sizeBytes: Int, _ cipher: (any FolderCipher)?,
    read: (_ offset: Int, _ count: Int) throws(FileError) -> [UInt8], expecting digest: Hash256,
    into sink: ([UInt8]) throws -> Void
  ) throws -> (content: Hash256, frameSizeBytes: Int)? {
    let isLocked = LedgerLayout.isLockedBlob(path)
    let opened = isLocked ? try cipher?.open(blobOf: sizeBytes, read) : nil
    if isLocked, opened == nil { throw FileError(.locked, "read", path) }
    var hasher = SHA256()
    var frame = ZstdStreamReader(contentMax: sizeBytesMax, isPadded: isLocked)
    var offset = 0
    while true {
      let bytes = try opened.map { try $0.next(read) ?? [] } ?? read(offset, pieceSizeBytes)
      if bytes.isEmpty { break }
      offset += bytes.count
      try frame.push(bytes) { piece in
        piece.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        try sink(piece)
      }
    }
    try frame.finish()
    let content = Hash256(hasher.finalize())
    guard content == digest || opened?.name(of: content) == digest else { return nil }
    return (content, frame.frameSizeBytes)
  }
}
