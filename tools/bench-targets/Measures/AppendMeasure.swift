import Daybook
import DaybookLog
import DaybookTestSupport

/// Commits of the workload into a new ledger, each waited for. Parsing the mutations is not counted; closing is, so
/// that nothing is left to be done later.
enum AppendMeasure {
  /// The work of an app: events are checked by the schemas, signed, durable, and in the records.
  static func ledger(
    _ folder: String, _ file: String, limit: Int, batch: Int, isLocked: Bool = false
  ) async throws {
    let commits = try WorkloadLedger.commits(file, limit: limit, of: batch)
    let options = WorkloadLedger.options(folder)
    let path = folder + "/ledger"
    try await Ledger.create(
      at: path, name: "bench", lockedWith: isLocked ? RecoverySecret() : nil, options: options)
    let ledger = try await Ledger.open(at: path, systems: WorkloadLedger.systems, options: options)
    let seconds = try await Measures.time {
      for commit in commits { try await ledger.append(commit) }
      await ledger.close()
    }
    let events = Double(commits.reduce(0) { $0 + $1.count })
    if let last = commits.last?.last,
      try await ledger.get(kind: last.kind, id: last.id, includesDeleted: true) == nil
    {
      throw LedgerError(.damaged, "the last write cannot be read")
    }
    tell(events, commits.count, seconds)
  }

  /// The log alone: lines, hashes, signatures, compression and flushes, with sealing as it comes due and waited for.
  /// The events' texts are prepared, each with a salt, as planning makes them; the writer adds stamps, numbers and the
  /// rest.
  static func log(_ folder: String, _ file: String, limit: Int, batch: Int) async throws {
    let commits = try WorkloadLedger.commits(file, limit: limit, of: batch)
    let (ledger, state) = (folder + "/ledger", folder + "/state")
    try Folder.create(ledger + "/" + LedgerLayout.replicas)
    try Folder.create(state)
    let descriptor = LedgerDescriptor(
      ledger: "8d7f0a4e-4c57-4d0b-9d5e-3c1a52c6b7f1", createdAt: Workload.start)
    let (writer, _) = try LogWriter.open(
      ledger: DiskFileStore(path: ledger), state: DiskFileStore(path: state), stateFolder: "journal",
      descriptor: descriptor, key: SigningKey())
    var random = SeededRandom(seed: 3)
    var clock = HybridClock(replica: writer.replica)
    let now = Workload.start
    let drafts = commits.map { commit in
      CommitDraft(
        EventBodies(
          commit.map { mutation in
            Event(
              stamp: clock.next(now: now), seq: 0, mutation: mutation,
              salt: mutation.set == nil
                ? nil : Base64.text((0..<12).map { _ in UInt8(truncatingIfNeeded: random.next()) }))
          }))
    }
    let seconds = try await Measures.time {
      for draft in drafts { _ = try writer.append([draft]) }
      writer.close()
    }
    tell(Double(commits.reduce(0) { $0 + $1.count }), drafts.count, seconds)
  }

  private static func tell(_ events: Double, _ commits: Int, _ seconds: Double) {
    Measures.tell("seconds", seconds)
    Measures.tell("events_per_second", events / seconds)
    Measures.tell("commits_per_second", Double(commits) / seconds)
  }
}
