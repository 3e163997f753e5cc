import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

// The parts of an audit report that are not counted from the log.

extension Ledger {
  /// In a viewer's report, only the classes: the viewer may not know where things are.
  nonisolated func verdict(
    _ reading: LogReading, _ teller: ReportTeller, at now: Instant
  ) throws -> AuditReport.Verdict {
    let verification = try auditor.verify()
    var verdict = AuditReport.Verdict(isSound: verification.isSound)
    // Clocks are compared with the time that the report states.
    let findings =
      verification.findings.filter { $0.kind != .clockSkew } + reading.report.clocksAhead(of: now)
    verdict.findings = findings.map(teller.finding)
    guard teller.viewer == nil else { return verdict }
    (verdict.files, verdict.blobs) = (verification.files, verification.blobs)
    verdict.events = Int(clamping: verification.events)
    verdict.commits = Int(clamping: verification.commits)
    let memory = try machine.existingState().flatMap { try Witness.read($0, ledger: descriptor.ledger) }
    verdict.usesMemory = memory != nil
    return verdict
  }

  /// The writers, as the files and this machine's journals show them.
  nonisolated func auditReplicas(
    _ all: [StatusReport.Replica], _ reading: LogReading, corrected: [ReplicaID: Int], _ teller: ReportTeller,
    at now: Instant
  ) -> [AuditReport.Replica] {
    all.map { status in
      var replica = AuditReport.Replica(id: status.id.description, name: status.name)
      replica.events = Int(clamping: status.events)
      replica.commits = Int(clamping: status.commits)
      if let stamp = status.lastStamp {
        (replica.lastWrite, replica.lastStamp) = (teller.time(stamp.instant), stamp.description)
        replica.clock.aheadSeconds = Int(max(stamp.milliseconds - now.milliseconds, 0) / 1000)
      }
      replica.clock.correctedWrites = corrected[status.id] ?? 0
      (replica.forks, replica.forkedFrom) = (status.forks, status.forkedFrom)
      replica.retiredAt = status.retiredAt.map(teller.time)
      replica.gaps = status.gaps.map {
        AuditReport.Gap(firstSeq: Int(clamping: $0.lowerBound), lastSeq: Int(clamping: $0.upperBound))
      }
      replica.linesMissing = Int(clamping: status.linesBehind)
      replica.heads = reading.report.branches(of: status.id).compactMap { branch in
        branch.root.map { root in
          AuditReport.Head(
            size: Int(clamping: branch.size), lastSeq: Int(clamping: branch.lastSeq), root: root.description,
            note: note(branch))
        }
      }
      return replica
    }
  }

  /// A branch's signed head, to be kept elsewhere.
  private nonisolated func note(_ branch: BranchSummary) -> String? {
    branch.head.map {
      HeadNote(ledger: descriptor.ledger, replica: branch.id.replica, head: $0, publicKey: branch.publicKey)
        .description
    }
  }
}

extension AuditedLedger {
  /// An event that deletes or dismisses.
  func removal(_ entry: LogEntry, _ teller: ReportTeller) -> AuditReport.Removal {
    let mutation = entry.event.mutation
    var removal = AuditReport.Removal(
      operation: mutation.op.rawValue, entity: .init(kind: mutation.kind, id: mutation.id),
      time: teller.time(entry.event.stamp.instant), stamp: entry.event.stamp.description)
    (removal.by, removal.why) = (mutation.by, mutation.why)
    (removal.replica, removal.replicaName) = (teller.id(entry.replica), teller.name(entry.replica))
    removal.stands = stands(mutation)
    return removal
  }

  /// Whether the entity is deleted, or dismissed, now.
  private func stands(_ mutation: Mutation) -> Bool? {
    let dismissal = schemas[mutation.kind]?.dismissal
    let answer = whole.read(mutation.kind, mutation.id, includesGone: true, in: loaded.records) {
      reader -> Bool? in
      if mutation.op == .delete { return reader.isDeleted }
      guard let dismissal else { return nil }
      return dismissal.isDismissed(reader.value(dismissal.field))
    }
    return answer ?? nil
  }

  /// For every kind that was written, how many entities a query finds, and how many are gone.
  func entityCounts() -> [AuditReport.KindCount] {
    var counts: [AuditReport.KindCount] = []
    for id in loaded.records.kindIDs {
      var count = AuditReport.KindCount(kind: loaded.records.name(of: id), shown: 0, gone: 0)
      if let viewer, !schemas.isOpen(count.kind, to: viewer) { continue }
      view.count(id, in: loaded.records) { isShown in
        if isShown { count.shown += 1 } else { count.gone += 1 }
      }
      if count.shown + count.gone > 0 { counts.append(count) }
    }
    return counts.sorted { $0.kind.utf8.lexicographicallyPrecedes($1.kind.utf8) }
  }

  /// Whether any conflict may ever have been settled.
  var isContested: Bool {
    var isContested = false
    loaded.records.forEachContested { _ in isContested = true }
    loaded.records.forEachDeleted { _ in isContested = true }
    return isContested
  }

  /// With `members`, only those that touch one of them.
  func conflicts(
    _ options: AuditReportOptions, _ teller: ReportTeller, _ members: Set<EntityName>?,
    settled: [SettledConflict]
  ) -> AuditReport.Conflicts {
    var conflicts = AuditReport.Conflicts()
    func isWanted(_ conflict: EntityConflict) -> Bool {
      members.map { !$0.isDisjoint(with: conflict.names) } ?? true
    }
    let open = whole.conflicts(in: loaded.records).map { EntityConflict($0, schemas) { name(of: $0) } }
      .filter { conflict in conflict.names.allSatisfy { allows($0.kind, $0.id) } && isWanted(conflict) }
    conflicts.open = .init(open.map { teller.conflict($0) }, max: options.rowsMax)
    let settled = settled.filter { options.holds($0.settling.stamp.instant) && isWanted($0.conflict) }
      .sorted { $0.settling.stamp < $1.settling.stamp }
    conflicts.settled = .init(
      settled.map { teller.conflict($0.conflict, settledBy: $0.settling) }, max: options.rowsMax)
    return conflicts
  }
}

extension DismissalRule {
  /// Whether the field has the value that a dismissal writes; if a dismissal writes its time, whether the value differs
  /// from what a restore writes.
  fileprivate func isDismissed(_ value: JSONValue) -> Bool {
    if case .value(let dismissed) = self.dismissed { return value == dismissed }
    if case .value(let restored) = self.restored { return value != restored }
    return !value.isNull
  }
}
