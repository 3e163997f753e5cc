import Daybook

extension ErasurePreview {
  /// Beyond this, the table for people only counts the entities of a kind.
  static let listedMax = 20
  private static let namedMax = 5

  /// The parts that have something to erase.
  private var erased: [Part] { parts.filter { $0.lines > 0 } }

  /// For programs: the entities that are erased, then those that refer to them, then others that contain one of their
  /// texts.
  var listed: [OutputRow] { erased.map(\.row) + referrers.map(\.row) + mentions.map(\.row) }

  /// For people: kinds with many entities are only counted.
  var summary: [OutputRow] {
    var (parts, referrers, mentions) = (erased, referrers, mentions)
    for index in parts.indices { parts[index].name = parts[index].name.map { OneLine.cut($0, countMax: 40) } }
    for index in referrers.indices {
      referrers[index].name = referrers[index].name.map { OneLine.cut($0, countMax: 40) }
    }
    for index in mentions.indices {
      mentions[index].name = mentions[index].name.map { OneLine.cut($0, countMax: 40) }
    }
    var rows = parts.prefix(1).map(\.row)
    rows += grouped(Array(parts.dropFirst()), \.kind, \.row) { kind, group in
      [
        ("kind", .string(kind)), ("entities", .count(group.count)),
        ("events", .count(group.reduce(0) { $0 + $1.lines })),
      ]
    }
    rows += grouped(referrers, \.kind, \.row) { Self.sum($0, $1.map { ($0.lines, $0.fields) }, "refers") }
    rows += grouped(mentions, \.kind, \.row) { Self.sum($0, $1.map { ($0.lines, $0.fields) }, "mentions") }
    return rows
  }

  private static func sum(
    _ kind: String, _ group: [(lines: Int, fields: Set<String>)], _ what: String
  ) -> [(name: String, value: JSONValue)] {
    let fields = group.reduce(into: Set<String>()) { $0.formUnion($1.fields) }
    return [
      ("kind", .string(kind)), ("entities", .count(group.count)),
      ("events", .count(group.reduce(0) { $0 + $1.lines })),
      ("fields", .array(fields.sorted().map { .string($0) })), ("what", .string(what)),
    ]
  }

  private func grouped<Item>(
    _ items: [Item], _ kind: (Item) -> String, _ row: (Item) -> OutputRow,
    _ sum: (String, [Item]) -> [(name: String, value: JSONValue)]
  ) -> [OutputRow] {
    let groups = Dictionary(grouping: items, by: kind).sorted { $0.key < $1.key }
    return groups.flatMap { kind, group in
      group.count > Self.listedMax ? [OutputRow(sum(kind, group))] : group.map(row)
    }
  }

  /// The erasure in sentences: whose data it erases, which data, and what else goes with it.
  var sentences: [String] {
    var sentences = erased.prefix(1).map(\.sentence)
    for (kind, group) in Dictionary(grouping: erased.dropFirst(), by: \.kind).sorted(by: { $0.key < $1.key })
    {
      guard group.count > Self.namedMax else {
        sentences += group.map(\.sentence)
        continue
      }
      let lines = group.reduce(0) { $0 + $1.lines }
      sentences.append("\(group.count) of the kind \(kind): \(Self.events(lines))")
    }
    let whole = erased.reduce(0) { $0 + $1.wholeLines }
    if whole > 0 {
      let (go, left) = whole == 1 ? ("goes", "it") : ("go", "them")
      sentences.append(
        "\(Self.events(whole)) of machines that write no more \(go) as a whole: nobody can say what is left of \(left)"
      )
    }
    return sentences
  }

  /// The notice that other entities refer to it; nil if none does.
  var referrerNotice: Notice? {
    if referrers.isEmpty { return nil }
    var named = referrers.prefix(Self.namedMax).map { referrer in
      let name = referrer.name.map { "'\(OneLine.cut($0, countMax: 40))' " } ?? ""
      return "\(name)\(referrer.kind) \(referrer.id) (\(referrer.fields.sorted().joined(separator: ", ")))"
    }
    if referrers.count > named.count { named.append("…") }
    let refer = referrers.count == 1 ? "1 other entity refers" : "\(referrers.count) other entities refer"
    let kinds = Set(referrers.map(\.kind)).sorted()
    let kind = kinds.count == 1 ? kinds[0] : "KIND"
    return Notice(
      "refers",
      "\(refer) to what is erased: \(named.joined(separator: "; ")); to erase those of a kind too, even if they are linked to others, add --with-referring \(kind)"
    )
  }

  /// The notice that other entities contain one of its texts; nil if none does.
  var mentionNotice: Notice? {
    if mentions.isEmpty { return nil }
    let entities = mentions.count == 1 ? "1 other entity holds" : "\(mentions.count) other entities hold"
    var named = mentions.prefix(Self.namedMax).map { mention in
      let name = mention.name.map { "'\(OneLine.cut($0, countMax: 40))' " } ?? ""
      return
        "\(name)\(mention.kind) \(mention.id) (\(mention.fields.sorted().joined(separator: ", ")))"
    }
    if mentions.count > named.count { named.append("…") }
    var advice =
      mentions.count == 1
      ? "to erase it too, name it in another 'daybook erase'"
      : "--dry-run lists all; to erase one of them too, name it in another 'daybook erase'"
    if mentions.contains(where: { !$0.isErasable }) {
      advice += "; names of machines, and what an erasure records about itself, cannot be erased"
    }
    return Notice(
      "mentions", "\(entities) a text that is erased: \(named.joined(separator: "; ")); \(advice)")
  }

  fileprivate static func events(_ count: Int) -> String { "\(count) \(count == 1 ? "event" : "events")" }
}

extension ErasurePreview.Part {
  fileprivate var sentence: String {
    let called = name.map { "'\(OneLine.cut($0))', " } ?? ""
    let fields = fields.keys.sorted().joined(separator: ", ")
    return "\(called)\(kind) \(id): \(ErasurePreview.events(lines))"
      + (fields.isEmpty ? "" : " with \(fields)")
  }

  fileprivate var row: OutputRow {
    var row = OutputRow()
    row.append("name", ifPresent: name)
    row.members += [
      ("kind", .string(kind)), ("id", .string(id)), ("events", .count(lines)),
      ("fields", .array(fields.keys.sorted().map { .string($0) })),
    ]
    if wholeLines > 0 { row.append("wholeEvents", .count(wholeLines)) }
    return row
  }
}

extension ErasurePreview.Referrer {
  fileprivate var row: OutputRow {
    var row = OutputRow()
    row.append("name", ifPresent: name)
    row.members += [
      ("kind", .string(kind)), ("id", .string(id)), ("events", .count(lines)),
      ("fields", .array(fields.sorted().map { .string($0) })), ("what", "refers"),
    ]
    return row
  }
}

extension ErasurePreview.Mention {
  fileprivate var row: OutputRow {
    var row = OutputRow()
    row.append("name", ifPresent: name)
    row.members += [
      ("kind", .string(kind)), ("id", .string(id)), ("events", .count(lines)),
      ("fields", .array(fields.sorted().map { .string($0) })), ("what", "mentions"),
    ]
    if !isErasable { row.append("erasable", .bool(false)) }
    return row
  }
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
