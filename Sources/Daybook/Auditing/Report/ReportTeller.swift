import DaybookModel
import DaybookReplication
import DaybookView

/// How a report presents what was found: in one zone, with hidden values masked, and without what a viewer may not see.
struct ReportTeller {
  let zone: AuditZone
  let disclosure: Disclosure
  let viewer: Viewer?
  private let name: (ReplicaID) -> String?

  init(
    _ zone: AuditZone, _ disclosure: Disclosure, _ viewer: Viewer?, name: @escaping (ReplicaID) -> String?
  ) {
    (self.zone, self.disclosure, self.viewer, self.name) = (zone, disclosure, viewer, name)
  }

  func time(_ instant: Instant) -> AuditTime { zone.time(instant) }

  /// A viewer may not see the machines.
  func id(_ replica: ReplicaID) -> String? { viewer == nil ? replica.description : nil }
  func name(_ replica: ReplicaID) -> String? { viewer == nil ? name(replica) : nil }

  func finding(_ found: Finding) -> AuditReport.Finding {
    var finding = AuditReport.Finding(finding: found.kind.rawValue, isFailure: found.isFailure)
    finding.meaning = found.meaning
    guard viewer == nil else { return finding }
    finding.replica = found.replica?.description
    finding.replicaName = found.replica.flatMap(name)
    (finding.file, finding.offset) = (found.file, found.offset)
    finding.firstSeq = found.seqs.map { Int(clamping: $0.lowerBound) }
    finding.lastSeq = found.seqs.map { Int(clamping: $0.upperBound) }
    (finding.what, finding.advice) = (found.what, found.advice)
    return finding
  }

  func conflict(_ found: EntityConflict, settledBy settling: EntityConflict.Side? = nil)
    -> AuditReport.Conflict
  {
    let shown = found.shown(disclosure)
    return AuditReport.Conflict(
      id: found.id, cause: found.cause.rawValue, meaning: found.sentence,
      entity: .init(kind: found.kind, id: found.entity), field: found.field, to: shown.to,
      sides: shown.sides.map(side), settledBy: settling.map { side($0.shown(disclosure)) })
  }

  private func side(_ side: EntityConflict.Side) -> AuditReport.Side {
    AuditReport.Side(
      entity: .init(kind: side.kind, id: side.entity), field: side.field, to: side.to, value: side.value,
      by: side.by, time: time(side.stamp.instant), stamp: side.stamp.description, replica: id(side.replica),
      replicaName: name(side.replica))
  }
}
