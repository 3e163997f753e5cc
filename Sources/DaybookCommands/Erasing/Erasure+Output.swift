import Daybook

extension ErasureStatus {
  /// For programs.
  var row: OutputRow {
    var row = OutputRow([
      ("erasure", .string(id)), ("kind", .string(kind)), ("id", .string(entity)),
      ("fields", .array(fields.map { .string($0) })), ("events", .count(lines)),
      ("askedAt", .string(askedAt.description)), ("by", by.map { .string($0) } ?? .null),
      ("why", why.map { .string($0) } ?? .null), ("replica", .string(replica.description)),
      ("withdrawn", .bool(isWithdrawn)), ("since", since.map { .string($0.description) } ?? .null),
    ])
    row.append(
      "root", root.map { .object(["kind": .string($0.kind), "id": .string($0.id)]) } ?? .null)
    row.append("done", .array(done.map { .string($0.description) }))
    row.append("open", .array(open.map { .string($0.description) }))
    row.append("shutOut", .array(shutOut.map { .string($0.description) }))
    row.append("later", .count(later))
    return row
  }

  /// For people.
  func summary(_ machines: Machines, _ zone: TimeZoneRule) -> OutputRow {
    func names(_ replicas: [ReplicaID]) -> JSONValue {
      replicas.isEmpty ? .null : .string(replicas.map { machines.text($0) }.joined(separator: ", "))
    }
    return OutputRow([
      ("erasure", .string(String(id.prefix(13)))), ("kind", .string(kind)), ("id", .string(entity)),
      ("fields", fields.isEmpty ? .null : .string(fields.joined(separator: ", "))), ("events", .count(lines)),
      ("time", .string(zone.text(askedAt))), ("by", by.map { .string($0) } ?? .null),
      ("why", why.map { .string($0) } ?? .null), ("done", isWithdrawn ? "(withdrawn)" : names(done)),
      ("open", isWithdrawn ? .null : names(open)), ("shut out", names(shutOut)),
      ("later", later == 0 ? .null : .count(later)),
    ])
  }
}

extension Messages {
  /// Shows why texts could not be removed.
  func show(_ report: EraseTextsReport, _ machines: Machines) {
    for file in report.unreadable {
      show(
        Notice(
          "erase-unreadable",
          "\(file) cannot be read completely, and may contain erased texts: remove it by hand"))
    }
    if report.staying > 0 {
      show(
        Notice(
          "erase-waits",
          "\(report.staying) \(report.staying == 1 ? "text stays" : "texts stay") until the machine that wrote \(report.staying == 1 ? "it" : "them") has removed the fields"
        ))
    }
    if report.waiting > 0 {
      let names = report.waitingFor.sorted().map { machines.text($0) }.joined(separator: ", ")
      let (text, them) =
        report.waiting == 1 ? ("1 text stays", "it") : ("\(report.waiting) texts stay", "them")
      show(
        Notice(
          "erase-waits",
          "\(text) in this copy until \(names) \(report.waitingFor.count == 1 ? "has" : "have") removed \(them), or for 30 days"
        ))
    }
    if report.unanswered > 0 {
      show(
        Notice(
          "erase-asks",
          "other machines erase \(report.unanswered) events: 'daybook erase status' lists the erasures, 'daybook erase --now' agrees to them"
        ))
    }
  }
}
