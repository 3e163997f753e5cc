import DaybookModel

extension LogWriter {
  /// Removes those of `files` whose leaves are all held, by index and hash, in `kept`, which are read anew.
  func removeHeld(
    _ files: [OwnSealedFile], by kept: [OwnSealedFile], _ result: inout CompactResult
  ) throws(FileError) {
    var holders: [String: HeldStretch] = [:]
    var removed = false
    for file in files {
      guard let stretch = try stretch(of: file) else { continue }
      let overlapping = kept.filter { $0.first <= file.last && file.first <= $0.last }
      // Files come in their order, so files that end before this one are no longer needed.
      let wanted = Set(overlapping.map { "\($0.name)" })
      holders = holders.filter { wanted.contains($0.key) }
      for holder in overlapping where holders["\(holder.name)"] == nil {
        holders["\(holder.name)"] = try self.stretch(of: holder)
        try makeDurable(holder)
      }
      guard stretch.isHeld(by: Array(holders.values)) else { continue }
      let path = LedgerLayout.path(of: file.name, replica)
      try ledger.remove(path)
      removed = true
      result.removed.append(path)
      result.filesAfter -= 1
      result.sizeBytesAfter -= file.sizeBytes
    }
    if removed { try ledger.syncFolder(LedgerLayout.folder(of: replica)) }
  }

  /// The file may come from a tool, which flushes nothing.
  private func makeDurable(_ file: OwnSealedFile) throws(FileError) {
    let file = try ledger.append(to: LedgerLayout.path(of: file.name, replica))
    defer { file.close() }
    try file.sync()
  }

  /// The contents of a file; nil if it cannot be read completely.
  private func stretch(of file: OwnSealedFile) throws(FileError) -> HeldStretch? {
    guard let contents = try contents(of: file), let size = contents.first?.header?.size else { return nil }
    return HeldStretch(start: size, hashes: contents.flatMap(\.variants))
  }
}

/// Consecutive leaves of the replica's tree. A stub does not count as holding a text or another stub.
private struct HeldStretch {
  let start: UInt64
  let hashes: [Hash256]

  private func hash(_ index: UInt64) -> Hash256? {
    guard index >= start, index - start < UInt64(hashes.count) else { return nil }
    return hashes[Int(index - start)]
  }

  func isHeld(by others: [HeldStretch]) -> Bool {
    for (offset, hash) in hashes.enumerated() {
      let index = start + UInt64(offset)
      if !others.contains(where: { $0.hash(index) == hash }) { return false }
    }
    return true
  }
}
