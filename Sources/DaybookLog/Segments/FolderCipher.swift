// The files of a locked ledger, and the interface that opens and closes them with their keys: see Locking.md, "Files".

package import DaybookModel

/// Opens and closes the files of a locked ledger's folder.
package protocol FolderCipher: Sendable {
  /// Whether new files are encrypted. False if a ledger was unlocked but some of its files are not plain yet.
  var encrypts: Bool { get }

  /// The content of a segment's file. For a damaged file: what can still be read of it, 0xFF in place of each part that
  /// cannot, and one more such byte after the end, so that every reader detects the damage.
  ///
  /// - Parameter replica: the one in whose folder the file is; its keys are tried first. - Returns: nil if no key opens
  /// the file.
  func open(segment file: [UInt8], of replica: ReplicaID?) -> [UInt8]?

  /// The number of its writer's epoch to which a segment's file is encrypted; nil if that cannot be determined.
  func epoch(ofSegment file: [UInt8], of replica: ReplicaID?) -> UInt64?

  /// The file of a segment.
  ///
  /// - Throws: ``FileError/Reason/locked`` if this device has no key to encrypt it with.
  func close(segment content: [UInt8]) throws(FileError) -> [UInt8]

  /// The names that the file of a blob may have; the first is the one by which it is written.
  ///
  /// - Parameter content: the hash of the blob's unpacked content.
  func names(ofBlob content: Hash256) -> [Hash256]

  /// Opens a blob's file, to be read piece by piece; nil if no key opens it.
  ///
  /// - Parameter read: returns the given number of bytes of the file from an offset.
  func open(
    blobOf sizeBytes: Int, _ read: (_ offset: Int, _ count: Int) throws(FileError) -> [UInt8]
  ) throws(FileError) -> (any OpenBlob)?

  /// Begins the file of a blob.
  func closingBlob() throws(FileError) -> any ClosingBlob

  /// Call it after files were opened: it checks whether files that no key opens may be accepted as they are.
  ///
  /// - Throws: ``LedgerError`` with code `unreadable-key` if a file of keys that may open them cannot be read.
  func requireKeys() throws(LedgerError)
}

/// A reader for the file of an encrypted blob. Not for two tasks at once.
package protocol OpenBlob: AnyObject {
  /// The next decrypted bytes, of the zstd frame and its padding; nil after the end.
  ///
  /// - Throws: ``FrameError/corrupt`` where the bytes are not what was written.
  func next(_ read: (_ offset: Int, _ count: Int) throws(FileError) -> [UInt8]) throws -> [UInt8]?

  /// The name that the file should have, if its unpacked content has this hash; nil if that cannot be determined.
  func name(of content: Hash256) -> Hash256?

  /// The name that the same content has since its writer began a later epoch; nil if the file is of the latest epoch.
  func laterName(of content: Hash256) -> Hash256?
}

/// A writer for the file of an encrypted blob. Not for two tasks at once.
package protocol ClosingBlob: AnyObject {
  /// The part of the file that is ready once these bytes of the zstd frame are added.
  func push(_ frame: [UInt8]) throws(FileError) -> [UInt8]
  /// The rest of the file.
  func finish() throws(FileError) -> [UInt8]
}

extension FileStore {
  package var cipher: (any FolderCipher)? { nil }

  /// The cipher that encrypts new files; nil if they are plain.
  package var encryption: (any FolderCipher)? { cipher.flatMap { $0.encrypts ? $0 : nil } }

  /// Of files that hold the same lines, the one with the greatest rank stays: in a locked ledger, the one in its
  /// writer's latest epoch; in an unlocked one, the plain one.
  package func rank(ofSegment file: [UInt8], at path: String, of replica: ReplicaID?) -> UInt64 {
    guard let cipher else { return 0 }
    guard cipher.encrypts else { return SegmentName.isLocked(path: path) ? 0 : 1 }
    return cipher.epoch(ofSegment: file, of: replica) ?? 0
  }

  /// The content of a segment's whole file, plain or locked.
  ///
  /// - Throws: ``FileError/Reason/locked`` for a file that no key of this device opens.
  package func segment(
    _ path: String, sizeBytesMax: Int = SegmentLimit.fileSizeBytesMax
  ) throws(FileError) -> [UInt8] {
    try opened(try readAll(path, sizeBytesMax: sizeBytesMax), of: path)
  }

  /// Part of the content of a segment's file; fewer bytes at its end.
  package func segment(_ path: String, in range: Range<Int>) throws(FileError) -> [UInt8] {
    guard SegmentName.isLocked(path: path) else {
      return try read(path, from: range.lowerBound, count: range.count)
    }
    let content = try segment(path)
    return Array(content[min(range.lowerBound, content.count)..<min(range.upperBound, content.count)])
  }

  /// The content of a file that was read.
  package func opened(_ file: [UInt8], of path: String) throws(FileError) -> [UInt8] {
    // An empty file is a copy that has not begun, plain or encrypted.
    guard SegmentName.isLocked(path: path), !file.isEmpty else { return file }
    if let content = cipher?.open(segment: file, of: LedgerLayout.replica(ofPath: path)) { return content }
    let name = path.split(separator: "/").last.flatMap { SegmentName(String($0)) }
    // A damaged header cannot be opened by any key, either.
    if let name, !name.matches(file: file.span) { return [0xff] }
    throw FileError(.locked, "read", path)
  }
}

extension SealedSegment {
  /// The form for a ledger's folder: the content itself, or the encrypted file of a locked ledger.
  package func closed(in ledger: any FileStore) throws(FileError) -> SealedSegment {
    var closed = self
    (closed.name, closed.bytes) = try Self.closed(name, bytes, in: ledger)
    return closed
  }

  static func closed(
    _ name: SegmentName, _ content: [UInt8], in ledger: any FileStore
  ) throws(FileError) -> (name: SegmentName, bytes: [UInt8]) {
    guard let cipher = ledger.encryption, case .sealed(let first, let last, _) = name else {
      return (name, content)
    }
    let file = try cipher.close(segment: content)
    return (.locked(first: first, last: last, file: file.span), file)
  }
}
