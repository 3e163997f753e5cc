import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication

extension Ledger {
  /// Rebuilds the state from the log alone, and counts and digests it.
  ///
  /// - Parameters:
  ///   - cut: which commits count.
  ///   - kind: counts only entities of this kind.
  ///   - progress: is told how far it has read.
  ///   - digests: whether to compute the digest. O(records).
  public func replay(
    at cut: Cut = .now, kind: String? = nil, digests: Bool = true,
    progress: ReadingProgress.Sink? = nil
  ) throws -> ReplayReport {
    let clock = ContinuousClock()
    let start = clock.now
    var rebuilt = try LoadedLedger.read(folder, descriptor, at: cut, own: ownCommits(), progress: progress)
    try requireWhole(rebuilt.report)
    try attachOwn(to: &rebuilt)
    var report = ReplayReport()
    report.events = UInt64(rebuilt.records.eventCount)
    report.commits = UInt64(rebuilt.records.commitCount)
    for id in rebuilt.records.kindIDs {
      let name = rebuilt.records.name(of: id)
      guard kind == nil || kind == name else { continue }
      report.entities.append((kind: name, count: rebuilt.records.entityCount(of: id)))
      rebuilt.records.forEachEntity(of: id) { entity in
        let stamp = rebuilt.records.lastStamp(entity)
        report.lastStamp = max(report.lastStamp ?? stamp, stamp)
      }
    }
    report.entities.sort { $0.kind < $1.kind }
    if digests { report.digest = rebuilt.records.digest() }
    report.findings = rebuilt.report.findings
    report.seconds = (clock.now - start).seconds
    return report
  }
}

extension Duration {
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
