import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
public import DaybookView

extension Ledger {
  /// What is to be told of the ledger to somebody who was not there: see ``AuditReport``. Writes nothing and needs no
  /// identity. O(size of the log), read up to four times: verified, counted, where something was erased for the
  /// erasures, and, where several machines wrote the same entities, for the conflicts that were settled.
  ///
  /// - Throws: ``LedgerError``: `usage` for a zone that is not known; with a viewer `refused` for entities that are not
  ///   that one's to read.
  public func auditReport(
    _ options: AuditReportOptions = AuditReportOptions(), as viewer: Viewer? = nil
  ) throws -> AuditReport {
    let zone = try options.zoneOffsets()
    try refreshWhole()
    let now = options.madeAt ?? self.options.now()
    let disclosure = options.disclosure ?? Disclosure(schemas)
    let maskedBefore = disclosure.count.count
    let teller = ReportTeller(zone, disclosure, viewer) { self.name(of: $0) }
    var about = AuditReport.About(
      ledger: info.id, createdAt: zone.time(info.createdAt), madeAt: zone.time(now),
      software: Self.softwareVersion, zone: zone.name)
    (about.from, about.to) = (options.from.map(zone.time), options.to.map(zone.time))
    about.reveals = disclosure.reveals
    about.viewer = viewer?.id
    if viewer == nil { about.digest = loaded.records.digest().description }

    about.entities = options.entities
    let scopes = try options.entities.map { try auditScope(of: $0, as: viewer) }
    let members = scopes.isEmpty ? nil : Set(scopes.flatMap(\.members))
    var tally = ChangeTally(
      options, zone: zone, keeping: members ?? [], includes: includes(members, viewer))
    let reading = try count(into: &tally)
    var report = AuditReport(about: about, verdict: try verdict(reading, teller, at: now))
    report.changes = tally.changes()
    if viewer == nil { report.replicas = try replicas(reading, tally, teller, at: now) }
    report.removals = .init(
      tally.removals.sorted { $0.event.stamp < $1.event.stamp }.map { removal($0, teller) },
      max: options.rowsMax)
    report.erasures = try erasures(options, teller, of: members)
    if viewer == nil { report.accesses = tally.accesses(zone, of: members, max: options.rowsMax) }
    if members == nil { report.entities = entityCounts(as: viewer) }
    let isShared = reading.report.branches.count > 1
    report.conflicts = try conflicts(options, teller, members, isShared: isShared)
    report.subjects = scopes.map { subject($0, tally.kept, options, teller) }
    report.about.maskedValues = disclosure.count.count - maskedBefore
    return report
  }

  /// Reads the log once, replica by replica.
  func count(into tally: inout ChangeTally) throws -> LogReading {
    var reading = LogReading()
    reading.inventory = try Inventory.scan(folder)
    reading.report = try LedgerReader(store: folder, descriptor: descriptor, options: readOptions).read(
      reading.inventory
    ) {
      frame in
      for index in frame.commits {
        tally.count(frame.content, commit: index, of: frame.branch.replica, file: frame.file)
      }
    }
    try requireWhole(reading.report)
    for commits in try ownCommits(besides: reading.report) {
      for (_, content) in commits.contents {
        for index in content.commits.indices {
          tally.count(content, commit: index, of: commits.replica, file: "")
        }
      }
    }
    return reading
  }

  /// What is counted; nil: everything.
  private func includes(
    _ members: Set<EntityName>?, _ viewer: Viewer?
  ) -> ((_ kind: String, _ id: String) -> Bool)? {
    // Those are members alone that the viewer may see.
    if let members { return { members.contains(.init(kind: $0, id: $1)) } }
    return viewer.map { viewer in { self.allows($0, $1, to: viewer) } }
  }
}

/// What one reading of the files gave besides what was counted.
struct LogReading {
  var inventory = Inventory()
  var report = ReadReport()
}
