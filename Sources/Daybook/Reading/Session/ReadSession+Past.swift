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
  ) throws -> LoadedLedger {
    let own = try ownCommits()
    var loaded = try LoadedLedger.read(
      folder, descriptor, schemas: schemas, at: cut, within: isHeldOnly ? self : nil, own: own,
      erasures: readOptions.erasures, progress: progress)
    for commits in own { loaded.takeIn(commits) }
    if !own.isEmpty { try loaded.decideSeen(folder, descriptor) }
    try requireWhole(loaded.report)
    return loaded
  }
}
