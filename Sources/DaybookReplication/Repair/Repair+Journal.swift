import DaybookLog
package import DaybookModel

extension Repair {
  /// Recovers from a damaged journal every signed commit that no file holds, even after the damage. The journal
  /// stays as it is.
  ///
  /// - Parameter folder: the journal's folder in the state.
  /// - Returns: the number of signed commits that are in no file and could not be recovered: lines before them are
  ///   missing, so their place cannot be proved.
  package mutating func takeJournal(of replica: ReplicaID, in folder: String) throws -> Int {
    let ledgerID = descriptor.ledger
    let remains = try JournalRemains.read(
      state, folder: folder, ledger: ledgerID, replica: replica,
      publicKey: SigningKey.read(state, folder: folder, replica: replica)?.publicKey)
    guard let remains, !remains.entries.isEmpty else { return 0 }
    var files = TreesInFiles(wanted: Set(remains.entries.map(\.firstLeaf)))
    for file in try Inventory.segments(of: replica, in: ledger) {
      guard let bytes = try contents(of: file.path) else { continue }
      try files.read(file, bytes, replica: replica, ledger: ledgerID)
    }
    guard let key = remains.publicKey ?? files.publicKey else { return remains.entries.count }
    let placing = JournalPlacing(remains, trees: files.trees)
    var left = placing.unplaced
    for run in placing.runs {
      let header = SegmentHeader(
        ledger: ledgerID, replica: replica, publicKey: key, firstSeq: run.entries[0].firstSeq,
        size: run.before.size, peaks: run.before.peaks)
      let source = try RepairSource(
        path: replica.description, bytes: remains.segment(header, run.entries), ledger: ledgerID)
      guard let source, try take(source) else {
        left += run.entries
        continue
      }
      left += run.entries.filter { source.leaves[$0.firstLeaf] != $0.leaves[0] }
    }
    let header = SegmentHeader(
      ledger: ledgerID, replica: replica, publicKey: key, firstSeq: 1, size: 0, peaks: [])
    return left.count { Signing.verify($0.head, header: header) }
  }
}
