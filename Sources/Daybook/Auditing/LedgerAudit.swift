import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
public import DaybookView

/// Evidence about a ledger: whether its files are sound, whether its log yields what it shows, who read it, and
/// reports on all of that. For a ledger's files alone see ``Auditor``.
///
///     let verification = try await ledger.audit.verify()
///     let report = try await ledger.audit.report()
public struct LedgerAudit: Sendable {
  let ledger: Ledger
}

extension Ledger {
  /// Checks, proofs and reports.
  public nonisolated var audit: LedgerAudit { LedgerAudit(ledger: self) }
}

// MARK: Reports

extension LedgerAudit {
  /// A report on the ledger for somebody who did not follow it: see ``AuditReport``. Writes nothing and needs no
  /// identity. Others read and write meanwhile. O(size of the log), read up to five times: to verify, to fold, to
  /// count, for the erasures if anything was erased, and for the settled conflicts if several machines wrote the same
  /// entities.
  ///
  /// - Throws: ``LedgerError``: `usage` for an unknown zone; with a viewer, `refused` for entities that the viewer
  ///   may not read.
  public func report(
    _ options: AuditReportOptions = AuditReportOptions(), as viewer: Viewer? = nil
  ) async throws -> AuditReport {
    let zone = try options.zoneOffsets()
    let session = try await ledger.freshSession()
    let now = options.madeAt ?? ledger.options.now()
    let disclosure = options.disclosure ?? Disclosure(ledger.schemas)
    let maskedBefore = disclosure.count.count
    let names = await ledger.replicaNames()
    let teller = ReportTeller(zone, disclosure, viewer) { names[$0] }
    var about = AuditReport.About(
      ledger: ledger.info.id, createdAt: zone.time(ledger.info.createdAt), madeAt: zone.time(now),
      software: Ledger.softwareVersion, zone: zone.name)
    (about.from, about.to) = (options.from.map(zone.time), options.to.map(zone.time))
    about.reveals = disclosure.reveals
    about.viewer = viewer?.id
    about.entities = options.entities

    let audited = try await ledger.read(in: session) {
      try AuditedLedger($0, as: viewer, at: options.cut, ledger.options)
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
    let reading = try await ledger.read(in: session) { try $0.count(into: &tally) }
    var report = AuditReport(about: about, verdict: try ledger.verdict(reading, teller, at: now))
    report.changes = tally.changes()
    if viewer == nil {
      let all = await ledger.replicaStatuses(
        reading.inventory, reading.report, nil, nil,
        unpublished: try session.ownCommits(besides: reading.report))
      report.replicas = ledger.auditReplicas(all, reading, corrected: tally.corrected, teller, at: now)
    }
    report.removals = .init(
      tally.removals.sorted { $0.event.stamp < $1.event.stamp }.map { audited.removal($0, teller) },
      max: options.rowsMax)
    report.erasures = audited.erasures(options, teller, of: members, among: try await ledger.erasures.list())
    if viewer == nil { report.accesses = tally.accesses(zone, of: members, max: options.rowsMax) }
    if members == nil { report.entities = audited.entityCounts() }
    // A further reading of the log, which is skipped if one machine wrote everything.
    let maySettle = reading.report.branches.count > 1 && audited.isContested
    let settled = maySettle ? try await ledger.conflicts.settled(as: viewer) : []
    report.conflicts = audited.conflicts(options, teller, members, settled: settled)
    report.subjects = scopes.map { audited.subject($0, tally.kept, options, teller) }
    report.about.maskedValues = disclosure.count.count - maskedBefore
    await ledger.note(session)
    return report
  }

  /// Everything that the ledger holds on ``AuditReportOptions/entities``: see ``AuditExport``. O(size of the log); its
  /// events are held in memory.
  public func export(
    _ options: AuditReportOptions, as viewer: Viewer? = nil
  ) async throws -> AuditExport {
    let session = try await ledger.freshSession()
    return try await ledger.read(in: session) { session in
      try AuditedLedger(session, as: viewer, at: options.cut, ledger.options).export(
        options, ledger: ledger.info.id, madeAt: ledger.options.now())
    }
  }

  /// Records that somebody reads the ledger. Once it returns, the record is durable and the requested data may be
  /// shown, so nothing is shown that is not recorded. Costs one commit.
  ///
  /// The record is an entity with a new id, whatever id `access` has, and it is replicated like every other entity. The
  /// library never calls this method by itself: an app calls it where it shows data, and the command calls it for each
  /// of its readings when ``Setting/Name/auditReads`` is on.
  ///
  /// - Parameters:
  ///   - access: what is read, by whom and with which words; its id is replaced by a new one.
  ///   - author: who reads, unless `access` says so.
  /// - Throws: ``LedgerError`` if nothing can be written, `refused` if the ledger's folder is read-only: then show
  ///   nothing, or at least say that the reading is not recorded.
  @discardableResult
  public func recordAccess(_ access: Access, by author: String? = nil) async throws -> AppendReceipt {
    try await ledger.recordAccess(access, by: author)
  }
}

// MARK: Checks

extension LedgerAudit {
  /// ``Auditor/verify(_:)`` of this ledger. Reads and writes of the ledger go on meanwhile.
  public func verify(
    _ options: VerifyOptions = VerifyOptions()
  ) async throws -> VerificationReport {
    try ledger.auditor.verify(options)
  }

