import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
public import DaybookView

extension Ledger {
  /// A report on the ledger for somebody who did not follow it: see ``AuditReport``. Writes nothing and needs no
  /// identity. Others read and write meanwhile. O(size of the log), read up to five times: to verify, to fold, to
  /// count, for the erasures if anything was erased, and for the settled conflicts if several machines wrote the same
  /// entities.
  ///
  /// - Throws: ``LedgerError``: `usage` for an unknown zone; with a viewer, `refused` for entities that the viewer
  ///   may not read.
  public nonisolated func auditReport(
    _ options: AuditReportOptions = AuditReportOptions(), as viewer: Viewer? = nil
  ) async throws -> AuditReport {
    let zone = try options.zoneOffsets()
    let session = try await freshSession()
    let now = options.madeAt ?? self.options.now()
    let disclosure = options.disclosure ?? Disclosure(schemas)
    let maskedBefore = disclosure.count.count
    let names = await replicaNames()
    let teller = ReportTeller(zone, disclosure, viewer) { names[$0] }
    var about = AuditReport.About(
      ledger: info.id, createdAt: zone.time(info.createdAt), madeAt: zone.time(now),
      software: Self.softwareVersion, zone: zone.name)
    (about.from, about.to) = (options.from.map(zone.time), options.to.map(zone.time))
    about.reveals = disclosure.reveals
    about.viewer = viewer?.id
    about.entities = options.entities

    let audited = try await read(in: session) {
      try AuditedLedger($0, as: viewer, at: options.cut, self.options)
    }
    if viewer == nil { about.digest = audited.loaded.records.digest().description }
    let scopes = try options.entities.map { try audited.scope(of: $0) }
    let members = scopes.isEmpty ? nil : Set(scopes.flatMap(\.members))
    // Only entities that the viewer may see are members.
    let isWhole = members == nil && viewer == nil
    let includes: (String, String) -> Bool = { kind, id in
      members?.contains(.init(kind: kind, id: id)) ?? audited.allows(kind, id)
    }
    var tally = ChangeTally(
      options, zone: zone, keeping: members ?? [], includes: isWhole ? nil : includes)
    let reading = try await read(in: session) { try $0.count(into: &tally) }
    var report = AuditReport(about: about, verdict: try verdict(reading, teller, at: now))
    report.changes = tally.changes()
    if viewer == nil {
      let all = await replicas(
        reading.inventory, reading.report, nil, nil,
        unpublished: try session.ownCommits(besides: reading.report))
      report.replicas = auditReplicas(all, reading, corrected: tally.corrected, teller, at: now)
    }
    report.removals = .init(
      tally.removals.sorted { $0.event.stamp < $1.event.stamp }.map { audited.removal($0, teller) },
      max: options.rowsMax)
    report.erasures = audited.erasures(options, teller, of: members, among: try await erasures())
    if viewer == nil { report.accesses = tally.accesses(zone, of: members, max: options.rowsMax) }
    if members == nil { report.entities = audited.entityCounts() }
    // A further reading of the log, which is skipped if one machine wrote everything.
    let maySettle = reading.report.branches.count > 1 && audited.isContested
    let settled = maySettle ? try await settledConflicts(as: viewer) : []
    report.conflicts = audited.conflicts(options, teller, members, settled: settled)
    report.subjects = scopes.map { audited.subject($0, tally.kept, options, teller) }
    report.about.maskedValues = disclosure.count.count - maskedBefore
    await note(session)
    return report
  }
}

extension ReadSession {
  /// Reads the log once, replica by replica.
  func count(into tally: inout ChangeTally) throws -> LogReading {
    var reading = LogReading()
    reading.inventory = try Inventory.scan(folder)
    let places = try places(in: reading.inventory)
    var options = readOptions
    options.rootsWanted = held.rootsWanted(without: writer)
    reading.report = try LedgerReader(store: folder, descriptor: descriptor, options: options)
      .read(reading.inventory) { frame in
        places.forEachRun(of: frame) { _, commits in
          for index in commits {
            tally.count(frame.content, commit: index, of: frame.branch.replica, file: frame.file)
          }
        }
      }
    try requireWhole(reading.report)
    try places.require(reading.report)
    for commits in try ownCommits(besides: reading.report) {
      for (_, content) in commits.contents {
        for index in content.commits.indices {
          tally.count(content, commit: index, of: commits.replica, file: "")
        }
      }
    }
    return reading
  }
}

/// What one reading of the files yielded besides the counts.
struct LogReading {
  var inventory = Inventory()
  var report = ReadReport()
}
