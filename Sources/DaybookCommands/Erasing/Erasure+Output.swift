import Daybook

extension ErasurePreview {
  struct PartRow {
    var part: Part

    private var fields: String {
      part.fields.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
    }

    var sentence: String {
      let events = "\(part.lines) \(part.lines == 1 ? "event" : "events")"
      return "\(part.kind) \(part.id): \(events)" + (fields.isEmpty ? "" : " with \(fields)")
    }

    var row: OutputRow {
      OutputRow([
        ("kind", .string(part.kind)), ("id", .string(part.id)), ("events", .count(part.lines)),
        ("fields", .string(fields)),
      ])
    }
  }

  /// The entities that are erased, then those that mention a text of them.
  var listed: [OutputRow] {
    rows.map(\.row)
      + mentions.map { mention in
        OutputRow([
          ("kind", .string(mention.kind)), ("id", .string(mention.id)), ("events", .count(mention.lines)),
          ("fields", .string(mention.fields.sorted().joined(separator: ", "))), ("what", "mentions"),
        ])
      }
  }

  /// That others hold a text of it; nil where none does.
  var mentionNotice: Notice? {
    if mentions.isEmpty { return nil }
    let entities = mentions.count == 1 ? "1 other entity holds" : "\(mentions.count) other entities hold"
    var names = mentions.prefix(Self.namedMax).map { mention in
      "\(mention.kind) \(mention.id) (\(mention.fields.sorted().joined(separator: ", ")))"
    }
    if mentions.count > names.count { names.append("…") }
    let advice = mentions.count == 1 ? "erase it by itself" : "--dry-run lists all; erase each by itself"
    return Notice(
      "mentions", "\(entities) a text that is erased: \(names.joined(separator: "; ")); \(advice)")
  }

  private static let namedMax = 5

  /// What there is something to erase of.
  var rows: [PartRow] { parts.filter { $0.lines > 0 }.map { PartRow(part: $0) } }
}

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
    row.append("done", .array(done.map { .string($0.description) }))
    row.append("open", .array(open.map { .string($0.description) }))
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
      ("open", isWithdrawn ? .null : names(open)), ("later", later == 0 ? .null : .count(later)),
    ])
  }
}

extension Messages {
  /// What keeps texts from going.
  func show(_ report: EraseTextsReport) {
    for file in report.unreadable {
      show(
        Notice(
          "erase-unreadable",
          "\(file) cannot be read whole, and may have texts that are erased: remove it by hand"))
    }
    if report.staying > 0 {
      show(
        Notice(
          "erase-waits",
          "\(report.staying) \(report.staying == 1 ? "text stays" : "texts stay") until the machine that wrote \(report.staying == 1 ? "it" : "them") has removed the fields"
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
