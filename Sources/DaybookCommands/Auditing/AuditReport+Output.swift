import Daybook

extension AuditReport {
  /// For programs: the report as it is encoded.
  var row: OutputRow {
    get throws {
      OutputRow((try FieldEncoder.json(self).object ?? [:]).map { ($0.key, $0.value) })
    }
  }
}

extension Output {
  /// A summary for people, the whole for programs.
  func show(_ report: AuditReport) throws {
    guard format == .table else { return try show(OutputRecord(report.row)) }
    try show(text: table.lines(report.page))
  }
}

extension AuditReport {
  /// What fits a screen or two; the page that -o writes has the rest.
  fileprivate var page: OutputPage {
    var page = OutputPage(title: "Audit report: \(verdict.isSound ? "sound" : "not sound")")
    page.add("ledger", about.ledger)
    page.add("digest", about.digest)
    page.add("made", "\(about.madeAt)")
    page.add("zone", about.zone)
    page.add("from", about.from?.description)
    page.add("to", about.to?.description)
    page.add("about", about.entities.map { "\($0.kind) \($0.id)" }.joined(separator: ", "))
    page.add("as", about.viewer)
    page.add("events", "\(changes.events) in \(changes.commits) commits")
    page.add("conflicts", "\(conflicts.open.total) open, \(conflicts.settled.total) settled")
    page.add("removals", "\(removals.total) deleted or dismissed")
    if erasures.total > 0 { page.add("erasures", "\(erasures.total)") }
    if accesses.total > 0 { page.add("reads", "\(accesses.total), \(accesses.revealed) with hidden values") }
    page.add(
      "Findings", ["finding", "what"],
      verdict.findings.prefix(Self.rowsMax).map { [.string($0.finding), .optional($0.what)] })
    page.add(
      "Machines", ["name", "id", "events", "last"],
      replicas.prefix(Self.rowsMax).map { replica in
        [
          .optional(replica.name), .string(replica.id), .count(replica.events),
          .optional(replica.lastWrite?.description),
        ]
      })
    page.add(
      "Events by kind", ["kind", "events"],
      changes.byKind.items.prefix(Self.rowsMax).map { [.string($0.kind), .count($0.events)] })
    page.add(
      "Events by author", ["author", "events"],
      changes.byAuthor.items.prefix(Self.rowsMax).map { [.optional($0.author), .count($0.events)] })
    page.add(
      "Open conflicts", ["entity", "what", "sides"],
      conflicts.open.items.prefix(Self.rowsMax).map { conflict in
        [
          .string("\(conflict.entity.kind) \(conflict.entity.id)"), .optional(conflict.field),
          .array(conflict.sides.map(\.value)),
        ]
      })
    page.add(
      "Erased", ["entity", "fields", "time", "by", "why"],
      erasures.items.prefix(Self.rowsMax).map { erasure in
        [
          .string("\(erasure.entity.kind) \(erasure.entity.id)"),
          .string(erasure.fields.isEmpty ? "all" : erasure.fields.joined(separator: ", ")),
          .string(erasure.time.description), .optional(erasure.by),
          erasure.isWithdrawn ? "(withdrawn)" : .optional(erasure.why),
        ]
      })
    for part in subjects.flatMap(\.parts.items).prefix(Self.rowsMax) {
      page.add(
        "\(part.entity.kind) \(part.entity.id)", ["field", "value", "by"],
        part.fields.map { [.string($0.name), $0.value, .optional($0.by)] }
          + part.erased.map { [.string($0), "(erased)", .null] })
    }
    return page
  }

  private static let rowsMax = 12
}

extension JSONValue {
  fileprivate static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
