import DaybookLog
import DaybookModel
import DaybookView

extension Ledger {
  /// Keeps a large value beside the log, durably, and gives the reference to write into a field:
  /// `{"$blob":"<sha256>","size":n}`. The same content is one file however often it is kept.
  public func storeBlob(_ content: [UInt8]) throws -> JSONValue {
    let hash = try BlobStore(folder).write(content)
    return BlobReference(hash: hash, sizeBytes: Int64(content.count)).json
  }

  /// The content that a reference names; nil when it is not here (it comes with the rest of the ledger's
  /// files), or when `value` is no reference.
  public func blob(_ value: JSONValue) throws -> [UInt8]? {
    guard let reference = BlobReference(value) else { return nil }
    return try BlobStore(folder).read(reference.hash)
  }

  /// Moves large data out of the mutations into blobs, which are durable before the commit is.
  func storingLargeData(_ mutations: [Mutation]) throws -> [Mutation] {
    try mutations.map { mutation in
      guard var set = mutation.set, let schema = schemas[mutation.kind] else { return mutation }
      for member in set {
        guard let text = member.value.string, text.utf8.count > BlobReference.inlineSizeBytesMax,
          schema.field(member.key)?.type == .data, let content = Base64.bytes(text),
          content.count > BlobReference.inlineSizeBytesMax
        else { continue }
        set[member.key] = try storeBlob(content)
      }
      var mutation = mutation
      mutation.set = set
      return mutation
    }
  }

  /// A row whose data fields hold their content; a blob that is not here reads as null.
  func resolvingBlobs(_ row: Row) throws -> Row {
    var row = row
    for index in row.fields.indices {
      guard BlobReference(row.fields[index].value) != nil,
        schemas[row.kind]?.field(row.fields[index].name)?.type == .data
      else { continue }
      row.fields[index].value = try blob(row.fields[index].value).map { .string(Base64.text($0)) } ?? .null
    }
    return row
  }
}
