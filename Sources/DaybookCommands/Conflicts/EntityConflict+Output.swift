import Daybook

// A conflict as people read it: what it is, and a line for each side.

extension EntityConflict {
  /// The part of the conflict that may be shown. Values are compared and counted as they are; only their texts are
  /// masked.
  func page(settling: Side?, _ disclosure: Disclosure, _ zone: TimeZoneRule) -> OutputPage {
    let shown = shown(disclosure)
    let place = [kind, entity, field, shown.to.map { "→ \($0)" }].compactMap { $0 }.joined(separator: " ")
    var page = OutputPage(title: "\(id)  \(place)\(isGone && !isLife ? " (gone)" : ""): \(sentence)")
    var rows = lines(shown.sides.map { text($0.told(disclosure.schemas, in: zone)) }).map { line in
      [.string(line.mark), .string(line.what), person(line.side), time(line.side, zone), machine(line.side)]
    }
    if let settling {
      rows.append([
        .string("settled"),
        .string(text(settling.shown(disclosure).told(disclosure.schemas, in: zone))), person(settling),
        time(settling, zone), machine(settling),
      ])
    }
    page.add("", ["side", "what", "by", "time", "machine"], rows)
    return page
  }

  private func person(_ side: Side) -> JSONValue { side.by.map { .string($0) } ?? .null }
  private func time(_ side: Side, _ zone: TimeZoneRule) -> JSONValue {
    .string(zone.text(side.stamp.instant))
  }
  private func machine(_ side: Side) -> JSONValue {
    .string(side.replicaName ?? side.replica.description)
  }

  /// Whether the conflict is about whether the entity exists.
  private var isLife: Bool {
    [.revived, .deleted, .recreated, .hiddenEdit, .hiddenChild, .denied].contains(cause)
  }

  private struct Line {
    var mark: String
    var what: String
    var side: Side
  }

  /// A line for each write; the values of one event are on one line.
  ///
  /// - Parameter texts: the sides' values, masked where necessary.
  private func lines(_ texts: [String]) -> [Line] {
    var lines: [Line] = []
    for (place, (side, text)) in zip(sides, texts).enumerated() {
      if isLife, let last = lines.last, last.side.stamp == side.stamp, last.side.entity == side.entity {
        lines[lines.count - 1].what += ", \(text)"
      } else {
        lines.append(Line(mark: mark(place), what: text, side: side))
      }
    }
    return lines
  }

  private func mark(_ place: Int) -> String {
    switch cause {
    case .unique: place == 0 ? "first" : "too"
    case .denied: place == 0 ? "stands" : "refers"
    case .recreated: place == 0 ? "shows" : "hidden"
    case .deleted, .hiddenEdit, .hiddenChild: sides[place].isDelete ? "stands" : "hidden"
    default: place == 0 || sides[place].value == sides[0].value ? "shows" : "lost"
    }
  }

  /// The value of a side, as text.
  private func text(_ side: Side) -> String {
    guard let name = side.field else { return side.value == true ? "there" : "deleted" }
    if name == "present" && cause != .field {
      return side.value == true ? "in its source" : "gone from its source"
    }
    if name == "over" && cause == .recreated { return side.value.isNull ? "as it was" : "made anew" }
    if let to = side.to {
      let text = side.value == true ? "linked" : "unlinked"
      return cause == .link ? text : "\(name) \(text) → \(to)"
    }
    let value = side.value.isNull ? "(nothing)" : OutputTable.text(side.value)
    if cause == .unique { return "\(side.entity): \(value)" }
    return cause == .field ? value : "\(name) = \(value)"
  }
}

extension EntityConflict.Side {
  fileprivate var isDelete: Bool { field == nil && value == false }

  /// With the time in the reader's time zone.
  fileprivate func told(_ schemas: SchemaRegistry, in zone: TimeZoneRule) -> Self {
    guard let field else { return self }
    var side = self
    side.value = schemas.told(value, of: field, kind: kind, in: zone)
    return side
  }
}

extension Output {
  /// Pages one after the other.
  func show(_ pages: [OutputPage]) throws {
    try show(text: pages.map { table.lines($0) }.joined(separator: "\n"))
  }
}

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
