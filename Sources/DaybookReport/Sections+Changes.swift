import Daybook

extension Sections {
  var changes: Section {
    let changes = report.changes
    guard changes.events > 0 || !report.entities.isEmpty else {
      return Section(
        id: "changes", title: "Changes", body: "<p>Nothing was written in the period.</p>\n")
    }
    let operations = changes.byOperation.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { name, count -> Fragment in "\(name) \(count)" }
    let body: Fragment = """
      <p>\(plain: Decimal.count(changes.events, "event")) in \(plain: Decimal.count(changes.commits, "commit"))\
      \(operations.isEmpty ? .empty : ": \(operations.joined(separator: ", "))").</p>
      \(timeline?.plot(changes) ?? .empty)
      \(kinds)
      \(authors)
      """
    return Section(id: "changes", title: "Changes", body: body)
  }

  /// Nil where there is nothing to compare: a single day.
  private var timeline: Timeline? {
    Timeline(report.changes.byDay).flatMap { $0.starts.count > 1 ? $0 : nil }
  }

  /// The changes by kind, with their course over time and the present number of entities.
  private var kinds: Fragment {
    let changes = report.changes
    let timeline = timeline
    var columns: [Table.Column] = [.init("Kind"), .init("Events", isNumber: true), .init("Share")]
    if timeline != nil { columns.append(.init("Over the period")) }
    if !isOfEntities { columns += [.init("Now", isNumber: true), .init("Gone", isNumber: true)] }
    var table = Table(
      isOfEntities
        ? "Changes by kind"
        : "Changes by kind; and how many there are now, and how many are deleted, hidden with their owner or gone from their source",
      columns, total: changes.byKind.total)
    let counts = Dictionary(report.entities.map { ($0.kind, $0) }) { first, _ in first }
    let greatest = changes.byKind.items.first?.events ?? 0
    func add(_ kind: String, _ events: Int) {
      var cells: [Fragment] = ["\(kind)", "\(events)", Plot.bar(events, of: greatest)]
      if let timeline {
        let values = timeline.values(changes.byDay) { $0.kinds[kind] ?? 0 }
        cells.append(Plot.line(values, label: "\(kind): \(Decimal.count(events, "event")) over the period"))
      }
      if !isOfEntities {
        let count = counts[kind]
        cells += ["\(count?.shown ?? 0)", "\(count?.gone ?? 0)"]
      }
      table.add(cells)
    }
    for kind in changes.byKind.items.prefix(Table.rowsMax) { add(kind.kind, kind.events) }
    if !isOfEntities {
      let changed = Set(changes.byKind.items.map(\.kind))
      for count in report.entities where !changed.contains(count.kind) { add(count.kind, 0) }
    }
    return table.fragment
  }

  private var authors: Fragment {
    let authors = report.changes.byAuthor
    if authors.items.isEmpty { return .empty }
    var table = Table(
      "Changes by author, as the events name them: a name is what the writer said, the signature is the machine\u{2019}s",
      [.init("Author"), .init("Events", isNumber: true), .init("Share")], total: authors.total)
    let greatest = authors.items.first?.events ?? 0
    for author in authors.items {
      let name: Fragment = author.author.map { "\($0)" } ?? "<span class=\"none\">nobody named</span>"
      table.add([name, "\(author.events)", Plot.bar(author.events, of: greatest)])
    }
    return table.fragment
  }
}

extension Sections {
  var conflicts: Section {
    let (open, settled) = (report.conflicts.open, report.conflicts.settled)
    var body: Fragment = """
      <p>A conflict is a set of writes that disagree, by machines that had not seen one another\u{2019}s writes. \
      Nothing is lost: the value that shows comes first.</p>

      """
    body +=
      open.items.isEmpty
      ? "<p>None is open.</p>\n"
      : table("Open: they wait for somebody to decide", open, isSettled: false)
    body +=
      settled.items.isEmpty
      ? "<p>None was settled in the period.</p>\n"
      : table("Settled in the period", settled, isSettled: true)
    return Section(id: "conflicts", title: "Conflicts", body: body)
  }

