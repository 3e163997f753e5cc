import DaybookModel

// A seal that stopped after its file was there and before the journal was replaced: the journal's first commits are in
// both. Going on behind them is all that is left to do.

extension LogWriter {
  /// Goes on behind sealed files that hold the journal's first commits; gives whether there were any.
  func finishSeals() throws(FileError) -> Bool {
    var isFinished = false
    while failure == nil, openCommits > 0, let end = try sealedEnd() {
      do throws(LedgerError) {
        try goOn(behind: end.head, sizeBytes: end.sizeBytes, end.contentSizeBytes)
      } catch {
        throw error.cause as? FileError ?? FileError(.system(5), "seal", end.path)
      }
      notices.append(WriterNotice(.finishedSeal, file: end.path))
      isFinished = true
    }
    return isFinished
  }

  /// Where the commits end that the journal has in common with a sealed file.
  private struct SealedEnd {
    var path: String
    var head: JournalBase
    /// Of the journal up to there, and what its commits unpack to.
    var sizeBytes: Int
    var contentSizeBytes: Int
  }

  private func sealedEnd() throws(FileError) -> SealedEnd? {
    for file in try OwnFiles(self).sealedFromHere() {
      guard let contents = try contents(of: file), contents.first?.header == base.header,
        let tree = contents.last?.endTree
      else { continue }
      let path = LedgerLayout.path(of: file.name, replica)
      guard let end = try end(of: file, tree, path) else { continue }
      // Whoever put it there may not have come to flush it.
      let sealed = try ledger.append(to: path)
      defer { sealed.close() }
      try sealed.sync()
      try ledger.syncFolder(LedgerLayout.folder(of: replica))
      return end
    }
    return nil
  }

  /// Nil where the journal's commits up to the file's last event are not the file's.
  private func end(
    of file: OwnSealedFile, _ tree: MerkleTree, _ path: String
  ) throws(FileError) -> SealedEnd? {
    guard var reader = try? JournalReader(try journal?.read() ?? []) else { return nil }
    var contentSizeBytes = 0
    while reader.head.seq < file.last, let entry = reader.next() {
      contentSizeBytes += entry.content.bytes.count
    }
    guard reader.head.seq == file.last, reader.head.tree == tree else { return nil }
    return SealedEnd(
      path: path, head: reader.head, sizeBytes: reader.offset, contentSizeBytes: contentSizeBytes)
  }
}
