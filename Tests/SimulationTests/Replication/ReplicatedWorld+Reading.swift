import Daybook
import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport

extension ReplicatedWorld {
  func refresh(_ computer: Computer) async throws {
    let ledger = try computer.running()
    let isNew = try await computer.refresh()
    note(computer, "reads\(isNew ? " anew" : "")")
    if isNew { try await requireFrontiers(computer, ledger) }
    let (live, cold) = (try await ledger.withRecords { $0.digest() }, try await ledger.audit.replay().digest)
    if live == cold { return }
    // What somebody removed of its own files a running program still has.
    let own = history.events.filter { $0.writer.computer == computer.number }.map(\.key)
    if Set(own).isSubset(of: try await ledger.events().map { EventKey($0) }) {
      throw Wrong("computer \(computer.number) reads other records than from nothing")
    }
  }

  /// The frontiers of what a program has just read. (Of its own replica it has more than the files.)
  func requireFrontiers(_ computer: Computer, _ ledger: Ledger) async throws {
    let expected = try FolderContent(computer.readableFolder).frontier
    let found = await ledger.reading.frontier
    for (replica, seq) in found.seqs where replica != replicas[computer.number] && seq > expected[replica] {
      throw Wrong(
        "computer \(computer.number): the frontier of \(replica) is \(seq), not \(expected[replica])")
    }
    for (replica, seq) in expected.seqs where replica != replicas[computer.number] && seq > found[replica] {
      throw Wrong("computer \(computer.number): the frontier of \(replica) is \(found[replica]), not \(seq)")
    }
  }

  /// Looks at the ledger as its user would.
  func look(_ computer: Computer) async throws {
    try await refresh(computer)
    let ledger = try computer.running()
    for finding in try await ledger.audit.verify().findings + ledger.replicas.status().findings {
      switch finding.kind {
      case .fork, .forged, .quarantined: throw Wrong("computer \(computer.number): \(finding)")
      default: continue
      }
    }
  }

  func repair(_ computer: Computer) async throws {
    let ledger = try await begin(computer)
    let report = try await ledger.maintenance.repair()
    note(computer, "repairs: \(report.acts.map(\.what))")
    try await takeIntroduction(on: computer, ledger)
    await computer.stop(orderly: true)
  }
}

extension Ledger {
  /// All events of the log that a filter lets through.
  nonisolated func events(_ filter: LogFilter = LogFilter()) async throws -> [Event] {
    var events: [Event] = []
    try await history.log(filter) { entry in
      events.append(entry.event)
      return true
    }
    return events
  }
}
