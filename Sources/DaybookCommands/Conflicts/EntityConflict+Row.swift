import Daybook

extension EntityConflict {
  static let columns = [
    "conflict", "cause", "_kind", "_id", "field", "to", "gone", "others", "sides",
  ]

  /// For programs.
  func row(settling: Side?) -> OutputRow {
    var row = OutputRow([
      ("conflict", .string(id)), ("cause", .string(cause.rawValue)), ("_kind", .string(kind)),
      ("_id", .string(entity)),
    ])
    row.append("field", ifPresent: field)
    row.append("to", ifPresent: to)
    if isGone { row.append("gone", true) }
    if !others.isEmpty {
      row.append(
        "others", others.map { OutputRow([("_kind", .string($0.kind)), ("_id", .string($0.entity))]) })
    }
    row.append("sides", sides.map(\.row))
    if let settling {
      row.append("settled", .object(JSONObject(settling.row.members.map { ($0.name, $0.value) })))
    }
    return row
  }
}

extension EntityConflict.Side {
  fileprivate var row: OutputRow {
    var row = OutputRow([("_kind", .string(kind)), ("_id", .string(entity))])
    row.append("field", ifPresent: field)
    row.append("to", ifPresent: to)
    row.append("value", value)
    row.append("by", ifPresent: by)
    row.append("stamp", .string(stamp.description))
    row.append("at", ifPresent: at?.description)
    row.append("replica", .string(replica.description))
    row.append("replicaName", ifPresent: replicaName)
    return row
  }
}
