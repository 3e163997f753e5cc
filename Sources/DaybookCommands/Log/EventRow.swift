import Daybook

/// An event as rows show it.
enum EventRow {
  /// The event's keys in the log's order, with the number of its commit.
  static func members(_ event: Event, commit: UInt64?) -> OutputRow {
    var json = event.json
    var row = OutputRow()
    for key in keys {
      if let value = json[key] { row.append(key, value) }
      json[key] = nil
    }
    for member in json { row.append(member.key, member.value) }
    if let commit { row.append("_commit", .count(commit)) }
    return row
  }

  static let keys = [
    "stamp", "seq", "op", "kind", "id", "v", "at", "server", "present", "over", "was", "acks", "set", "rel",
    "to", "by", "why", "salt",
  ]
  static let columns = keys + ["_commit"]

  /// For people: when, who, what.
  static func summary(_ event: Event, _ schemas: SchemaRegistry, _ zone: TimeZoneRule) -> OutputRow {
    let mutation = event.mutation
    return OutputRow([
      ("time", .string(zone.text(event.stamp.instant))), ("by", mutation.by.map { .string($0) } ?? .null),
      ("op", .string(mutation.op.rawValue)), ("kind", .string(mutation.kind)), ("id", .string(mutation.id)),
      ("change", .string(change(mutation, schemas, zone))),
      ("why", mutation.why.map { .string($0) } ?? .null),
    ])
  }

  static let summaryColumns = ["time", "by", "op", "kind", "id", "change", "why"]

  /// For people, one event as one line.
  static func line(
    _ event: Event, on machine: String?, _ schemas: SchemaRegistry, _ zone: TimeZoneRule
  ) -> String {
    let mutation = event.mutation
    let parts = [
      zone.text(event.stamp.instant), machine ?? event.stamp.replica.description, mutation.by,
      "\(mutation.op.rawValue) \(mutation.kind) \(mutation.id)",
      change(mutation, schemas, zone),
      mutation.why.map { "(\($0))" },
    ]
    return parts.compactMap { $0 }.filter { !$0.isEmpty }.map(VisibleText.escape).joined(separator: "  ")
  }

  private static func change(
    _ mutation: Mutation, _ schemas: SchemaRegistry, _ zone: TimeZoneRule
  ) -> String {
    var parts = (mutation.set ?? [:]).map { member in
      let value = schemas.told(member.value, of: member.key, kind: mutation.kind, in: zone)
      return "\(member.key)=\(OutputTable.text(value))"
    }
    if let rel = mutation.rel { parts.append("\(rel) → \(mutation.to ?? "")") }
    if mutation.present == false { parts.append("gone from its source") }
    return parts.joined(separator: ", ")
  }
}
