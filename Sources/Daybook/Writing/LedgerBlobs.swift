import DaybookLog
public import DaybookModel
public import DaybookView

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Large values, for fields of type ``Blob``: each is a file of its own beside the log.
///
///     let scan = try await ledger.blobs.store(contentsOf: "scan.pdf")
///     let content = try await ledger.blobs.content(of: scan)
public struct LedgerBlobs: Sendable {
  let ledger: Ledger
}

extension Ledger {
  /// Large values.
  public nonisolated var blobs: LedgerBlobs { LedgerBlobs(ledger: self) }
}

extension LedgerBlobs {
  /// Stores a file's content, durably, and returns the blob to write into a field. It is read piece by piece, in memory
  /// that does not grow with the file. At most 4 GiB. The same content is one file however often it is stored.
  /// - Throws: ``LedgerError`` if the file cannot be read, or the content cannot be stored.
  public func store(contentsOf path: String) async throws -> Blob {
    try blob(ledger.storeData(contentsOf: path))
  }

  /// The same with the file that a URL names.
  public func store(contentsOf url: URL) async throws -> Blob {
    try await store(contentsOf: url.path)
  }

  /// The same with content that comes piece by piece: `next` returns pieces of any size, and an empty one at the end.
  public func store(from next: () throws -> [UInt8]) throws -> Blob {
    try blob(ledger.storeData(from: next))
  }

  /// The whole content; nil where it is not on this machine yet (it comes with the rest of the ledger's files). At most
  /// 256 MiB.
  /// - Throws: ``LedgerError``: `damaged` if the file does not match the hash in its name.
  public func content(of blob: Blob) async throws -> Data? {
    var content = Data()
    return try ledger.readData(blob.value) { piece in
      guard content.count + piece.count <= BlobStore.wholeSizeBytesMax else {
        throw LedgerError(
          .badData, "a value of more than \(BlobStore.wholeSizeBytesMax >> 20) MiB is not held in memory",
          advice: "read it piece by piece, or copy it to a file")
      }
      content.append(contentsOf: piece)
    } ? content : nil
  }

  /// The content that a row's value refers to; nil where the value is not a reference to a blob, or the content is not on
  /// this machine. At most 256 MiB.
  /// - Throws: ``LedgerError``: `damaged` if the file does not match the hash in its name.
  public func bytes(referredToBy value: JSONValue) async throws -> [UInt8]? {
    guard value.string == nil, let blob = Blob(value: value) else { return nil }
    return try await content(of: blob).map { [UInt8]($0) }
  }

  /// The same as ``store(from:)`` with content in memory.
  public func store(_ content: [UInt8]) throws -> Blob {
    var rest = content
    return try store(from: {
      defer { rest = [] }
      return rest
    })
  }

  /// Passes the content to `sink` piece by piece.
  ///
  /// - Returns: false where the content is not on this machine.
  /// - Throws: ``LedgerError``: `damaged` if the content does not match the hash in its name, which is known only at
  ///   its end: the caller must then discard what `sink` received. Also what `sink` throws.
  public func read(_ blob: Blob, into sink: ([UInt8]) throws -> Void) throws -> Bool {
    try ledger.readData(blob.value, into: sink)
  }

  /// Copies the content to a file of mode 0600: completely, or not at all. An existing file is replaced.
  ///
  /// - Returns: the size in bytes; nil where the content is not on this machine.
  public func copy(_ blob: Blob, to path: String) throws -> Int64? {
    try ledger.copyBlob(blob.value, to: path)
  }

  private func blob(_ value: JSONValue) throws -> Blob {
    guard let blob = Blob(value: value) else {
      throw LedgerError(.badData, "the value is not data: it is neither base64 nor a reference")
    }
    return blob
  }
}
