import DaybookLog
import DaybookModel
import DaybookReplication

// If a folder was replaced by an older copy, or files were removed from it, it may lack what this machine wrote. What
// the journal holds is published again. The journal no longer holds sealed events; only other copies do.

extension Ledger {
  /// What this machine wrote here, as this replica or an earlier one, that the folder does not hold.
  ///
  /// - Parameter seq: the seq of the last event before the replica's journal.
  func lackingOwnHistory(
    _ seq: UInt64, _ replica: ReplicaID, _ former: [ReplicaID], _ memory: Witness?
  ) -> [Notice] {
    ([replica] + former).compactMap { own in
      let remembered = memory?.heads[own]?.map(\.lastSeq).max() ?? 0
      return lackingNotice(of: own, upTo: max(remembered, own == replica ? seq : 0))
    }
  }

  /// The same of what was sealed before its journals begin, for what writes nothing. Takes no lock and writes nothing;
  /// reads the beginnings of the journals.
  package func lackingOwnHistory() throws -> [Notice] {
    guard machine.canWrite, let state = machine.existingState() else { return [] }
    return try OwnJournals.beginnings(state, ledger: descriptor.ledger, in: machine.folder())
      .compactMap { lackingNotice(of: $0.replica, upTo: $0.seq) }
  }

  /// The same, if no write session has been opened, which says so itself: for a write that was refused before, or
  /// that was a dry run.
  package func untoldLackingHistory() throws -> [Notice] {
    hasBegunWriting ? [] : try lackingOwnHistory()
  }

  private func lackingNotice(of own: ReplicaID, upTo last: UInt64) -> Notice? {
    let lacking = loaded.report.seqsLacking(of: own, upTo: last)
    guard !lacking.isEmpty else { return nil }
    let count = lacking.reduce(0) { $0 + ($1.upperBound - $1.lowerBound + 1) }
    let why =
      loaded.report.isDamaged(own, throughout: lacking)
      ? "files in it are damaged, and 'daybook verify' names them"
      : "an older copy replaced it, or files were removed or damaged"
    let seqs = lacking.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    return Notice(
      "own-missing",
      "\(count) \(count == 1 ? "event" : "events") that this machine wrote as \(own) (seq \(seqs.joined(separator: ", "))) \(count == 1 ? "is" : "are") missing from the ledger's folder: \(why); copy the replica's folder back from another copy of the ledger, or use 'daybook replicate'"
    )
  }
}

extension ReadReport {
  /// Whether damage to its files is found in each of these stretches of a replica's events.
  fileprivate func isDamaged(_ replica: ReplicaID, throughout lacking: [ClosedRange<UInt64>]) -> Bool {
    let damaged = findings.filter { $0.replica == replica && $0.kind == .corruption }.compactMap(\.seqs)
    return lacking.allSatisfy { seqs in damaged.contains { $0.overlaps(seqs) } }
  }

  /// The seqs from 1 to `last` that no history of a replica holds; ascending.
  fileprivate func seqsLacking(of replica: ReplicaID, upTo last: UInt64) -> [ClosedRange<UInt64>] {
    var lacking: [ClosedRange<UInt64>] = []
    var next: UInt64 = 1
    let held = branches(of: replica).flatMap(\.stretches).map(\.seqs)
    for seqs in held.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let end = min(seqs.lowerBound, last + 1)
      if next < end { lacking.append(next...end - 1) }
      next = max(next, seqs.upperBound)
    }
    if next <= last { lacking.append(next...last) }
    return lacking
  }
}
