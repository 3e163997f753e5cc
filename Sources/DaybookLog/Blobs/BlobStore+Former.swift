package import DaybookModel

extension BlobStore {
  /// Whether a blob of a locked ledger is encrypted to a former epoch of its writer, which a folder holds in the latest one:
  /// then nobody needs it. Reads the blob only where its epoch is a former one.
  ///
  /// - Parameters:
  ///   - path: the blob's file in `source`.
  ///   - name: the name that its path gives.
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
