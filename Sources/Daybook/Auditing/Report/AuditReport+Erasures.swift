extension AuditReport {
  /// A request to erase values of one entity: the fact that it was made, never the values.
  public struct Erasure: Codable, Sendable, Equatable {
    /// As `daybook erase status` lists it.
    public var id: String
    /// The entity whose values are erased.
    public var entity: EntityName
    /// The erased fields, by their stored names; empty: everything that was written about the entity.
    public var fields: [String]
    /// How many events it erases values from.
    public var events: Int
    /// When somebody asked for it: the time of the request's stamp.
    public var time: AuditTime
    /// Who asked for it; nil where the event names nobody.
    public var by: String?
    /// The reason that was given; nil: none.
    public var why: String?
    /// The replica on which it was asked for, 16 hexadecimal digits; nil in a viewer's report.
    public var replica: String?
    /// What that replica's machine is called; nil in a viewer's report, and where the replica's first event is not
    /// here.
    public var replicaName: String?
    /// Whether it was withdrawn: then the values show again.
    public var isWithdrawn: Bool
  }
}

extension AuditedLedger {
  /// Those of the period, by time; with `members`, only those about one of them.
  func erasures(
    _ options: AuditReportOptions, _ teller: ReportTeller, of members: Set<EntityName>?,
    among all: [ErasureStatus]
  ) -> AuditReport.Page<AuditReport.Erasure> {
    let found = all.filter { status in
      options.holds(status.askedAt) && allows(status.kind, status.entity)
        && members.map { $0.contains(EntityName(kind: status.kind, id: status.entity)) } ?? true
    }
    return .init(found.reversed().map { erasure($0, teller) }, max: options.rowsMax)
  }

  private func erasure(_ status: ErasureStatus, _ teller: ReportTeller) -> AuditReport.Erasure {
    AuditReport.Erasure(
      id: status.id, entity: EntityName(kind: status.kind, id: status.entity), fields: status.fields,
      events: status.lines, time: teller.time(status.askedAt), by: status.by, why: status.why,
      replica: teller.id(status.replica), replicaName: teller.name(status.replica),
      isWithdrawn: status.isWithdrawn)
  }
}
