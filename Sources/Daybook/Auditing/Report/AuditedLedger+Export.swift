import DaybookModel
import DaybookRecords
import DaybookView

extension Ledger {
}

extension AuditedLedger {
  func export(
    _ options: AuditReportOptions, ledger: String, madeAt now: Instant
  ) throws -> AuditExport {
    let zone = try options.zoneOffsets()
    let disclosure = options.disclosure ?? Disclosure(schemas)
    let maskedBefore = disclosure.count.count
    var export = AuditExport(
      ledger: ledger, madeAt: zone.time(options.madeAt ?? now), subjects: options.entities,
      from: options.from.map(zone.time), to: options.to.map(zone.time), viewer: viewer?.id,
      reveals: disclosure.reveals, maskedValues: 0)
    var names: Set<EntityName> = []
    for root in options.entities {
      let scope = try scope(of: root)
      for (role, those) in scope.roles {
        for name in those where names.insert(name).inserted {
          if let row = exported(name, role, disclosure) { export.rows.append(row) }
        }
      }
    }
    var tally = ChangeTally(options, zone: zone, keeping: names) { _, _ in false }
    _ = try session.count(into: &tally)
    for entry in tally.kept.sorted(by: { $0.event.stamp < $1.event.stamp }) {
      var event = disclosure.event(entry.event).json
      if viewer == nil { event["_replica"] = .string(entry.replica.description) }
      event["_commit"] = .int(Int64(clamping: entry.commit))
      export.events.append(event)
    }
    export.maskedValues = disclosure.count.count - maskedBefore
    return export
  }

  private func exported(
    _ name: EntityName, _ role: String, _ disclosure: Disclosure
  ) -> AuditExport.Row? {
    guard let (_, row) = self.row(name) else { return nil }
    let fields = disclosure.row(row).fields.map { ($0.name, $0.value) }
    return AuditExport.Row(
      kind: name.kind, id: name.id, role: role, isGone: row.isGone, stamp: row.stamp?.description,
      fields: JSONObject(fields), erased: row.erased)
  }
}
