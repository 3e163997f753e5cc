import DaybookLog
package import DaybookModel
import DaybookView

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Ledger {
  /// Stores a large value beside the log, durably, and returns the reference to write into a field:
  /// `{"$blob":"<sha256>","size":n}`. The same content is one file however often it is stored.
  package func storeBlob(_ content: [UInt8]) throws -> JSONValue {
    let hash = try BlobStore(folder).write(content)
    return BlobReference(hash: hash, sizeBytes: Int64(content.count)).json
  }

  /// The same piece by piece, in memory that does not grow with the value: `next` returns pieces of any size, and
  /// nothing at the end. At most 4 GiB. Does not block other work of the ledger.
  package nonisolated func storeBlob(from next: () throws -> [UInt8]) throws -> JSONValue {
    let (hash, sizeBytes) = try BlobStore(folder).write(from: next)
    return BlobReference(hash: hash, sizeBytes: sizeBytes).json
  }

  /// What to write into a data field: the content itself in base64 up to 16 KiB, else a blob's reference.
  package nonisolated func storeData(from next: () throws -> [UInt8]) throws -> JSONValue {
    var beginning: [UInt8] = []
    while beginning.count <= BlobReference.inlineSizeBytesMax {
      let piece = try next()
      if piece.isEmpty { return .string(Base64.text(beginning)) }
      beginning += piece
    }
    return try storeBlob {
      defer { beginning = [] }
      return beginning.isEmpty ? try next() : beginning
    }
  }

  /// The same with a file's content.
  package nonisolated func storeData(contentsOf path: String) throws -> JSONValue {
    let file = try AtomicFile(path)
    var offset = 0
    return try storeData {
      let piece = try file.read(from: offset)
      offset += piece.count
      return piece
    }
  }

  /// The content that a reference names; nil when it is not here (it comes with the rest of the ledger's files), or
  /// when `value` is not a reference. At most 256 MiB; larger content is read piece by piece.
  package func blob(_ value: JSONValue) throws -> [UInt8]? {
    guard let reference = BlobReference(value) else { return nil }
    return try BlobStore(folder).read(reference.hash)
  }

  /// Passes the content to `sink` piece by piece. Does not block other work of the ledger.
  ///
  /// - Returns: false when the content is not here, or when `value` is not a reference.
  /// - Throws: ``LedgerError``, `damaged` if the content is not what the reference names, which is known only at its
  ///   end: the caller must then discard what `sink` received. Also what `sink` throws.
  package nonisolated func readBlob(_ value: JSONValue, into sink: ([UInt8]) throws -> Void) throws -> Bool {
    guard let reference = BlobReference(value) else { return false }
    return try BlobStore(folder).read(reference.hash, into: sink)
  }

  /// Puts the content of a data field, inline or a reference, into a file of mode 0600: completely, or not at all. An
  /// existing file is replaced.
  ///
  /// - Returns: the size; nil when the content is not here.
  package nonisolated func copyBlob(_ value: JSONValue, to path: String) throws -> Int64? {
    var sizeBytes: Int64 = 0
    let isThere = try AtomicFile.replace(path) { write in
      try readData(value) { piece in
        sizeBytes += Int64(piece.count)
        try write(piece)
      }
    }
    return isThere ? sizeBytes : nil
  }

  /// Like ``readBlob(_:into:)``, for a data field that may also hold its content itself, in base64.
  package nonisolated func readData(_ value: JSONValue, into sink: ([UInt8]) throws -> Void) throws -> Bool {
    guard let text = value.string else { return try readBlob(value, into: sink) }
    guard let content = Base64.bytes(text) else {
      throw LedgerError(.badData, "the value is not data: it is not base64")
    }
    if !content.isEmpty { try sink(content) }
    return true
  }

  /// Moves large data out of the mutations into blobs, which are durable before the commit is.
  func storingLargeData(_ mutations: [Mutation]) throws -> [Mutation] {
    try mutations.map { try storingLargeData($0) }
  }

  func storingLargeData(_ original: Mutation) throws -> Mutation {
    var mutation = original
    for member in original.set ?? [:] {
      guard let text = member.value.string, text.utf8.count > BlobReference.inlineSizeBytesMax,
        schemas[mutation.kind]?.field(member.key)?.type == .data, let content = Base64.bytes(text),
        content.count > BlobReference.inlineSizeBytesMax
      else { continue }
      mutation.set?[member.key] = try storeBlob(content)
    }
    return mutation
  }

  /// Where formulas find large values.
  var blobSource: @Sendable (String) -> Data? {
    let blobs = BlobStore(folder)
    return { sha256 in
      guard let content = try? Hash256(sha256).flatMap({ try blobs.read($0) }) else { return nil }
      return Data(content)
    }
  }

  /// The content that a reference names, in base64; null if it is not on this machine, or too large to hold in
  /// memory.
  nonisolated func content(_ value: JSONValue) throws -> JSONValue {
    guard let reference = BlobReference(value), reference.sizeBytes <= Int64(BlobStore.wholeSizeBytesMax)
    else { return .null }
    return try BlobStore(folder).read(reference.hash).map { .string(Base64.text($0)) } ?? .null
  }
}
