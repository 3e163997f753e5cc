package import DaybookLog
package import DaybookModel

/// The keys to a ledger that was unlocked on this machine: files that other members still encrypt, because they have
/// not unlocked it, can be read, and nothing is encrypted here.
package final class UnlockedKeys: FolderCipher {
  private let keys: FolderKeys

  package init(_ keys: FolderKeys) { self.keys = keys }

  package var encrypts: Bool { false }

  /// Also knows the epochs in the rings of another copy of the folder.
  package func add(_ rings: FoundRings) { keys.add(rings.epochs) }

  /// Whether a segment of a folder can be opened.
  package func opens(_ path: String, in folder: any FileStore) throws(FileError) -> Bool {
    try keys.opens(path, in: folder)
  }

  package func requireKeys() throws(LedgerError) { try keys.requireKeys() }

  package func open(segment file: [UInt8], of replica: ReplicaID?) -> [UInt8]? {
    keys.open(segment: file, of: replica)
  }

  package func epoch(ofSegment file: [UInt8], of replica: ReplicaID?) -> UInt64? {
    keys.epoch(ofSegment: file, of: replica)
  }

  package func close(segment content: [UInt8]) throws(FileError) -> [UInt8] {
    throw FileError(.locked, "encrypt", LedgerLayout.replicas)
  }

  package func names(ofBlob content: Hash256) -> [Hash256] { keys.names(ofBlob: content) }

  package func open(
    blobOf sizeBytes: Int, _ read: (_ offset: Int, _ count: Int) throws(FileError) -> [UInt8]
  ) throws(FileError) -> (any OpenBlob)? { try keys.open(blobOf: sizeBytes, read) }

  package func closingBlob() throws(FileError) -> any ClosingBlob {
    throw FileError(.locked, "encrypt", LedgerLayout.blobs)
  }
}
