// The files of a locked ledger, as what keeps their keys opens and closes them: Locking.md, "Files".

package import DaybookModel

/// Opens and closes the files of a locked ledger's folder.
package protocol FolderCipher: Sendable {
  /// Whether what is written is encrypted. False where a ledger was unlocked, and some files of it are not plain yet.
  var encrypts: Bool { get }

  /// The content of a segment's file. Of a file whose bytes are not those that were written: what can still be read of
  /// it, 0xFF in place of each part that cannot, and one more such byte behind the end, so that every reader finds it
  /// damaged.
  ///
  /// - Parameter replica: the one in whose folder the file lies; its keys are tried first.
  /// - Returns: nil where no key opens the file.
  func open(segment file: [UInt8], of replica: ReplicaID?) -> [UInt8]?

  /// The number of its writer's epoch that a segment's file is encrypted to; nil where that cannot be told.
  func epoch(ofSegment file: [UInt8], of replica: ReplicaID?) -> UInt64?

  /// The file of a segment.
  ///
  /// - Throws: ``FileError/Reason/locked`` where this device has no key to close it with.
  func close(segment content: [UInt8]) throws(FileError) -> [UInt8]

  /// The names that the file of a blob may have; the first is the one by which it is written.
  ///
  /// - Parameter content: the hash of the blob's unpacked content.
  func names(ofBlob content: Hash256) -> [Hash256]

  /// Opens a blob's file, to be read piece by piece; nil where no key opens it.
  ///
  /// - Parameter read: gives so many bytes of the file from an offset.
  func open(
    blobOf sizeBytes: Int, _ read: (_ offset: Int, _ count: Int) throws(FileError) -> [UInt8]
  ) throws(FileError) -> (any OpenBlob)?

  /// Begins the file of a blob.
  func closingBlob() throws(FileError) -> any ClosingBlob

  /// To be asked after files were opened: whether those that no key opens are to be taken as they are.
  ///
  /// - Throws: ``LedgerError`` with code `unreadable-key` where a file of keys cannot be read, which may open them.
  func requireKeys() throws(LedgerError)
}

/// The file of an encrypted blob that is read. Not for two tasks at once.
package protocol OpenBlob: AnyObject {
  /// The next of what was encrypted, the zstd frame and its padding; nil behind the end.
  ///
  /// - Throws: ``FrameError/corrupt`` where the bytes are not what was written.
  func next(_ read: (_ offset: Int, _ count: Int) throws(FileError) -> [UInt8]) throws -> [UInt8]?

  /// The name that the file should have, if its unpacked content has this hash; nil where that cannot be told.
  func name(of content: Hash256) -> Hash256?

  /// The name that the same content has since its writer began a later epoch; nil where the file is of the latest.
  func laterName(of content: Hash256) -> Hash256?
}

/// The file of an encrypted blob that is written. Not for two tasks at once.
package protocol ClosingBlob: AnyObject {
  /// What of the file is ready once these bytes of the zstd frame are known, too.
  func push(_ frame: [UInt8]) throws(FileError) -> [UInt8]
  /// The rest of the file.
  func finish() throws(FileError) -> [UInt8]
}

extension FileStore {
  package var cipher: (any FolderCipher)? { nil }

  /// What encrypts the files that are written; nil where they are plain.
  package var encryption: (any FolderCipher)? { cipher.flatMap { $0.encrypts ? $0 : nil } }

  /// Of files that hold the same lines the one with the greatest rank stays: of a locked ledger that in its writer's latest
  /// epoch, of one that was unlocked the plain one.
  package func rank(ofSegment file: [UInt8], at path: String, of replica: ReplicaID?) -> UInt64 {
    guard let cipher else { return 0 }
    guard cipher.encrypts else { return SegmentName.isLocked(path: path) ? 0 : 1 }
    return cipher.epoch(ofSegment: file, of: replica) ?? 0
  }

  /// The content of a segment's whole file, plain or locked.
  ///
  /// - Throws: ``FileError/Reason/locked`` for one that no key opens which this device has.
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
    // An empty file is a copy that has not begun, of whatever kind.
    guard SegmentName.isLocked(path: path), !file.isEmpty else { return file }
    if let content = cipher?.open(segment: file, of: LedgerLayout.replica(ofPath: path)) { return content }
    let name = path.split(separator: "/").last.flatMap { SegmentName(String($0)) }
    // No key opens a damaged header, either.
    if let name, !name.matches(file: file.span) { return [0xff] }
    throw FileError(.locked, "read", path)
  }
}

extension SealedSegment {
  /// As it is to lie in a ledger's folder: itself, or the file of a locked ledger.
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
