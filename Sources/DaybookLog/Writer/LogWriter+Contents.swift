package import DaybookModel

extension LogWriter {
  /// The places in the tree of what the journal has.
  package var leaves: Range<UInt64> { base.tree.size..<tree.size }

  /// The journal's commits, each with the tree index of its first leaf: what a reader of the ledger's
  /// folder lacks while publication waits. Reads and parses the journal, which needs no lock.
  package func openContents() throws(LedgerError) -> [(firstLeaf: UInt64, content: FrameContent)] {
    if let failure { throw failure }
    let bytes: [UInt8]
    do throws(FileError) { bytes = try journal?.read() ?? [] } catch { throw LedgerError(error) }
    return try JournalReader(bytes, path: joined(stateFolder, JournalLayout.name)).contents()
  }
}
