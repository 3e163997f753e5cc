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
