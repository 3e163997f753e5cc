import DaybookLog
import DaybookModel
import DaybookView

extension Ledger {
  /// The sources, by what the ledger says of them and what this machine remembers.
  func sources() throws -> [StatusReport.Source] {
    var runs: SourceRuns?
    if let state = machine.existingState() { runs = SourceRuns.read(state, ledger: descriptor.ledger) }
    var sources: [String: StatusReport.Source] = [:]
    for row in try query(Query(Source.kind)).rows {
      sources[row.id] = StatusReport.Source(
        id: row.id, name: row["name"]?.string ?? "", format: row["format"]?.string ?? "",
        lastSyncedAt: row["lastSyncedAt"]?.string.flatMap { Instant($0) })
    }
    for (id, time) in runs?.times ?? [:] {
      // One that never changed anything is in the ledger not at all; its id says the rest.
      let parts = id.split(separator: ":", maxSplits: 1).map(String.init)
      let unknown = StatusReport.Source(id: id, name: parts.last ?? id, format: parts.first ?? "")
      sources[id, default: unknown].lastReadAt = time
    }
    return sources.values.sorted { $0.id < $1.id }
  }
}
