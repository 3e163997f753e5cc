import DaybookLog
import DaybookModel
import DaybookReplication

// If a folder was replaced by an older copy, or files were removed from it, it may lack what this machine wrote. What
// the journal holds is published again, and the segments that replaced its former journals are put back as long as the
// state has copies. Older events are only in other copies of the ledger.

extension Ledger {
  /// Puts back segments of this machine's replicas that the folder lacked at its last reading, reads them, and removes
  /// the copies that are no longer needed. A folder that cannot be written stays as it is.
  func restoreSegments(of replicas: [ReplicaID], _ state: any FileStore) throws -> [Notice] {
    var notices: [Notice] = []
    for replica in replicas {
      let former = formerSegments(of: replica, state)
      do throws(FileError) {
        let wanted = try former.copies(within: loaded.report.seqsLacking(of: replica))
        var restored: [String] = []
        for copy in wanted {
          guard let (file, notice) = try former.restore(copy, into: folder) else { continue }
          restored.append(file)
          if let notice { notices.append(Notice(notice.code, notice.description)) }
        }
        if let file = restored.first {
          notices.append(Notice("republished", restoringSentence(restored.count, replica, file)))
        }
        if wanted.isEmpty {
          try former.prune(
            peersHold: loaded.report.greatestSize(seenOf: replica), now: options.now(),
            logSizeBytes: loaded.inventory.segments(of: replica).reduce(0) { $0 + $1.sizeBytes })
        }
      } catch {
        let text =
          "segments of \(replica) that the folder lacks could not be restored (\(error)); the next write tries again"
        notices.append(Notice("publication-waits", text))
      }
    }
    if !notices.isEmpty { try takeIn(Inventory.scan(folder)) }
    return notices
  }

  /// Whether the folder lacks segments of which this machine has copies. O(the copies).
  func lacksCopiedSegments(_ state: any FileStore) throws -> Bool {
    try OwnJournals.beginnings(state, ledger: descriptor.ledger, in: machine.folder()).contains { own in
      try !formerSegments(of: own.replica, state)
        .copies(within: loaded.report.seqsLacking(of: own.replica)).isEmpty
    }
  }

  /// The copies of segments that this machine keeps for its replicas (see ``FormerSegments``).
  func keptCopies() throws -> StatusReport.Copies {
    var copies = StatusReport.Copies()
    guard let state = machine.existingState() else { return copies }
    for own in try OwnJournals.beginnings(state, ledger: descriptor.ledger, in: machine.folder()) {
      let (count, sizeBytes) = try formerSegments(of: own.replica, state).size()
      copies.count += count
      copies.sizeBytes += sizeBytes
    }
    return copies
  }

  func formerSegments(of replica: ReplicaID, _ state: any FileStore) -> FormerSegments {
    FormerSegments(
      state, stateFolder: StateLayout.folder(ledger: descriptor.ledger, replica: replica), of: replica)
  }

  private func restoringSentence(_ count: Int, _ replica: ReplicaID, _ file: String) -> String {
    let what = count == 1 ? "a segment" : "\(count) segments"
    return
      "the folder lacked \(what) of this machine's replica \(replica): restored from this machine's copies, as \(file)\(count > 1 ? " and others" : "")"
  }

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

  /// The same for what was sealed before its journals begin, for callers that write nothing. Takes no lock and writes
  /// nothing; reads the beginnings of the journals.
  package func lackingOwnHistory() throws -> [Notice] {
    guard machine.canWrite, let state = machine.existingState() else { return [] }
    return try OwnJournals.beginnings(state, ledger: descriptor.ledger, in: machine.folder())
      .compactMap { lackingNotice(of: $0.replica, upTo: $0.seq) }
  }

  /// The same, if no write session has been opened, since a session reports it itself: for a write that was refused
  /// before, or that was a dry run.
  package func untoldLackingHistory() throws -> [Notice] {
    hasBegunWriting ? [] : try lackingOwnHistory()
  }

  private func lackingNotice(of own: ReplicaID, upTo last: UInt64) -> Notice? {
    let lacking = loaded.report.seqsLacking(of: own, upTo: last)
    guard !lacking.isEmpty else { return nil }
    let count = lacking.reduce(0) { $0 + ($1.upperBound - $1.lowerBound + 1) }
    let why =
      loaded.report.isDamaged(own, throughout: lacking)
      ? "files in it are damaged, and '\(Remedy.verify)' names them"
      : "an older copy replaced it, or files were removed or damaged"
    let copies = try? machine.existingState().map { try formerSegments(of: own, $0).copies(within: lacking) }
    let remedy =
      copies?.isEmpty ?? true
      ? "copy the replica's folder back from another copy of the ledger, or use '\(Remedy.replicate)'"
      : "the next write restores those that this machine has copies of"
    let seqs = lacking.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    return Notice(
      "own-missing",
      "\(count) \(count == 1 ? "event" : "events") that this machine wrote as \(own) (seq \(seqs.joined(separator: ", "))) \(count == 1 ? "is" : "are") missing from the ledger's folder: \(why); \(remedy)"
    )
  }
}

extension ReadReport {
  /// Whether damage to its files is found in each of these ranges of a replica's events.
  fileprivate func isDamaged(_ replica: ReplicaID, throughout lacking: [ClosedRange<UInt64>]) -> Bool {
    let damaged = findings.filter { $0.replica == replica && $0.kind == .corruption }.compactMap(\.seqs)
    return lacking.allSatisfy { seqs in damaged.contains { $0.overlaps(seqs) } }
  }

  /// The seqs from 1 to `last` that no history of a replica holds; ascending.
  fileprivate func seqsLacking(
    of replica: ReplicaID, upTo last: UInt64 = SegmentName.seqMax
  ) -> [ClosedRange<UInt64>] {
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
