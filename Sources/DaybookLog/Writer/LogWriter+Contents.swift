package import DaybookModel

extension LogWriter {
  /// The places in the tree of what the journal has.
  package var leaves: Range<UInt64> { base.tree.size..<tree.size }

  /// The journal's commits, each with the tree index of its first leaf: what a reader of the ledger's
  /// folder lacks while publication waits. Reads and parses the journal, which needs no lock.
  package func openContents() throws(LedgerError) -> [(firstLeaf: UInt64, content: FrameContent)] {
    try journalCopy().contents()
  }

  /// The journal as it is now. At most a few megabytes: a larger one is sealed.
  package func journalCopy() throws(LedgerError) -> JournalCopy {
    if let failure { throw failure }
    let bytes: [UInt8]
    do throws(FileError) { bytes = try journal?.read() ?? [] } catch { throw LedgerError(error) }
    return JournalCopy(bytes: bytes, path: joined(stateFolder, JournalLayout.name))
  }
}

/// A journal as it was at one time, parsed only where its commits are needed.
package struct JournalCopy: Sendable {
  fileprivate let bytes: [UInt8]
  fileprivate let path: String

  /// Its commits, each with the tree index of its first leaf.
  package func contents() throws(LedgerError) -> [(firstLeaf: UInt64, content: FrameContent)] {
    try JournalReader(bytes, path: path).contents()
  }
}
