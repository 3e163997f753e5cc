import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication

extension Ledger {
  /// Nil if the records do not come from one reading of the whole log as it is now.
  func replayAsRead(kind: String?, digests: Bool) throws -> ReplayReport? {
    guard !isStale, !loaded.erasing.hasMoved, session == nil, waiting.isEmpty, loaded.isAsRead,
      try Inventory.scan(folder).signature(without: nil) == loaded.inventory.signature(without: nil)
    else { return nil }
    try requireWhole(loaded.report)
    var report = ReplayReport(loaded, kind: kind, digests: digests)
    report.seconds = loaded.readingSeconds
    return report
  }
}

extension ReplayReport {
  init(_ loaded: borrowing LedgerState, kind: String?, digests: Bool) {
    self.init()
    events = UInt64(loaded.records.eventCount)
    commits = UInt64(loaded.records.commitCount)
    for id in loaded.records.kindIDs {
      let name = loaded.records.name(of: id)
      guard kind == nil || kind == name else { continue }
      var (count, latest) = (0, lastStamp)
      loaded.records.forEachEntity(of: id) { entity in
        // Excludes what schemas provide and nobody wrote.
        guard loaded.records.isWritten(entity) else { return }
        let stamp = loaded.records.lastStamp(entity)
        (count, latest) = (count + 1, max(latest ?? stamp, stamp))
      }
      if count > 0 { entities.append((kind: name, count: count)) }
      lastStamp = latest
    }
    entities.sort { $0.kind < $1.kind }
    if digests { digest = loaded.records.digest() }
    findings = loaded.report.findings
  }
}

extension Duration {
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