  private func table(
    _ caption: Fragment, _ conflicts: AuditReport.Page<AuditReport.Conflict>, isSettled: Bool
  ) -> Fragment {
    var table = Table(
      caption,
      [.init("Where"), .init("What"), .init("Written")] + (isSettled ? [.init("Settled")] : []),
      total: conflicts.total)
    for conflict in conflicts.items {
      let sides = conflict.sides.prefix(Self.sidesMax).map { side -> Fragment in
        "<li>\(self.side(side, of: conflict))</li>"
      }
      let more = conflict.sides.count - sides.count
      let rest: Fragment = more > 0 ? "<li class=\"none\">and \(more) more</li>" : .empty
      table.add([
        place(conflict), "\(conflict.meaning) \(.code(conflict.id))",
        "<ul class=\"sides\">\(sides.joined())\(rest)</ul>",
        conflict.settledBy.map { self.side($0, of: conflict) } ?? .none,
      ])
    }
    return table.fragment
  }

  private static let sidesMax = 20

  private func place(_ conflict: AuditReport.Conflict) -> Fragment {
    var place = Fragment.entity(conflict.entity)
    if let field = conflict.field { place += " \(field)" }
    if let to = conflict.to { place += " \u{2192} \(.code(to))" }
    return place
  }

  private func side(_ side: AuditReport.Side, of conflict: AuditReport.Conflict) -> Fragment {
    var what = Fragment.empty
    if side.entity != conflict.entity { what += "\(.entity(side.entity)) " }
    if let field = side.field, field != conflict.field { what += "\(field) " }
    if let to = side.to {
      what +=
        (side.value == true ? "linked" : "unlinked")
        + (conflict.to == nil ? " \u{2192} \(.code(to))" : .empty)
    } else if side.field == nil {
      what += side.value == true ? "there" : "deleted"
    } else {
      what += "<q>\(.value(side.value))</q>"
    }
    let author: Fragment = side.by.map { "\($0), " } ?? .empty
    let machine: Fragment =
      side.replica == nil ? .empty : " on \(.machine(side.replica, side.replicaName))"
    return "\(what) <span class=\"source\">\(author)\(.time(side.time))\(machine)</span>"
  }
}

extension Sections {
  var removals: Section {
    guard report.removals.total > 0 else {
      return Section(
        id: "removals", title: "Deleted and dismissed",
        body: "<p>Nothing was deleted or dismissed in the period.</p>\n")
    }
    var table = Table(
      "Entities deleted or dismissed in the period. The log keeps them; what belongs to a deleted entity is hidden with it",
      [
        .init("When"), .init("What"), .init("Entity"), .init("By"), .init("Why"), .init("Now"),
      ], total: report.removals.total)
    for removal in report.removals.items {
      let machine: Fragment =
        removal.replica == nil
        ? .empty
        : " <span class=\"source\">on \(.machine(removal.replica, removal.replicaName))</span>"
      table.add([
        .time(removal.time), "\(Self.word(removal.operation))", .entity(removal.entity),
        .optional(removal.by) + machine, removal.why.map { .cut($0, 300) } ?? .none, Self.standing(removal),
      ])
    }
    return Section(id: "removals", title: "Deleted and dismissed", body: table.fragment)
  }

  private static func word(_ operation: String) -> String {
    switch operation {
    case "delete": "deleted"
    case "dismiss": "dismissed"
    default: operation
    }
  }

  private static func standing(_ removal: AuditReport.Removal) -> Fragment {
    switch removal.stands {
    case true?: "still \(plain: word(removal.operation))"
    case false?: "taken back"
    case nil: .none
    }
  }
}

extension Sections {
  /// What was erased; nil where nothing was.
  var erasures: Section? {
    guard report.erasures.total > 0 else { return nil }
    var table = Table(
      "Erasures in the period. The erased values are not in this report; when they were written, by which machine and in which fields stays known",
      [
        .init("When"), .init("Entity"), .init("Fields"), .init("Events", isNumber: true), .init("By"),
        .init("Why"), .init("Now"),
      ], total: report.erasures.total)
    for erasure in report.erasures.items {
      let machine: Fragment =
        erasure.replica == nil
        ? .empty
        : " <span class=\"source\">on \(.machine(erasure.replica, erasure.replicaName))</span>"
      table.add([
        .time(erasure.time), .entity(erasure.entity),
        erasure.fields.isEmpty ? "all" : .cut(erasure.fields.joined(separator: ", "), 300),
        "\(erasure.events)", .optional(erasure.by) + machine, erasure.why.map { .cut($0, 300) } ?? .none,
        erasure.isWithdrawn ? "withdrawn" : "erased",
      ])
    }
    return Section(id: "erasures", title: "Erased", body: table.fragment)
  }
}
