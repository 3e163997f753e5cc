import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

extension Ledger {
  /// The ledger as this machine sees it. Takes no lock and writes nothing.
  public func status() throws -> StatusReport {
    try refresh()
    var status = StatusReport(ledger: info)
    let own = try ownReplica(&status)
    for files in loaded.inventory.replicas {
      let branches = loaded.report.branches(of: files.id)
      var replica = StatusReport.Replica(
        id: files.id, name: name(of: files.id), isOwn: files.id == own,
        events: 0, commits: 0, lastStamp: branches.compactMap(\.lastStamp).max(),
        files: files.segments.count, sizeBytes: files.segments.reduce(0) { $0 + $1.sizeBytes })
      for branch in branches {
        for stretch in branch.stretches { replica.events += UInt64(stretch.seqs.count) }
        replica.commits = max(replica.commits, branch.lastCommit)
      }
      status.replicas.append(replica)
    }
    status.sources = try sources()
    status.digest = loaded.records.digest()
    status.strangers = loaded.inventory.strangers.map(\.path)
    status.findings = loaded.report.findings
    status.notices = session?.takeNotices() ?? []
    return status
  }

  private func name(of replica: ReplicaID) -> String? {
    guard let entity = loaded.records.entity(Replica.kind, replica.description),
      let field = loaded.records.field("name"), let value = loaded.records.value(entity, field)
    else { return nil }
    return loaded.records.json(value).string
  }

  /// This machine's replica, and what its journal holds that the folder does not.
  private func ownReplica(_ status: inout StatusReport) throws -> ReplicaID? {
    if let session {
      status.unpublishedCommits = session.writer.unpublishedCommits
      return session.replica
    }
    guard let state = machine.existingState() else { return nil }
    let report = loaded.report
    let found = try identityKeeper(state).find { try history(of: $0.replica, state, report) }
    guard let found else { return nil }
    let folder = StateLayout.folder(ledger: descriptor.ledger, replica: found.replica)
    if let journal = try JournalSummary.read(state, folder: folder) {
      let published = report.branches(of: found.replica).map(\.lastCommit).max() ?? 0
      status.unpublishedCommits = Int(journal.head.commit - min(published, journal.head.commit))
      if status.unpublishedCommits > 0 {
        status.notices.append(
          Notice(
            "publication-waits",
            "\(status.unpublishedCommits) commits are safe on this machine but not yet in the ledger's folder; the next write publishes them"
          ))
      }
    }
    return found.replica
  }
}