  /// ``Auditor/prove(_:)`` of this ledger. With a viewer, it proves nothing about entities that the viewer may not see
  /// now.
  ///
  /// - Throws: `refused`, as for reading, whether or not the entity or event exists.
  public func prove(_ request: ProofRequest, as viewer: Viewer?) async throws -> Proof {
    try await ledger.prove(request, as: viewer)
  }

  /// Rebuilds the state from the log alone, and counts and digests it. If opening has just read the whole log, that
  /// reading counts as the rebuild; otherwise others read and write meanwhile.
  ///
  /// - Parameters:
  ///   - cut: which commits count.
  ///   - kind: counts only entities of this kind.
  ///   - progress: receives how far the reading is.
  ///   - digests: whether to compute the digest. O(records).
  public func replay(
    at cut: Cut = .now, kind: String? = nil, digests: Bool = true,
    progress: ReadingProgress.Sink? = nil
  ) async throws -> ReplayReport {
    let clock = ContinuousClock()
    let start = clock.now
    var report: ReplayReport
    if cut.isNow, let made = try await ledger.replayAsRead(kind: kind, digests: digests) {
      report = made
    } else {
      let session = try await ledger.requiredSession()
      report = try await ledger.read(in: session) { session in
        ReplayReport(try session.records(at: cut, progress: progress), kind: kind, digests: digests)
      }
    }
    report.seconds += (clock.now - start).seconds
    return report
  }

  /// The remains of mistaken writes: entities whose ids are the shortened ids of others, as lists show them, entities
  /// without content, and links to entities that were never made. By kind, ghosts first.
  ///
  /// An entity counts as a ghost only if neither the ledger nor a source would make its id: the id is not a UUID, the
  /// program does not provide the entity, it was never reconciled with a source, and its kind has no `GivenIDs`. A link
  /// dangles if nothing but links was ever written about its target; a link to a deleted entity needs no repair. The
  /// survey leaves out links of entities that a server holds, links to kinds with `GivenIDs`, and raw kinds. O(entities
  /// and links).
  public func orphans(as viewer: Viewer? = nil) async throws -> [Orphan] {
    try await ledger.withView(as: viewer) { view in
      var ghosts: [Orphan] = []
      var dangling: [Orphan] = []
      for kind in view.kinds where !kind.hasPrefix("daybook.") {
        guard let schema = view.schemas[kind] else { continue }
        if !schema.hasGivenIDs { ghosts += GhostSurvey(schema, in: view).ghosts }
        dangling += view.danglingLinks(of: schema)
      }
      return ghosts + dangling
    }
  }
}
