import Daybook
import DaybookModel

@testable import DaybookSQLViews

/// What the views hold, held against what the ledger itself answers. Every difference is a line; none is equal.
struct Comparison {
  private(set) var differences: [String] = []
  private(set) var rowCount = 0
  private(set) var conflictCount = 0
  /// How many fields of entities read as unset since they are erased.
  private(set) var erasedCount = 0
  let rows: [String: [JSONObject]]

  init(_ rows: [String: [JSONObject]]) { self.rows = rows }

  // MARK: Kinds

  /// Row for row, column for column, whatever the order of the rows.
  mutating func compare(_ kind: KindSchema, with ledger: Ledger) async throws {
    let view = SQLViews.viewName(kind.kind)
    var found: [String: JSONObject] = [:]
    for row in rows[view] ?? [] {
      let id = row["_id"]?.string ?? ""
      if found.updateValue(row, forKey: id) != nil { differences.append("\(view) has \(id) twice") }
    }
    let isComputed = ledger.schemas.computed(kind.kind) != nil
    for row in try await ledger.query(Query(kind.kind)).rows {
      // What nobody wrote is in no file that the engine reads.
      if isComputed, row.stamp == nil { continue }
      rowCount += 1
      erasedCount += row.erased.count
      guard let other = found.removeValue(forKey: row.id) else {
        differences.append("\(view) lacks \(row.id)")
        continue
      }
      check(view, row.id, "_kind", .string(row.kind), other["_kind"])
      check(view, row.id, "_stamp", row.stamp.map { .string($0.description) } ?? .null, other["_stamp"])
      // The views read it as if nobody had written it.
      let unwritten: JSONObject = try await ledger.read { [erased = row.erased, id = row.id] state in
        state.read(kind.kind, id) { reader in JSONObject(erased.map { ($0, reader.value($0)) }) } ?? [:]
      }
      let unconverted = (other["_unconverted"]?.string ?? "").split(separator: ",").map(String.init)
      for field in kind.fields
      where field.name != "id" && !field.isProjection && !unconverted.contains(field.name) {
        check(
          view, row.id, field.name, field.type.comparable(unwritten[field.name] ?? row[field.name] ?? .null),
          other[field.name].map(field.type.read))
      }
    }
    differences += found.keys.map { "\(view) has \($0), which is not there" }
  }

  mutating func compareRaw(_ kind: String, with ledger: Ledger) async throws {
    var found: [String: JSONObject] = [:]
    for row in rows["daybook_raw"] ?? [] where row["_kind"]?.string == kind {
      found[row["_id"]?.string ?? ""] = row
    }
    for row in try await ledger.query(Query(kind)).rows {
      rowCount += 1
      let fields = JSONObject(row.fields.map { ($0.name, $0.value) })
      let other = found.removeValue(forKey: row.id)?["fields"].flatMap { FieldType.any.read($0) }
      check(kind, row.id, "fields", .object(fields), other)
    }
    differences += found.keys.map { "\(kind) has \($0), which is not there" }
  }

  private mutating func check(
    _ view: String, _ id: String, _ column: String, _ expected: JSONValue, _ found: JSONValue?
  ) {
    if found == expected { return }
    differences.append("\(view) \(id) \(column): \(found?.description ?? "no column") for \(expected)")
  }

  // MARK: History

  mutating func compareHistory(with ledger: Ledger) async throws {
    var expected: [JSONObject] = []
    try await ledger.history.log { entry in
      // It writes nothing.
      if entry.event.mutation.op != .erase { expected += Self.rows(entry) }
      return true
    }
    compare(
      "daybook_history", expected.map(JSONValue.object),
      (rows["daybook_history"] ?? []).map { row in
        var row = row
        if let value = row["value"], !value.isNull { row["value"] = FieldType.any.read(value) }
        return .object(row)
      })
  }

  private static func rows(_ entry: LogEntry) -> [JSONObject] {
    let (event, mutation) = (entry.event, entry.event.mutation)
    let common: JSONObject = [
      "stamp": .string(event.stamp.description), "at": (event.at?.description).json,
      "replica": .string(entry.replica.description), "seq": .int(Int64(event.seq)),
      "op": .string(mutation.op.rawValue), "kind": .string(mutation.kind), "id": .string(mutation.id),
      "v": mutation.v.map { .int($0) } ?? .null, "by": mutation.by.json, "why": mutation.why.json,
    ]
    var rows: [JSONObject] = []
    func add(_ field: String?, _ value: JSONValue, _ target: String?) {
      var row = common
      (row["field"], row["value"], row["target"]) = (field.json, value, target.json)
      rows.append(row)
    }
    for member in mutation.set ?? [:] { add(member.key, member.value, nil) }
    if mutation.rel != nil || rows.isEmpty { add(mutation.rel, .null, mutation.to) }
    return rows
  }

  // MARK: Conflicts

  mutating func compareConflicts(with ledger: Ledger) async throws {
    let causes: [EntityConflict.Cause] = [.field, .link, .presence, .revived, .deleted]
    var expected: [JSONValue] = []
    for conflict in try await ledger.conflicts.list() where causes.contains(conflict.cause) {
      conflictCount += 1
      // Of a delete that won the view has what says whether the entity is there, not what is hidden with it.
      let sides = conflict.sides.filter { conflict.cause != .deleted || $0.field == nil }
      for (index, side) in sides.enumerated() {
        expected.append(
          .object([
            "cause": .string(conflict.cause.rawValue), "_kind": .string(conflict.kind),
            "_id": .string(conflict.entity),
            "field": conflict.field.json, "target": conflict.to.json, "is_gone": .bool(conflict.isGone),
            "side": .int(Int64(index + 1)), "value": side.value, "by": side.by.json,
            "stamp": .string(side.stamp.description), "at": (side.at?.description).json,
            "replica": .string(side.replica.description),
          ]))
      }
    }
    compare(
      "daybook_conflicts", expected,
      (rows["daybook_conflicts"] ?? []).map { row in
        var row = row
        if let value = row["value"] { row["value"] = FieldType.any.read(value) }
        return .object(row)
      })
  }

  /// As multisets.
  private mutating func compare(_ view: String, _ expected: [JSONValue], _ found: [JSONValue]) {
    let lines = (expected.map(\.description).sorted(), found.map(\.description).sorted())
    for change in lines.1.difference(from: lines.0).prefix(8) {
      switch change {
      case .insert(_, let line, _): differences.append("\(view) has \(line)")
      case .remove(_, let line, _): differences.append("\(view) lacks \(line)")
      }
    }
  }
}

extension String? {
  fileprivate var json: JSONValue { map { .string($0) } ?? .null }
}

extension FieldType {
  /// A column's value as the ledger has it: JSON stands as text there.
  fileprivate func read(_ value: JSONValue) -> JSONValue {
    switch self {
    case .instant: return comparable(value)
    case .data, .array, .dictionary, .object, .any:
      guard let text = value.string else { return value }
      return (try? JSONParser.parse(text)) ?? .string("no JSON: " + text)
    default: return value
    }
  }

  /// Times by what they mean.
  fileprivate func comparable(_ value: JSONValue) -> JSONValue {
    guard self == .instant, let text = value.string else { return value }
    return .string(Instant(text)?.description ?? text)
  }
}
