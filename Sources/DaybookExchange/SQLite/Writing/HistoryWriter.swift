// Writes events as they were made, a row for each field that one wrote.

import Daybook
import DaybookModel
import DaybookView
import GRDB

struct HistoryWriter {
  private let insertion: Statement

  init(_ database: Database) throws {
    insertion = try database.makeStatement(
      sql: "INSERT INTO \(FileSchema.history) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
  }

  /// Links and unlinks have their relation as the field, and the other end's id as the value. What a source says of
  /// an entity's presence is the field `_present`. An event that writes no field is one row without one.
  func write(_ entry: LogEntry, _ mutation: Mutation) throws {
    var changes = (mutation.set ?? [:]).map { ($0.key, $0.value) }
    if let relation = mutation.rel, let target = mutation.to { changes.append((relation, .string(target))) }
    if let present = mutation.present { changes.append(("_present", .bool(present))) }
    let stamp = entry.event.stamp
    for (field, value) in changes.isEmpty ? [(nil, nil)] : changes.map({ (Optional($0.0), Optional($0.1)) }) {
      try insertion.execute(arguments: [
        stamp.description, stamp.instant.description, entry.replica.description,
        Int64(clamping: entry.event.seq), mutation.op.rawValue.sqlite, mutation.kind.sqlite,
        mutation.id.sqlite,
        field.sqlite, (value?.description).sqlite, mutation.by.sqlite, mutation.why.sqlite,
      ])
    }
  }
}
