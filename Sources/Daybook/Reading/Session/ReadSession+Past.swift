import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication

extension ReadSession {
  /// Folds the ledger's files anew, up to a cut, with the commits of this machine that they may lack. O(size of the
  /// ledger), in time and memory.
  ///
  /// - Parameters:
  ///   - isHeldOnly: whether commits are left out that the records did not hold when the session was made.
  ///   - progress: receives how far the reading is.
  func records(
    at cut: Cut, isHeldOnly: Bool = false, progress: ReadingProgress.Sink? = nil
  ) throws -> LedgerState {
    let loaded = try LedgerState.read(
      folder, descriptor, schemas: schemas, at: cut, within: isHeldOnly ? self : nil, own: ownCommits(),
      erasures: readOptions.erasures, deciding: .besides, progress: progress)
    try requireWhole(loaded.report)
    return loaded
  }
}
